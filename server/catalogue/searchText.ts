/** Letters that Unicode normalization does not decompose. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
  '&': ' and ',
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');
/** Combining marks, and the Arabic tatweel. */
const MARKS = /[\p{M}\u0640]+/gu;

/** Limits in characters, for the size of index rows. */
const HEAD_MAX = 200;
const WORD_MAX = 60;
/** Further words are ignored. */
const QUERY_WORDS_MAX = 12;
/** Shorter words are too similar to each other. */
const FORGIVEN_FROM = 4;

/** Folds texts and queries alike: lower case, no accents, only letters, digits and spaces. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const cut = (text: string, length: number): string =>
  text.length <= length ? text : Array.from(text).slice(0, length).join('');

export const foldTitle = (text: string): string => cut(fold(text), HEAD_MAX);

/** Distinct words. Parts joined by punctuation are also one word (`R.E.M.`, `don't`, `AC/DC`). */
export function foldWords(...texts: string[]): string[] {
  const words = texts.flatMap((text) =>
    text.split(/\s+/).flatMap((chunk) => {
      const parts = fold(chunk).split(' ');
      return parts.length > 1 ? [...parts, parts.join('')] : parts;
    }),
  );
  return [...new Set(words.map((word) => cut(word, WORD_MAX)))].filter(Boolean);
}

/** Normalizes an ISRC, UPC or catalogue number; null without a digit. */
export function foldCode(text: string | null): string | null {
  const code = cut(fold(text ?? '').replaceAll(' ', ''), WORD_MAX).replace(/^0+(?=\d+$)/, '');
  return /\p{N}/u.test(code) ? code : null;
}

/** A folded query. */
export interface SearchText {
  words: string[];
  head: string;
  code: string | null;
}

export function parseSearchText(text: string): SearchText {
  const head = foldTitle(text);
  const words = [...new Set(head.split(' ').filter(Boolean))].map((word) => cut(word, WORD_MAX));
  return { words: words.slice(0, QUERY_WORDS_MAX), head, code: foldCode(text) };
}

/** The word and each variant with one letter left out. Words one edit apart share a spelling. */
export function spellingsOf(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** Long enough for a typo, and not a number. */
export const allowsTypo = (word: string): boolean =>
  Array.from(word).length >= FORGIVEN_FROM && !/^\p{N}+$/u.test(word);

/** One letter inserted, deleted, replaced, or two neighbours swapped. */
export function isOneEditApart(one: string, other: string): boolean {
  const a = Array.from(one);
  const b = Array.from(other);
  const start = a.findIndex((letter, at) => letter !== b[at]);
  const from = start === -1 ? a.length : start;
  const rest = (letters: string[], skipped: number) => letters.slice(from + skipped).join('');
  const swapped = a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2);
  return swapped || rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1);
}
