import sanitizeHtml from 'sanitize-html';
import { resolveDeliveryPath } from './deliveryFiles.ts';
import { DeliveryRefusal, PROMO_DEPTH_MAX, PROMO_TAGS_MAX } from './deliveryRules.ts';

/** Replaced by the address of the release as soon as its id is known. */
const PICTURE_SCHEME = 'promo-picture:';

export interface SanitizedPromoHtml {
  /** Picture addresses have the form `promo-picture:<name>`. */
  html: string;
  /** Path within the delivery, by the name used in the HTML. */
  pictures: Map<string, string>;
}

const TAGS = [
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code strong b em i u s small sub sup span div a img',
  'figure figcaption table thead tbody tr th td caption',
].flatMap((names) => names.split(' '));
/** A tag that is removed; `exclusiveFilter` would copy all that is written so far. */
const NO_TAG = 'removed';
const TAGS_REMOVED_WITH_CONTENT =
  'script style textarea option noscript xmp template iframe object svg math title'.split(' ');

/**
 * Keeps text markup and pictures of the delivery; removes scripts, styles and everything loaded from elsewhere. The parser
 * needs time for each tag that is open and each that ends, so the number of tags is limited.
 * @throws DeliveryRefusal
 */
export function sanitizePromo(html: string, root: string, hasPicture: (path: string) => boolean): SanitizedPromoHtml {
  if (html.split('<', PROMO_TAGS_MAX + 2).length > PROMO_TAGS_MAX + 1)
    throw new DeliveryRefusal(`It has more than ${PROMO_TAGS_MAX} tags.`);
  const pictures = new Map<string, string>();
  const nameByPath = new Map<string, string>();
  const clean = sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'target'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: [PICTURE_SCHEME.slice(0, -1)] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: PROMO_DEPTH_MAX,
    nonTextTags: TAGS_REMOVED_WITH_CONTENT,
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer', target: '_blank' } }),
      img: (tagName, attribs) => {
        const src = addPicture(attribs['src'] ?? '');
        return { tagName: src ? tagName : NO_TAG, attribs: { ...attribs, src } };
      },
    },
  });
  return { html: clean.trim(), pictures };

  function addPicture(src: string): string {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(src)) return '';
    const path = resolveDeliveryPath(root, decodeUri(src.split(/[?#]/, 1)[0] ?? ''));
    if (!path || !hasPicture(path)) return '';
    const name = nameByPath.get(path) ?? `${pictures.size + 1}.${path.split('.').at(-1)?.toLowerCase() ?? 'img'}`;
    nameByPath.set(path, name);
    pictures.set(name, path);
    return `${PICTURE_SCHEME}${name}`;
  }
}

export const resolvePromoPictures = (html: string, releaseid: string) =>
  html.replaceAll(`src="${PICTURE_SCHEME}`, `src="/api/promo/${releaseid}/`);

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
