import { parseAddresses } from '@promenade/contract/addresses';

const QUOTES = String.raw`["'“”„‟‘’‚«»‹›<>()]+`;
const AROUND = new RegExp(`^${QUOTES}|${QUOTES}$`, 'g');

/**
 * The words of a search, which are found in any order: without quotation marks around them, and without dashes and the like
 * between others.
 */
export function splitSearch(text = ''): string[] {
  const words = text
    .split(/\s+/)
    .map((word) => word.replace(AROUND, ''))
    .filter((word) => word !== '');
  const named = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return named.length > 0 ? named : words;
}

/** The same for people: `Name <address>` and `mailto:address` are the address, in the form that is stored. */
export function splitPeopleSearch(text = ''): string[] {
  const { addresses } = parseAddresses(text);
  return addresses.length === 1 ? addresses : splitSearch(text.replaceAll(/mailto:/gi, ''));
}

/** Of a word that may stand anywhere in a text in lower case. */
export const likeWord = (word: string): string => `%${word.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
