import { type MusicalKey, musicalKeys } from './catalogue.ts';

/** Hyphens of every kind, spaces and points, as printed in codes. */
const SEPARATORS = /[\s\p{Pd}\u00AD\u2212.]/gu;

/** Finds the first ISRC of a text, without separators and in capitals: `ISRC US-QX9-13-00108`. */
export function parseIsrc(text: string): string | undefined {
  for (const part of text.split(/[/;,|]/)) {
    const code = part.replace(SEPARATORS, '').toUpperCase();
    const found = /^(?:.*:)?(?:ISRC)?([A-Z]{2}[A-Z0-9]{3}\d{7})$/.exec(code)?.[1];
    if (found) return found;
  }
  return undefined;
}

/** Gives the 8 to 14 digits of a UPC, EAN or GTIN: `UPC 6 02445 79012 8`. Only zeros are a placeholder. */
export function parseBarcode(text: string): string | undefined {
  const code = text.replace(SEPARATORS, '').replace(/^(UPC|EAN|GTIN|BARCODE)?:?/i, '');
  return /^(?!0+$)\d{8,14}$/.test(code) ? code : undefined;
}

/** The last digit of a UPC, EAN or GTIN that follows from the others (GS1 General Specifications §7.9). */
export function getCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Semitones of the natural notes above C. */
const NOTES = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const LETTERS = /^([a-g])[\s-]*(#|♯|sharp|b|♭|flat)?[\s-]*(?:(M|maj|major)|(m|min|minor))?$/;

/** Reads a key: `Am`, `A minor`, `Abm`, `G#min`, or as DJ programs number them, `8A`, `08A` and `1m`. */
export function parseKey(text: string): MusicalKey | undefined {
  // The capital M alone means major.
  const key = text.trim().replace(/[^M]/g, (letter) => letter.toLowerCase());
  const [, number, mode = ''] = /^0?([1-9]|1[0-2])\s?([abdm])$/i.exec(key) ?? [];
  if (number !== undefined) {
    const fifths = Number(number) - (/[ab]/.test(mode) ? 8 : 1);
    return musicalKeys[2 * ((fifths + 12) % 12) + (/[am]/i.test(mode) ? 1 : 0)];
  }
  const [, letter, accidental, , minor] = LETTERS.exec(key.replace(/M(aj|in)/, 'm$1')) ?? [];
  if (letter === undefined) return undefined;
  const shift = accidental === undefined ? 0 : /[#♯s]/.test(accidental) ? 1 : -1;
  const fifths = (7 * ((NOTES[letter as keyof typeof NOTES] ?? 0) + shift + (minor ? 3 : 0) + 12)) % 12;
  return musicalKeys[2 * fifths + (minor ? 1 : 0)];
}

/** As tags spell it: `Am`, `F#`. */
export const formatKeyTag = (key: string): string => key.replace(/ major$/, '').replace(/ minor$/, 'm');
