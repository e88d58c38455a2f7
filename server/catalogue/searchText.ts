/** Letters that no normal form takes apart. */
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
/** Accents, points and vowel signs; the Arabic stroke that only stretches a word. */
const MARKS = /[\p{M}\u0640]+/gu;

/** Longest text and longest word that are looked at, in characters: both stand in indexes. */
const HEAD_MAX = 200;
const WORD_MAX = 60;
/** A query with more words is judged by its first ones. */
const QUERY_WORDS_MAX = 12;
/** Shorter words are too much alike to be forgiven a letter. */
const FORGIVEN_FROM = 4;

/** The one way that texts and queries are made comparable: no accents, no case, nothing but letters, digits and spaces. */
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

/** A title or name as it is compared as a whole. */
export const foldTitle = (text: string): string => cut(fold(text), HEAD_MAX);

/** The words of texts, each once; what marks hold together counts as one word, too (`R.E.M.`, `don't`, `AC/DC`). */
export function foldWords(...texts: string[]): string[] {
  const words = texts.flatMap((text) =>
    text.split(/\s+/).flatMap((chunk) => {
      const parts = fold(chunk).split(' ');
      return parts.length > 1 ? [...parts, parts.join('')] : parts;
    }),
  );
  return [...new Set(words.map((word) => cut(word, WORD_MAX)))].filter(Boolean);
}

/** An ISRC, UPC or catalogue number however it is written; null when there is none, or no digit in it. */
export function foldCode(text: string | null): string | null {
  const code = cut(fold(text ?? '').replaceAll(' ', ''), WORD_MAX).replace(/^0+(?=\d+$)/, '');
  return /\p{N}/u.test(code) ? code : null;
}

/** What was typed, ready to be compared. */
export interface SearchText {
  words: string[];
  head: string;
  code: string | null;
}

/** Words are empty when nothing was typed that could be found. */
export function parseSearchText(text: string): SearchText {
  const head = foldTitle(text);
  const words = [...new Set(head.split(' ').filter(Boolean))].map((word) => cut(word, WORD_MAX));
  return { words: words.slice(0, QUERY_WORDS_MAX), head, code: foldCode(text) };
}

/** Under which spellings a word is found by those who err in one letter: its own, and each that lacks one of its letters. */
export function spellingsOf(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** Whether a word is long enough that one wrong letter does not matter. A number is right or wrong. */
export const allowsTypo = (word: string): boolean =>
  Array.from(word).length >= FORGIVEN_FROM && !/^\p{N}+$/u.test(word);

/** Whether one letter too many, too few, another one or two that changed places make one word the other. */
export function isOneEditApart(one: string, other: string): boolean {
  const a = Array.from(one);
  const b = Array.from(other);
  const start = a.findIndex((letter, at) => letter !== b[at]);
  const from = start === -1 ? a.length : start;
  const rest = (letters: string[], skipped: number) => letters.slice(from + skipped).join('');
  const swapped = a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2);
  return swapped || rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1);
}
