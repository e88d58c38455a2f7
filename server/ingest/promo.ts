import sanitizeHtml from 'sanitize-html';
import { ownPath } from './scan.ts';

/** Stands in the kept text where the release's own address comes in when it is known. */
const PICTURES = 'promo-picture:';

/** A text that is safe to show, and what it shows. */
export interface CleanPromo {
  /** With `promo-picture:<name>` as addresses of pictures. */
  html: string;
  /** Path within the delivery by the name that the text uses. */
  pictures: Map<string, string>;
}

const TAGS = [
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code strong b em i u s small sub sup span div a img',
  'figure figcaption table thead tbody tr th td caption',
].flatMap((names) => names.split(' '));

/**
 * Keeps what a text needs and nothing that runs, loads or draws over the page. Pictures only from the delivery itself.
 * @param has whether the delivery holds this picture
 */
export function cleanPromo(html: string, root: string, has: (path: string) => boolean): CleanPromo {
  const pictures = new Map<string, string>();
  const clean = sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'target'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: [PICTURES.slice(0, -1)] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'xmp',
      'template',
      'iframe',
      'object',
      'svg',
      'math',
      'title',
    ],
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer', target: '_blank' } }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, src: ownPicture(attribs['src'] ?? '', root, has, pictures) },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
  });
  return { html: clean.trim(), pictures };
}

/** The text with its pictures at their addresses for one release. */
export const placePromo = (html: string, releaseid: string) =>
  html.replaceAll(`src="${PICTURES}`, `src="/api/promo/${releaseid}/`);

function ownPicture(src: string, root: string, has: (path: string) => boolean, pictures: Map<string, string>): string {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(src)) return '';
  const path = ownPath(root, decoded(src.split(/[?#]/, 1)[0] ?? ''));
  if (!path || !has(path)) return '';
  const known = [...pictures].find(([, held]) => held === path)?.[0];
  const name = known ?? `${pictures.size + 1}.${path.split('.').at(-1)?.toLowerCase() ?? 'img'}`;
  pictures.set(name, path);
  return `${PICTURES}${name}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
