import type { Style } from './reportText.ts';

/** Measures of the sheet in points, from the left edge of A4. */
export const LEFT = 48;
export const RIGHT = 595.28 - 48;
/** Of a line, per point of its size; and from its top to where its letters stand. */
export const LINE_HEIGHT = 1.36;
export const ASCENT = 1.04;

export const INK = '#1c1714';
export const QUIET = '#6e645c';
export const HAIRLINE = '#d9d2ca';

export const title: Style = { size: 26, weight: 700, color: INK };
export const heading: Style = { size: 15, weight: 700, color: INK };
export const body: Style = { size: 9.5, weight: 400, color: INK };
export const strong: Style = { ...body, weight: 700 };
export const quiet: Style = { size: 8, weight: 400, color: QUIET };
export const small: Style = { ...quiet, size: 7.5 };
