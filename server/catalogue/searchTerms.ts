import type { SearchSection } from '@promenade/contract/search';
import type { Db } from '../platform/database/db.ts';
import type { SearchTerms } from './searchQueries.ts';
import { isOneEditApart, type SearchText, spellingsOf } from './searchText.ts';
import {
  listSimilarWords,
  listSplitWords,
  NO_ROWS,
  type SectionCounts,
  type SimilarWord,
} from './searchWordQueries.ts';

/*
 * Turns typed words into search terms. Each word matches every word that begins like it. With typos forgiven it also
 * matches words that differ by one edit; both share a spelling, which is a word with at most one letter left out
 * (SymSpell). Then spaces are forgiven, too: a word also matches the two words that it consists of, and two
 * neighbours match the word that they are together. A word is selective for a section if reading its rows from the word index costs less than walking the
 * popular releases until enough of them match.
 */

/**
 * Reading the index costs about as much as its rows, walking costs all rows divided by the matches. They are equal at
 * `BREAK_EVEN² × all rows`; measured, because rows of artists and labels need more work.
 */
const BREAK_EVEN: SectionCounts = { tracks: 1.8, artists: 1.4, labels: 0.6, releases: 2.8 };
/** A table without statistics counts as small. */
const ROWS_MIN = 1_000;
/** Words in more rows are not looked up in the index. */
const INDEX_ENTRIES_MAX = 20_000;
const TYPO_LENGTH_MIN = 3;
/** From this length on, an unfinished word may contain a typo, too. */
const PREFIX_TYPO_LENGTH_MIN = 5;
/** Shorter words are not joined: they would match too much. */
const PART_LENGTH_MIN = 2;

export interface SearchEstimates {
  /** For each word how many rows it may match. */
  matches: SectionCounts[];
  rows: SectionCounts;
}

/** What one typed word, or two neighbours, match. */
interface Word {
  query: string;
  matches: SectionCounts;
}

export const createTerms = (text: SearchText, { matches, rows }: SearchEstimates): SearchTerms =>
  buildTerms(
    text,
    rows,
    text.words.map((typed, index) => ({ query: prefixQuery(typed), matches: matches[index] ?? NO_ROWS })),
  );

/**
 * Terms with one typo forgiven in each word, and a missing or superfluous space; undefined if nothing else is similar.
 * @param countMatches for each word how many rows it may match
 */
export async function createForgivingTerms(
  db: Db,
  text: SearchText,
  { matches, rows }: SearchEstimates,
  countMatches: (words: string[]) => Promise<SectionCounts[]>,
): Promise<SearchTerms | undefined> {
  const checked = text.words.filter((word) => lengthOf(word) >= TYPO_LENGTH_MIN && !/^\p{N}+$/u.test(word));
  const unfinished = checked.filter((word) => word === text.words.at(-1) && lengthOf(word) >= PREFIX_TYPO_LENGTH_MIN);
  const [found, splits, joined] = await Promise.all([
    listSimilarWords(db, checked.flatMap(spellingPairs), unfinished.flatMap(spellingPairs)),
    listSplitWords(db, text.words.flatMap(splitPairs)),
    countMatches(text.words.slice(1).map((word, index) => `${text.words[index]}${word}`)),
  ]);
  const similar = found.filter(isLikely);
  if (similar.length === 0 && splits.length === 0 && !joined.some(hasRows)) return undefined;
  const words = text.words.map((typed, index): Word => {
    const typos = similar.filter((word) => word.typed === typed);
    const parts = splits.filter((split) => split.typed === typed);
    return {
      query: anyOf([
        prefixQuery(typed),
        ...typos.map(({ word }) => wordQuery(word)),
        ...parts.map(({ first, rest }) => `(${allOf([wordQuery(first), prefixQuery(rest)])})`),
      ]),
      matches: [...typos, ...parts].reduce(addCounts, matches[index] ?? NO_ROWS),
    };
  });
  return buildTerms(text, rows, joinNeighbours(text.words, words, joined));
}

