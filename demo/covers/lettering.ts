import { openFonts } from '../../server/ingest/pictures/initials.ts';

/** A drawn text with its top left corner at (0, 0); the capital height is 10 units. */
export interface Lettering {
  width: number;
  /** SVG `<path>` elements without colour. */
  paths: string;
}

/** Draws a text in capitals; undefined when the font lacks one of its characters. */
export function drawText(text: string, spacing: number): Lettering | undefined {
  let x = 0;
  let paths = '';
  for (const character of text.toUpperCase()) {
    const font = openFonts().find((one) => one.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    if (!font) return undefined;
    const scale = 10 / font.capHeight;
    const { glyphs, advanceWidth } = font.layout(character);
    const place = `translate(${x.toFixed(2)} 10) scale(${scale} ${-scale})`;
    paths += `<path transform="${place}" d="${glyphs[0]?.path.toSVG()}"/>`;
    x += advanceWidth * scale + spacing;
  }
  return { width: Math.max(0, x - spacing), paths };
}
