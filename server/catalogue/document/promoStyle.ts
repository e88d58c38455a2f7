// Mails hide texts, and word processors write bold, by style sheets, which are not kept. The few properties that say so
// are read from the `style` attributes and from rules whose selector is a tag, a class or an id.

const PROPERTIES = new Set(
  [
    'display visibility opacity overflow overflow-x overflow-y height max-height width max-width font-size',
    'font-weight font-style text-indent position left top right clip clip-path color background-color',
  ].flatMap((names) => names.split(' ')),
);

type Style = Record<string, string>;

export type FindStyle = (tag: string, attributes: Record<string, string>) => Style;

/** Reads the style sheets of a page, without what applies to some screens or programs only. */
export function readStyleSheets(html: string): FindStyle {
  const rules = new Map<string, Style>();
  for (const [, css = ''] of cut(html, '<!--[if', '-->').matchAll(/<style\b[^<>]*>(?:\s*<!--)?([^<]*)/gi))
    addRules(rules, css);
  return (tag, attributes) => {
    const names = (attributes['class'] ?? '').split(/\s+/).map((name) => `.${name}`);
    const keys = [tag, ...[...names, `#${attributes['id']}`].flatMap((name) => [name, tag + name])];
    return [...keys.map((key) => rules.get(key)), parseStyle(attributes['style'] ?? '')].reduce<Style>(
      (style, more) => Object.assign(style, more),
      {},
    );
  };
}

function addRules(rules: Map<string, Style>, css: string): void {
  let depth = 0;
  let selectors = '';
  for (const part of cut(css, '/*', '*/').split(/(?<=[{}])/)) {
    const text = part.slice(0, -1);
    if (part.endsWith('{')) {
      if (depth++ === 0) selectors = text.slice(text.lastIndexOf(';') + 1);
    } else if (part.endsWith('}') && --depth === 0 && !selectors.includes('@')) {
      const style = parseStyle(text);
      if (Object.keys(style).length === 0) continue;
      for (const selector of selectors.split(',').map((part) => part.trim()))
        if (/^[\w-]*([.#][\w-]+)?$/.test(selector)) rules.set(selector, { ...rules.get(selector), ...style });
    }
    depth = Math.max(depth, 0);
  }
}

function parseStyle(text: string): Style {
  const style: Style = {};
  for (const declaration of text.toLowerCase().split(';')) {
    const [name = '', value = ''] = declaration.split(':', 2).map((part) => part.trim());
    if (PROPERTIES.has(name)) style[name] = value.replace('!important', '').trim();
  }
  return style;
}

/** Removes everything from each `start` to the next `end`. */
const cut = (text: string, start: string, end: string): string =>
  text
    .split(start)
    .map((part, index) => (index > 0 ? part.slice((part.indexOf(end) + 1 || part.length) + end.length - 1) : part))
    .join('');

const isZero = (value = '') => /^(?:0+(?:\.0+)?|\.0+)(px|pt|em|rem|%)?$/.test(value);
const isFar = (value = '') => Number.parseFloat(value) <= -900;

/** Whether a browser shows nothing of the element. */
export function isHidden(tag: string, attributes: Record<string, string>, style: Style): boolean {
  const { display, visibility = '', opacity, color, position = '' } = style;
  const fontSize = style['font-size'] ?? '';
  const size = Number.parseFloat(fontSize);
  const isCut = /hidden|clip/.test(`${style['overflow']} ${style['overflow-x']} ${style['overflow-y']}`);
  const lengths = ['height', 'max-height', 'width', 'max-width'].map((name) => style[name]);
  return (
    display === 'none' ||
    /hidden|collapse/.test(visibility) ||
    isZero(opacity) ||
    (isCut && lengths.some(isZero)) ||
    // Mails set the font size of a wrapper to 0 and that of its contents again: only a text tag of size 0 hides its text.
    (/^[\d.]+(px|pt)?$/.test(fontSize) && size <= 1 && (size > 0 || /^(span|font)$/.test(tag))) ||
    isFar(style['text-indent']) ||
    (/absolute|fixed/.test(position) && [style['left'], style['top'], style['right']].some(isFar)) ||
    /^rect\(\s*0|inset\((50|100)%/.test(`${style['clip'] ?? ''}${style['clip-path'] ?? ''}`) ||
    color === 'transparent' ||
    (color !== undefined && color === style['background-color']) ||
    (display === undefined && 'hidden' in attributes) ||
    (tag === 'dialog' && !('open' in attributes))
  );
}

/** Gives what a text tag stands for: `<b style="font-weight:normal">` is a span, a bold span is `strong`. */
export function replaceTextTag(tag: string, { 'font-weight': weight, 'font-style': slant }: Style): string {
  const isBold = weight && (weight.startsWith('bold') || Number(weight) >= 600);
  if (/^(b|strong)$/.test(tag)) return weight && !isBold ? 'span' : tag;
  if (/^(i|em)$/.test(tag)) return slant === 'normal' ? 'span' : tag;
  if (!/^(span|font)$/.test(tag)) return tag;
  return isBold ? 'strong' : /^(italic|oblique)/.test(slant ?? '') ? 'em' : 'span';
}
