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
  ς: 'σ',
  þ: 'th',
  '&': ' and ',
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');
/** Combining marks, and the Arabic tatweel. */
const MARKS = /[\p{M}\u0640]+/gu;

/** Texts of these letters have no spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
/** The Arabic article before a word of at least three letters. */
const ARABIC_ARTICLE = /^\u0627\u0644(?=\p{L}{3})/u;

/** Limits in characters, for the size of index rows. */
const HEAD_MAX = 200;
const WORD_MAX = 60;
/** From this length on a typed text is also looked up as the beginning of a code. */
const CODE_PREFIX_MIN = 4;
/** Sorts after every letter: the end of a prefix range. */
export const LAST_CHARACTER = '\u{10ffff}';
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

/** Stands for letters that no text has, so that only signs are found by signs. */
const SIGN = 'ʘ';

/** Makes a word of signs, of which `!!` is the beginning of `!!!`. */
const nameSigns = (text: string): string =>
  Array.from(
    text
      .normalize('NFKD')
      .replace(/[\p{C}\p{M}]+/gu, '')
      .trim(),
    (sign) => (/\s/.test(sign) ? ' ' : `${SIGN}${sign.codePointAt(0)?.toString(36)}`),
  ).join('');

/** A text of signs alone, such as `!!!`, keeps them. */
export const foldTitle = (text: string): string => cut(fold(text) || nameSigns(text), HEAD_MAX);

/** Distinct words to index. Parts joined by punctuation are also one word (`R.E.M.`, `don't`, `AC/DC`). */
export function foldWords(...texts: string[]): string[] {
  const words = texts.flatMap((text) =>
    text.split(/\s+/).flatMap((chunk) => {
      const parts = (fold(text) ? fold(chunk) : nameSigns(chunk)).split(' ');
      return parts.length > 1 ? [...parts, parts.join('')] : parts;
    }),
  );
  return [...new Set(words.flatMap((word) => listForms(cut(word, WORD_MAX))))].filter(Boolean);
}

/**
 * The word, also without the Arabic article, and from each Chinese or Japanese letter to its end: a word is found by
 * its beginning, so these are found by any part.
 */
function listForms(word: string): string[] {
  const letters = Array.from(word);
  const endings = letters.flatMap((letter, index) =>
    index > 0 && index < letters.length - 1 && UNSPACED.test(letter) ? [letters.slice(index).join('')] : [],
  );
  return [word, removeArticle(word), ...endings];
}

const removeArticle = (word: string) => word.replace(ARABIC_ARTICLE, '');

/** Normalizes an ISRC, UPC or catalogue number; null without a digit. */
export function foldCode(text: string | null): string | null {
  const code = removeLeadingZeros(joinWords(text ?? ''));
  return HAS_DIGIT.test(code) ? code : null;
}

const HAS_DIGIT = /\p{N}/u;
const joinWords = (text: string) => cut(fold(text).replaceAll(' ', ''), WORD_MAX);
/** UPC, EAN and GTIN of one product differ only in leading zeros. */
const removeLeadingZeros = (code: string) => code.replace(/^0+(?=\d+$)/, '');

/** A folded query. */
export interface SearchText {
  /** Without the Arabic article. */
  words: string[];
  head: string;
  /** The range of codes that are looked up; both ends are equal for a short text. */
  code: { from: string; to: string } | null;
}

export function parseSearchText(text: string): SearchText {
  const head = foldTitle(text);
  const words = head.split(' ').map((word) => removeArticle(cut(word, WORD_MAX)));
  return { words: [...new Set(words)].filter(Boolean).slice(0, QUERY_WORDS_MAX), head, code: parseCodeRange(text) };
}

/** What label copy and forms write before a code. */
const CODE_NAME = /^[\s([]*(?:isrc|upc|ean|gtin|barcode|cat(?:alogue|alog)?\.?\s*(?:no|nr|number))\b[\s:.#]*(?=.*\d)/i;

/** A text of several words without a digit is no code. */
function parseCodeRange(text: string): SearchText['code'] {
  const typed = joinWords(text.replace(CODE_NAME, ''));
  const isPrefix = typed.length >= CODE_PREFIX_MIN;
  if (!HAS_DIGIT.test(typed) && (!isPrefix || /\s/.test(text.trim()))) return null;
  const from = removeLeadingZeros(typed);
  return { from, to: isPrefix ? from + LAST_CHARACTER : from };
}

/** The word and each variant with one letter left out. Words one edit apart share a spelling. */
export function spellingsOf(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** Long enough for a typo, not a number, and of letters that are typed one by one. */
export const allowsTypo = (word: string): boolean =>
  Array.from(word).length >= FORGIVEN_FROM && !/^(\p{N}+$|ʘ)/u.test(word) && !UNSPACED.test(word);

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
