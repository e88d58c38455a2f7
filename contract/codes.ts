import { type MusicalKey, musicalKeys } from './catalogue.ts';

/** Hyphens of every kind, spaces and points, as printed in codes. */
const SEPARATORS = /[\s\p{Pd}\u00AD\u2212.]/gu;

/** Between several codes of one text; a blank may also be part of a code. */
const BETWEEN_CODES = /[/;,|]/;
const ISRC = '[A-Z]{2}[A-Z0-9]{3}\\d{7}';
const ISRCS = new RegExp(`^(?:.*?:)?(?:ISRC)?(${ISRC})(?:(?:ISRC:?)?${ISRC})*$`);

/** Finds the first ISRC of a text, without separators and in capitals: `ISRC US-QX9-13-00108`. */
export function parseIsrc(text: string): string | undefined {
  for (const part of text.split(BETWEEN_CODES)) {
    const found = ISRCS.exec(part.replace(SEPARATORS, '').toUpperCase())?.[1];
    if (found) return found;
  }
  return undefined;
}

/** Finds the first UPC, EAN or GTIN of a text, 8 to 14 digits: `UPC 6 02445 79012 8`. Only zeros are a placeholder. */
export function parseBarcode(text: string): string | undefined {
  for (const part of text.split(BETWEEN_CODES)) {
    const words = part.trim().split(/\s+/);
    const codes = [part, ...(words.every(isBarcode) ? words : [])];
    const found = codes.map((code) => code.replace(SEPARATORS, '').replace(/^(UPC|EAN|GTIN|BARCODE)?:?/i, ''));
    const code = found.find(isBarcode);
    if (code) return code;
  }
  return undefined;
}

const isBarcode = (code: string): boolean => /^(?!0+$)\d{8,14}$/.test(code);

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
/** `cis-Moll`, `Es-Dur`: there B is the English B flat, and H the English B. */
const GERMAN = /^([a-h])(is|e?s)?[\s-]*(dur|moll)$/i;
/** `La mineur`, `Si bémol majeur`, `Fa# minore`, `Do sostenido menor`; without accents. */
const SOLFEGE =
  /^(do|re|mi|fa|sol|la|si)[\s-]*(?:(#|♯|diese|diesis|sostenido)|(b|♭|bemol(?:le)?))?[\s-]*(?:(maj|majeur|maggiore|mayor|maior)|(m|min|mineur|minore|menor))?$/;
const SYLLABLES = { do: 'c', re: 'd', mi: 'e', fa: 'f', sol: 'g', la: 'a', si: 'b' };

/**
 * Reads a key: `Am`, `A minor`, `Abm`, `G#min`, `a-Moll`, `La mineur`, or as DJ programs number them, `8A`, `08A` and `1m`. Of several
 * that stand together the first counts: `8A - Am`, `8A/9A`, `8A (A minor)`, `Am - Energy 7`.
 */
export function parseKey(text: string): MusicalKey | undefined {
  for (const part of text.split(/[/|;,()]|\s[-–—]\s/)) {
    const key = parseOneKey(part.trim());
    if (key !== undefined) return key;
  }
  return undefined;
}

function parseOneKey(text: string): MusicalKey | undefined {
  const english = text.replace(GERMAN, (_, note: string, sign: string | undefined, mode: string) => {
    const letter = note.toLowerCase();
    const isFlat = sign === undefined ? letter === 'b' : !/^is$/i.test(sign);
    return `${letter === 'h' ? 'b' : letter}${isFlat ? 'b' : sign ? '#' : ''}${/moll/i.test(mode) ? 'm' : ''}`;
  });
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
  const [, syllable, sharp, flat, , isMinor] = SOLFEGE.exec(plain) ?? [];
  if (syllable !== undefined)
    return parseOneKey(
      `${SYLLABLES[syllable as keyof typeof SYLLABLES]}${sharp ? '#' : flat ? 'b' : ''}${isMinor ? 'm' : ''}`,
    );
  // The capital M alone means major.
  const key = english.replace(/[^M]/g, (letter) => letter.toLowerCase());
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
