import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

export type Weight = 400 | 700;

/** Ordered by preference. Chinese, Japanese, Korean and Thai are absent, because each would add 80 MB. */
const SUBSETS = [
  ['noto-sans', 'latin'],
  ['noto-sans', 'latin-ext'],
  ['noto-sans', 'vietnamese'],
  ['noto-sans', 'greek'],
  ['noto-sans', 'greek-ext'],
  ['noto-sans', 'cyrillic'],
  ['noto-sans', 'cyrillic-ext'],
  ['noto-sans', 'devanagari'],
  ['noto-sans-hebrew', 'hebrew'],
  ['amiri', 'arabic'],
  ['noto-sans-armenian', 'armenian'],
  ['noto-sans-georgian', 'georgian'],
  ['noto-sans-ethiopic', 'ethiopic'],
  // Notes, stars and arrows, in one weight.
  ['noto-sans-math', 'latin'],
] as const;

/** Name of the font for ℗. */
export const CIRCLED = 'Circled';

/** Registers fonts in the document when a character first needs them; their names are file paths. */
export function createFontSet(doc: PDFKit.PDFDocument) {
  const { resolve } = createRequire(import.meta.url);
  const opened = new Map<string, Font>();
  const open = (path: string): Font => {
    const bytes = unpackWoff(readFileSync(path));
    doc.registerFont(path, bytes);
    const font = create(bytes) as Font;
    opened.set(path, font);
    return font;
  };
  const listPaths = (weight: Weight) =>
    SUBSETS.map(([family, subset]) => {
      const file = `${family}-${subset}-${family === 'noto-sans-math' ? 400 : weight}-normal.woff`;
      return resolve(`@fontsource/${family}/files/${file}`);
    });
  const paths = { 400: listPaths(400), 700: listPaths(700) };
  return {
    /** Gives the outline of a bold P, and registers the font `CIRCLED`, whose P is copied as ℗, which no font has. */
    getCircledLetter(): { outline: string; unitsPerEm: number } {
      const font = opened.get(CIRCLED) ?? (create(unpackWoff(readFileSync(paths[700][0] ?? ''))) as Font);
      const letter = font.glyphForCodePoint(0x50);
      if (!opened.has(CIRCLED)) {
        letter.codePoints.splice(0, 1, 0x2117);
        // pdfkit joins fonts of one name.
        Object.defineProperty(font, 'postscriptName', { value: CIRCLED });
        doc.registerFont(CIRCLED, font as unknown as Buffer);
        opened.set(CIRCLED, font);
      }
      return { outline: letter.path.toSVG(), unitsPerEm: font.unitsPerEm };
    },
    /** Gives the name of a registered font that has the character, if possible the preferred one. */
    findFont(character: string, weight: Weight, preferred?: string): string | undefined {
      const code = character.codePointAt(0) ?? 0;
      const candidates = preferred === undefined ? paths[weight] : [preferred, ...paths[weight]];
      return candidates.find((path) => (opened.get(path) ?? open(path)).hasGlyphForCodePoint(code));
    },
  };
}

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** Converts WOFF to SFNT. Fontkit reads WOFF, too, but inflates a whole table for each embedded glyph. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(16 * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const source = WOFF_HEADER_BYTES + WOFF_ENTRY_BYTES * index;
    const packedOffset = woff.readUInt32BE(source + 4);
    const packedBytes = woff.readUInt32BE(source + 8);
    const bytes = woff.readUInt32BE(source + 12);
    const packed = woff.subarray(packedOffset, packedOffset + packedBytes);
    const target = SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * index;
    woff.copy(head, target, source, source + 4);
    woff.copy(head, target + 4, source + 16, source + 20);
    head.writeUInt32BE(offset, target + 8);
    head.writeUInt32BE(bytes, target + 12);
    const padding = Buffer.alloc((4 - (bytes % 4)) % 4);
    parts.push(packedBytes < bytes ? inflateSync(packed) : packed, padding);
    offset += bytes + padding.length;
  }
  return Buffer.concat(parts);
}
