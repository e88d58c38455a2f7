import { createHash } from 'node:crypto';

/** SVG paths of the letters in a box 60 wide and 100 high, which need no system font. */
const STROKES: Record<string, string> = {
  A: 'M4 100 30 0 56 100M14 66H46',
  B: 'M8 0V100M8 0H32C58 0 58 47 32 47H8M32 47C64 47 64 100 32 100H8',
  C: 'M54 18C38-8 4 2 4 50S38 108 54 82',
  D: 'M8 0V100M8 0H24C66 0 66 100 24 100H8',
  E: 'M52 0H8V100H52M8 48H44',
  F: 'M52 0H8V100M8 48H44',
  G: 'M54 18C38-8 4 2 4 50S40 110 55 80V54H34',
  H: 'M8 0V100M52 0V100M8 48H52',
  I: 'M30 0V100',
  J: 'M48 0V70C48 108 10 108 8 76',
  K: 'M8 0V100M52 0 8 56M22 40 54 100',
  L: 'M8 0V100H52',
  M: 'M4 100V0L30 60 56 0V100',
  N: 'M8 100V0L52 100V0',
  O: 'M30 0C-6 0-6 100 30 100S66 0 30 0Z',
  P: 'M8 100V0H32C60 0 60 54 32 54H8',
  Q: 'M30 0C-6 0-6 100 30 100S66 0 30 0ZM36 70 58 104',
  R: 'M8 100V0H32C60 0 60 50 32 50H8M30 50 54 100',
  S: 'M52 16C40-6 8-4 8 24S54 46 54 74 16 108 6 82',
  T: 'M2 0H58M30 0V100',
  U: 'M8 0V66C8 112 52 112 52 66V0',
  V: 'M4 0 30 100 56 0',
  W: 'M2 0 16 100 30 36 44 100 58 0',
  X: 'M6 0 54 100M54 0 6 100',
  Y: 'M4 0 30 50 56 0M30 50V100',
  Z: 'M6 0H54L6 100H54',
  0: 'M30 0C-2 0-2 100 30 100S62 0 30 0Z',
  1: 'M14 18 34 0V100',
  2: 'M8 22C12-10 52-6 52 26 52 52 8 70 8 100H54',
  3: 'M8 14C22-8 52-2 52 24 52 46 30 47 24 47 34 47 56 50 56 74 56 108 14 108 5 82',
  4: 'M42 100V0L4 68H56',
  5: 'M50 0H14L10 44C24 32 54 38 54 68 54 108 14 106 6 86',
  6: 'M46 2C18 18 6 44 6 68 6 110 54 110 54 70 54 36 12 36 7 66',
  7: 'M6 0H54L22 100',
  8: 'M30 0C2 0 2 46 30 46S58 0 30 0ZM30 46C-4 46-4 100 30 100S64 46 30 46Z',
  9: 'M14 98C42 82 54 56 54 32 54-10 6-10 6 30 6 64 48 64 53 34',
};
const SIZE = 1000;
const LETTER = { width: 60, height: 100, gap: 34 };

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
<g fill="none" stroke="#fff" stroke-opacity=".92" stroke-linecap="round" stroke-linejoin="round" stroke-width="15">${content}</g></svg>`,
  );
}

function initialsOf(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}\s&-]/gu, '')
    .toUpperCase()
    .split(/[\s&-]+/)
    .filter((word) => word !== '');
  const letters = [words[0]?.[0], words.length > 1 ? words.at(-1)?.[0] : undefined];
  return letters.filter((letter) => letter !== undefined && letter in STROKES) as string[];
}

function drawLetters(letters: string[]): string {
  const scale = letters.length === 1 ? 4.4 : 3.5;
  const width = letters.length * LETTER.width + (letters.length - 1) * LETTER.gap;
  const left = (SIZE - width * scale) / 2;
  const top = (SIZE - LETTER.height * scale) / 2;
  const paths = letters.map(
    (letter, index) => `<path transform="translate(${index * (LETTER.width + LETTER.gap)} 0)" d="${STROKES[letter]}"/>`,
  );
  return `<g transform="translate(${left} ${top}) scale(${scale})">${paths.join('')}</g>`;
}

/** Draws rings for names in other scripts. */
function drawRings(seed: number): string {
  const radii = Array.from({ length: 3 + (seed % 4) }, (_, index) => 90 + index * 62);
  return radii.map((radius) => `<circle cx="500" cy="500" r="${radius}"/>`).join('');
}
