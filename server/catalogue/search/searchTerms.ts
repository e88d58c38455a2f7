import type { SearchSection } from '@promenade/contract/search';
import type { Db } from '../../platform/database/db.ts';
import { POPULAR_RELEASES } from './popularSearchQueries.ts';
import { hasPopularIndex, type SearchTerms, type Source } from './searchQueries.ts';
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
 * neighbours match the word that they are together.
 *
 * Three sources of candidates cost, in rows: the word index its matches, the word index of the popular releases their
 * share of these, and walking the popular releases until enough match `BREAK_EVEN² × all rows / matches`. The cheapest
 * is read first. The counts do not say which words come together, nor what is visible: sections with too few results
 * are read again from a complete source.
 */

/** Matches for which reading the word index costs as much as walking, by the square root of all rows; measured. */
const BREAK_EVEN: SectionCounts = { tracks: 1.8, artists: 1.4, labels: 0.6, releases: 2.8 };
/** With fewer matches expected among the popular releases these are not searched: too few matches may be visible. */
const POPULAR_MATCHES_MIN = 10;
/** A table without statistics counts as small. */
const ROWS_MIN = 1_000;
/** With more matches expected the index is not read. */
const INDEX_MATCHES_MAX = 20_000;
/** Reading and checking a row costs as much as so many entries of the rarest word in the index; measured. */
const ENTRIES_PER_ROW = 20;
/** The index has the beginnings of words up to this length, in characters: `search_prefixes` in the database. */
const INDEXED_PREFIX_MAX = 8;
const TYPO_LENGTH_MIN = 3;
/** From this length on, an unfinished word may contain a typo, too. */
const PREFIX_TYPO_LENGTH_MIN = 5;
/** Shorter words are not joined: they would match too much. */
const PART_LENGTH_MIN = 2;

export interface SearchEstimates {
  /** For each word how many rows it may match. */
  matches: SectionCounts[];
  rows: SectionCounts;
  /** These two: see `SearchRequest`. */
  isSmall: boolean;
  isLarge: boolean;
}

/** What one typed word, or two neighbours, match. */
interface Word {
  query: string;
  matches: SectionCounts;
}

export const createTerms = (text: SearchText, estimates: SearchEstimates): SearchTerms =>
  buildTerms(
    text,
    estimates,
    text.words.map((typed, index) => ({ query: prefixQuery(typed), matches: estimates.matches[index] ?? NO_ROWS })),
  );

/**
 * Terms with one typo forgiven in each word, and a missing or superfluous space; undefined if nothing else is similar.
 * @param countMatches for each word how many rows it may match
 */
export async function createForgivingTerms(
  db: Db,
  text: SearchText,
  estimates: SearchEstimates,
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
      matches: [...typos, ...parts].reduce(addCounts, estimates.matches[index] ?? NO_ROWS),
    };
  });
  return buildTerms(text, estimates, joinNeighbours(text.words, words, joined));
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

function buildTerms({ words, head, code }: SearchText, estimates: SearchEstimates, searched: Word[]): SearchTerms {
  const match = allOf(searched.map(({ query }) => query));
  const sources = (section: SearchSection) => chooseSources(section, estimates, searched);
  return {
    match,
    index: match.replaceAll(/'([^']*)'(?::\*)?/g, (_query, word: string) => wordQuery(cutPrefix(word))),
    sources: {
      tracks: sources('tracks'),
      artists: sources('artists'),
      labels: sources('labels'),
      releases: sources('releases'),
    },
    prefixes: allOf(words.map(prefixQuery)),
    words: allOf(words.map(wordQuery)),
    head,
    code,
  };
}

/** The longest beginning of a word that is in the prefix index. */
const cutPrefix = (word: string) => Array.from(word).slice(0, INDEXED_PREFIX_MAX).join('');

/** The sources to read in turn while a section has too few results; the last one is complete. */
function chooseSources(section: SearchSection, estimates: SearchEstimates, words: Word[]): [Source, ...Source[]] {
  const rows = Math.max(estimates.rows[section], ROWS_MIN);
  const counts = words.map((word) => word.matches[section]);
  const matches = counts.reduce((left, count) => left * Math.min(1, count / rows), rows);
  const isIndexed = matches <= INDEX_MATCHES_MAX;
  const indexCost = isIndexed ? matches + Math.min(...counts) / ENTRIES_PER_ROW : Infinity;
  const walkCost = (BREAK_EVEN[section] ** 2 * rows) / matches;
  if (estimates.isSmall || !estimates.isLarge) return [indexCost <= walkCost ? 'index' : 'walk'];
  // A walk for several words ends early.
  const complete = isIndexed || words.length > 1 ? 'index' : 'walk';
  const popularShare = POPULAR_RELEASES / estimates.rows.releases;
  const isPopularEnough = hasPopularIndex(section) && matches * popularShare >= POPULAR_MATCHES_MIN;
  if (isPopularEnough && matches * popularShare < Math.min(indexCost, walkCost)) return ['popular', complete];
  if (indexCost <= walkCost) return ['index'];
  return words.length > 1 ? ['walk', 'index'] : ['walk'];
}
