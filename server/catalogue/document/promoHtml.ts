import { join } from 'node:path';
import sanitizeHtml from 'sanitize-html';
import { DeliveryRefusal, PROMO_DEPTH_MAX, PROMO_TAGS_MAX, resolveDeliveryPath } from './deliveryRules.ts';
import { isHidden, readStyleSheets, replaceTextTag } from './promoStyle.ts';

/** Replaced by the address of the release as soon as its id is known. */
const PICTURE_SCHEME = 'promo-picture:';
const PICTURE_ADDRESS = / src="promo-picture:([^"]+)"/g;

export interface SanitizedPromoHtml {
  /** Picture addresses have the form `promo-picture:<name>`. */
  html: string;
  /** Path within the delivery or the content, by the name used in the HTML. */
  pictures: Map<string, string | Buffer>;
  /** Addresses of pictures that are neither in the delivery nor on the web. */
  missing: Set<string>;
}

const TAGS = [
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code strong b em i u s small sub sup span div a img',
  'figure figcaption table thead tbody tfoot tr th td caption q cite abbr mark del ins kbd samp bdi bdo ruby rt rp wbr',
].flatMap((names) => names.split(' '));
/** Become `div`: without a block, words would join those before and after it. */
const BLOCKS = new Set(
  [
    'address article aside center details dialog dir fieldset footer form frameset header hgroup legend main menu',
    'nav noframes optgroup search section summary',
  ].flatMap((names) => names.split(' ')),
);
/**
 * An element that is cut out afterwards: `exclusiveFilter` would copy all that is written so far, and a tag that is
 * not allowed would give its name to the next closing tag.
 */
const NO_TAG = 'removed';
const TAGS_REMOVED_WITH_CONTENT =
  'script style textarea option noscript xmp template iframe object svg math title'.split(' ');
const DATA_PICTURE = /^data:image\/(png|jpe?g|gif|webp|avif);base64,([\w+/=\s%]+)$/i;

/**
 * Keeps text markup and pictures of the delivery; removes scripts, styles, what is hidden and everything loaded from
 * elsewhere. The parser needs time for each tag that is open and each that ends, so the number of tags is limited.
 * @param findPicture gives the path of a picture as it is spelled in the delivery
 * @param folder of the text inside the delivery
 * @throws DeliveryRefusal
 */
export function sanitizePromo(
  html: string,
  root: string,
  findPicture: (path: string) => string | undefined,
  folder = '',
): SanitizedPromoHtml {
  if (html.split('<', PROMO_TAGS_MAX + 2).length > PROMO_TAGS_MAX + 1)
    throw new DeliveryRefusal(`It has more than ${PROMO_TAGS_MAX} tags.`);
  const pictures = new Map<string, string | Buffer>();
  const missing = new Set<string>();
  const nameBySource = new Map<string, string>();
  const findStyle = readStyleSheets(html);
  const clean = sanitizeHtml(html, {
    allowedTags: [...TAGS, NO_TAG],
    allowedAttributes: {
      '*': ['dir', 'lang'],
      a: ['href', 'title', 'rel', 'target'],
      abbr: ['title'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      li: ['value'],
      ol: ['start', 'reversed', 'type'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: LINK_SCHEMES,
    allowedSchemesByTag: { img: [PICTURE_SCHEME.slice(0, -1)] },
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: PROMO_DEPTH_MAX,
    nonTextTags: TAGS_REMOVED_WITH_CONTENT,
    transformTags: { '*': (tagName, attribs) => convertTag(tagName, attribs) },
  });
  const shown = removeElements(clean);
  const used = new Set(Array.from(shown.matchAll(PICTURE_ADDRESS), ([, name]) => name));
  for (const name of pictures.keys()) if (!used.has(name)) pictures.delete(name);
  return { html: shown.trim(), pictures, missing };

  function convertTag(tag: string, attribs: Record<string, string>): { tagName: string; attribs: typeof attribs } {
    const style = findStyle(tag, attribs);
    if (isHidden(tag, attribs, style)) return { tagName: NO_TAG, attribs: {} };
    if (tag === 'img') {
      const src = addPicture(attribs['src'] ?? '');
      return { tagName: src ? tag : NO_TAG, attribs: { ...attribs, src } };
    }
    if (tag === 'a') {
      const href = parseLink(attribs['href'] ?? '');
      if (!href) return { tagName: 'span', attribs };
      return { tagName: tag, attribs: { ...attribs, href, rel: 'noopener noreferrer', target: '_blank' } };
    }
    // The page around the text has a language of its own.
    const isPage = (tag === 'html' || tag === 'body') && ('dir' in attribs || 'lang' in attribs);
    return { tagName: isPage || BLOCKS.has(tag) ? 'div' : replaceTextTag(tag, style), attribs };
  }

  function addPicture(src: string): string {
    if (/^\s*(https?:|\/\/|$)/i.test(src)) return '';
    const [, kind, base64] = DATA_PICTURE.exec(src) ?? [];
    const path = findDeliveredPicture(src);
    if (base64 === undefined && path === undefined) {
      missing.add(src);
      return '';
    }
    const source = path ?? src;
    const extension = path?.split('.').at(-1) ?? kind ?? '';
    const name = nameBySource.get(source) ?? `${pictures.size + 1}.${extension.toLowerCase()}`;
    nameBySource.set(source, name);
    pictures.set(name, path ?? Buffer.from(decodeUri(base64 ?? ''), 'base64'));
    return `${PICTURE_SCHEME}${name}`;
  }

  function findDeliveredPicture(src: string): string | undefined {
    const path = decodeUri(src.trim().split(/[?#]/, 1)[0] ?? '').replaceAll('\\', '/');
    // Beside the text, else as seen from the top of the delivery.
    for (const named of [join(folder, path), path]) {
      const resolved = resolveDeliveryPath(root, named);
      const found = resolved && findPicture(resolved);
      if (found) return found;
    }
    return undefined;
  }
}

/** Cuts out each `NO_TAG` with all that is in it; the sanitiser has closed every tag and escaped every other sign. */
function removeElements(html: string): string {
  let depth = 0;
  return html
    .split(new RegExp(`(</?${NO_TAG}>)`))
    .filter((part) => {
      if (part === `<${NO_TAG}>`) depth++;
      else if (part === `</${NO_TAG}>`) depth--;
      else return depth === 0;
      return false;
    })
    .join('');
}

const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'];

/** Gives undefined for what leads nowhere without the page that the text was copied from. */
function parseLink(href: string): string | undefined {
  const text = href.trim();
  const absolute = /^www\./i.test(text) ? `https://${text}` : text.startsWith('//') ? `https:${text}` : text;
  return LINK_SCHEMES.includes(URL.parse(absolute)?.protocol.slice(0, -1) ?? '') ? absolute : undefined;
}

export const resolvePromoPictures = (html: string, addressOf: (name: string) => string) =>
  html.replaceAll(PICTURE_ADDRESS, (_all, name: string) => ` src="${addressOf(name)}"`);

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
