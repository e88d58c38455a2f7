/** Stroke font: width and SVG path of each capital, 10 units high. */
const letters: Record<string, readonly [number, string]> = {
  A: [8, 'M0 10L4 0L8 10M1.6 6.7H6.4'],
  B: [6.2, 'M0 4.7H3.6A2.65 2.65 0 0 1 3.6 10H0V0H3.3A2.35 2.35 0 0 1 3.3 4.7'],
  C: [8.9, 'M8.9 1.9A5 5 0 1 0 8.9 8.1'],
  D: [7.5, 'M0 0V10H2.5A5 5 0 0 0 2.5 0Z'],
  E: [5.6, 'M5.6 0H0V10H5.6M0 5H4.8'],
  F: [5.4, 'M5.4 0H0V10M0 5H4.6'],
  G: [10, 'M8.9 1.9A5 5 0 1 0 9.98 5.3H5.8'],
  H: [7, 'M0 0V10M7 0V10M0 5H7'],
  I: [0, 'M0 0V10'],
  J: [4.6, 'M4.6 0V7.6A2.35 2.35 0 0 1 0 8'],
  K: [6.8, 'M0 0V10M6.5 0L0 6.2M2.5 3.9L6.8 10'],
  L: [5.2, 'M0 0V10H5.2'],
  M: [9, 'M0 10V0L4.5 6.8L9 0V10'],
  N: [7.4, 'M0 10V0L7.4 10V0'],
  O: [10, 'M5 0A5 5 0 1 1 5 10A5 5 0 1 1 5 0Z'],
  P: [6.4, 'M0 10V0H3.6A2.8 2.8 0 0 1 3.6 5.6H0'],
  Q: [10, 'M5 0A5 5 0 1 1 5 10A5 5 0 1 1 5 0ZM6.4 6.8L9.7 10.3'],
  R: [6.5, 'M0 10V0H3.6A2.7 2.7 0 0 1 3.6 5.4H0M3.3 5.4L6.5 10'],
  S: [6, 'M5.7 1.9A2.8 2.8 0 0 0 3 0H2.9A2.5 2.5 0 0 0 2.9 5H3.3A2.5 2.5 0 0 1 3.3 10H3A2.9 2.9 0 0 1 .2 8'],
  T: [7, 'M0 0H7M3.5 0V10'],
  U: [7.2, 'M0 0V6.4A3.6 3.6 0 0 0 7.2 6.4V0'],
  V: [8, 'M0 0L4 10L8 0'],
  W: [12, 'M0 0L3 10L6 1L9 10L12 0'],
  X: [7.4, 'M0 0L7.4 10M7.4 0L0 10'],
  Y: [7.6, 'M0 0L3.8 5.2L7.6 0M3.8 5.2V10'],
  Z: [6.8, 'M0 0H6.8L0 10H6.8'],
  0: [6.6, 'M3.3 0A3.3 5 0 1 1 3.3 10A3.3 5 0 1 1 3.3 0Z'],
  1: [2.4, 'M0 2L2.4 0V10'],
  2: [6, 'M.2 2.6A2.8 2.8 0 1 1 5 4.6L0 10H6'],
  3: [6, 'M.4 0H5.6L2.8 4H3A3 3 0 1 1 .2 8'],
  4: [6.6, 'M5 10V0L0 7H6.6'],
  5: [6.2, 'M5.6 0H1L.7 4.6A3.1 3.1 0 1 1 .2 8.4'],
  6: [6.2, 'M4.6 0L.8 5.4M3.1 3.8A3.1 3.1 0 1 1 3.1 10A3.1 3.1 0 1 1 3.1 3.8Z'],
  7: [6, 'M0 0H6L2 10'],
  8: [5.4, 'M2.7 4.6A2.3 2.3 0 1 1 2.7 0A2.3 2.3 0 1 1 2.7 4.6A2.7 2.7 0 1 1 2.7 10A2.7 2.7 0 1 1 2.7 4.6Z'],
  9: [6.2, 'M1.6 10L5.4 4.6M3.1 6.2A3.1 3.1 0 1 1 3.1 0A3.1 3.1 0 1 1 3.1 6.2Z'],
  ' ': [3.2, ''],
  '.': [0, 'M0 8.8V10'],
  ',': [0.4, 'M.4 9.8L0 11.4'],
  "'": [0, 'M0 0V2.4'],
  '’': [0, 'M0 0V2.4'],
  '-': [3.4, 'M0 5.4H3.4'],
  '–': [5, 'M0 5.4H5'],
  '/': [4.4, 'M4.4 -.6L0 10.6'],
  '&': [7.4, 'M7.4 10L1.6 2.8A1.75 1.75 0 1 1 4.6 2.6C4.4 4.6 0 4.8 0 7.4A2.6 2.6 0 0 0 2.7 10C5 10 6.6 8.4 6.9 5.8'],
  '!': [0, 'M0 0V6.6M0 8.8V10'],
  '+': [5, 'M0 5.4H5M2.5 2.9V7.9'],
};

/** Paths of combining accents, centred on the letter. */
const accents: Record<string, string> = {
  '\u0300': 'M.7 -1.6L-.9 -3.3',
  '\u0301': 'M-.7 -1.6L.9 -3.3',
  '\u0302': 'M-1.6 -1.7L0 -3.2L1.6 -1.7',
  '\u0303': 'M-1.9 -1.9C-1 -3.4 .9 -1.2 1.9 -2.7',
  '\u0308': 'M-1.6 -3V-1.8M1.6 -3V-1.8',
  '\u030a': 'M0 -3.6A1 1 0 1 1 0 -1.5A1 1 0 1 1 0 -3.6Z',
  '\u030c': 'M-1.6 -3.2L0 -1.7L1.6 -3.2',
  '\u0327': 'M0 10.4C1.6 11 1 12.8 -.9 12.5',
};

/** A drawn text with its top left corner at (0, 0); the capital height is 10 units. */
export interface Lettering {
  width: number;
  /** SVG `<path>` elements without colour. */
  paths: string;
}

/** Draws a text in capitals; undefined when the font lacks one of its characters. */
export function drawText(text: string, spacing: number): Lettering | undefined {
  let x = 0;
  let lastWidth = 0;
  let paths = '';
  for (const character of text.toUpperCase().replaceAll('ß', 'SS').replaceAll('Ø', 'O').normalize('NFD')) {
    const accent = accents[character];
    const glyph = letters[character];
    if (accent !== undefined) {
      paths += `<path transform="translate(${(x - spacing - lastWidth / 2).toFixed(2)} 0)" d="${accent}"/>`;
    } else if (glyph) {
      const [width, path] = glyph;
      if (path) paths += `<path transform="translate(${x.toFixed(2)} 0)" d="${path}"/>`;
      x += width + spacing;
      lastWidth = width;
    } else {
      return undefined;
    }
  }
  return { width: Math.max(0, x - spacing), paths };
}
