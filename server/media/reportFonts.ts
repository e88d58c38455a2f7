import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { unpackWoff } from './reportWoff.ts';

export type Weight = 400 | 700;

/** Each in front of what it should not be asked for: the first one that has a character draws it. */
const subsets = [
  ['noto-sans', 'latin'],
  ['noto-sans', 'latin-ext'],
  ['noto-sans', 'vietnamese'],
  ['noto-sans', 'greek'],
  ['noto-sans', 'greek-ext'],
  ['noto-sans', 'cyrillic'],
  ['noto-sans', 'cyrillic-ext'],
  ['noto-sans', 'devanagari'],
  ['noto-sans-hebrew', 'hebrew'],
  ['noto-sans-arabic', 'arabic'],
  // Notes, stars, arrows; it comes in one weight.
  ['noto-sans-math', 'latin'],
] as const;

/** The fonts of a document, read when a character first needs them and known to it by their paths. */
export interface Fonts {
  /** Path of the font file for a character, `preferred` when that has it; undefined when no font does. */
  fileFor(character: string, weight: Weight, preferred?: string): string | undefined;
}

/** Scripts that are not here (Chinese, Japanese, Korean, Thai …) would cost 80 MB each. */
export function openFonts(doc: PDFKit.PDFDocument): Fonts {
  const { resolve } = createRequire(import.meta.url);
  const opened = new Map<string, Font>();
  const open = (path: string): Font => {
    const bytes = unpackWoff(readFileSync(path));
    doc.registerFont(path, bytes);
    const font = create(bytes) as Font;
    opened.set(path, font);
    return font;
  };
  const has = (path: string, code: number) => (opened.get(path) ?? open(path)).hasGlyphForCodePoint(code);
  const files = (weight: Weight) =>
    subsets.map(([family, subset]) => {
      const file = `${family}-${subset}-${family === 'noto-sans-math' ? 400 : weight}-normal.woff`;
      return resolve(`@fontsource/${family}/files/${file}`);
    });
  const paths = { 400: files(400), 700: files(700) };
  return {
    fileFor(character, weight, preferred) {
      const code = character.codePointAt(0) ?? 0;
      const wanted = preferred === undefined ? paths[weight] : [preferred, ...paths[weight]];
      return wanted.find((path) => has(path, code));
    },
  };
}