/**
 * Replaces two neighbours by one entry if they are a known word together.
 * @param joined rows of each word together with the next one
 */
function joinNeighbours(typed: string[], words: Word[], joined: SectionCounts[]): Word[] {
  const entries: Word[] = [];
  let isPartOfLast = false;
  for (const [index, word] of words.entries()) {
    const [next, counts] = [words[index + 1], joined[index]];
    if (isPartOfLast) isPartOfLast = false;
    else if (next && counts && hasRows(counts)) {
      const together = prefixQuery(`${typed[index]}${typed[index + 1]}`);
      entries.push({
        query: anyOf([`(${allOf([word.query, next.query])})`, together]),
        matches: addCounts(word.matches, counts),
      });
      isPartOfLast = true;
    } else entries.push(word);
  }
  return entries;
}

const hasRows = (counts: SectionCounts) => Object.values(counts).some((count) => count > 0);
const addCounts = (a: SectionCounts, b: SectionCounts): SectionCounts => ({
  tracks: a.tracks + b.tracks,
  artists: a.artists + b.artists,
  labels: a.labels + b.labels,
  releases: a.releases + b.releases,
});
const lengthOf = (word: string) => Array.from(word).length;
/** Each way to split a word into two. */
function splitPairs(typed: string): { typed: string; first: string; rest: string }[] {
  const letters = Array.from(typed);
  return letters.flatMap((_, at) =>
    at >= PART_LENGTH_MIN && letters.length - at >= PART_LENGTH_MIN
      ? [{ typed, first: letters.slice(0, at).join(''), rest: letters.slice(at).join('') }]
      : [],
  );
}
const spellingPairs = (typed: string) => spellingsOf(typed).map((spelling): [string, string] => [spelling, typed]);

/** Spellings also meet at two edits; the typed text may be one edit from the word or from its beginning. */
function isLikely({ typed, word }: SimilarWord): boolean {
  if (word.startsWith(typed)) return false;
  if (isOneEditApart(typed, word)) return true;
  const letters = Array.from(word);
  const length = lengthOf(typed);
  return (
    length >= PREFIX_TYPO_LENGTH_MIN &&
    [length - 1, length, length + 1].some((size) => isOneEditApart(typed, letters.slice(0, size).join('')))
  );
}

/** Folded words contain letters and digits alone, so quotes are enough. */
const prefixQuery = (word: string) => `'${word}':*`;
const wordQuery = (word: string) => `'${word}'`;
const allOf = (queries: string[]) => queries.join(' & ');
const anyOf = (queries: string[]) => `(${queries.join(' | ')})`;

function buildTerms({ words, head, code }: SearchText, rows: SectionCounts, searched: Word[]): SearchTerms {
  const index = (section: SearchSection) => selectiveQuery(section, rows[section], searched);
  return {
    match: allOf(searched.map(({ query }) => query)),
    index: { tracks: index('tracks'), artists: index('artists'), labels: index('labels'), releases: index('releases') },
    prefixes: allOf(words.map(prefixQuery)),
    words: allOf(words.map(wordQuery)),
    head,
    code,
  };
}

/** The words to look up in the index of a section; null if walking the popular releases is cheaper. */
function selectiveQuery(section: SearchSection, estimatedRows: number, words: Word[]): string | null {
  const rows = Math.max(estimatedRows, ROWS_MIN);
  const expectedMatches = (some: Word[]) =>
    some.reduce((left, { matches }) => left * Math.min(1, matches[section] / rows), rows);
  const indexed = words.filter(({ matches }) => matches[section] <= INDEX_ENTRIES_MAX);
  if (indexed.length === 0) return null;
  const cost = expectedMatches(indexed) * expectedMatches(words);
  return cost <= BREAK_EVEN[section] ** 2 * rows ? allOf(indexed.map(({ query }) => query)) : null;
}
