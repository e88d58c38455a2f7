import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type GlyphRun } from 'fontkit';

const SIZE = 1000;
/** Of the typeface, in its units. */
const CAP_HEIGHT = 660;
/** The typeface of the headings, in files of which none has all letters. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese'];
const { resolve } = createRequire(import.meta.url);
let fonts: Font[] | undefined;

export function openFonts(): Font[] {
  fonts ??= SUBSETS.map((subset) => {
    const file = `bricolage-grotesque-${subset}-wght-normal.woff2`;
    return create(readFileSync(resolve(`@fontsource-variable/bricolage-grotesque/files/${file}`))) as Font;
  });
  return fonts;
}

/** Draws the initials of a name as SVG, on a colour derived from the name. */
export function drawInitials(name: string): Buffer {
  const letters = initialsOf(name);
  const [hue = 0, tilt = 0, shape = 0] = createHash('sha256').update(name.toLowerCase()).digest();
  const angle = Math.round((hue / 255) * 360);
  const content = letters.length > 0 ? drawLetters(letters) : drawRings(shape);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">
<defs><linearGradient id="g" gradientTransform="rotate(${20 + (tilt % 50)})">
<stop offset="0" stop-color="hsl(${angle},52%,34%)"/><stop offset="1" stop-color="hsl(${(angle + 48) % 360},58%,18%)"/>
</linearGradient></defs>
<rect width="${SIZE}" height="${SIZE}" fill="url(#g)"/>
${content}</svg>`,
  );
}

function initialsOf(name: string): GlyphRun[] {
  const words = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}\s&-]/gu, '')
    .toUpperCase()
    .split(/[\s&-]+/)
    .filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined].flatMap((word = '') => {
    const [letter = ''] = word;
    const font = openFonts().find((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    return font ? [font.layout(letter)] : [];
  });
}

/** Sets the letters beside each other, in the middle. */
function drawLetters(letters: GlyphRun[]): string {
  const width = letters.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0);
  // Artists are shown in a circle.
  const scale = Math.min(0.62, 620 / width);
  let left = -width / 2;
  const paths = letters.map(({ glyphs, advanceWidth }) => {
    const path = glyphs[0]?.path;
    const x = left;
    left += advanceWidth;
    return `<path transform="translate(${x} 0)" d="${path?.toSVG()}"/>`;
  });
  return `<g transform="translate(500 ${500 + (CAP_HEIGHT * scale) / 2}) scale(${scale} ${-scale})" fill="#fff" fill-opacity=".92">${paths.join('')}</g>`;
}

/** Draws rings for names in other scripts. */
function drawRings(seed: number): string {
  const radii = Array.from({ length: 3 + (seed % 4) }, (_, index) => 90 + index * 62);
  const circles = radii.map((radius) => `<circle cx="500" cy="500" r="${radius}"/>`).join('');
  return `<g fill="none" stroke="#fff" stroke-opacity=".92" stroke-width="15">${circles}</g>`;
}
