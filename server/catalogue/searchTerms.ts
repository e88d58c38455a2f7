import type { SearchSection } from '@promenade/contract/search';
import type { Db } from '../platform/database/db.ts';
import type { Wanted } from './searchQueries.ts';
import { isOneLetterOff, spellingsOf, type Typed } from './searchText.ts';
import { type Alike, findAlike, type Uses } from './searchWordQueries.ts';

/**
 * How many things that fit are found by the index of words and compared one by one, times the square root of all there
 * are: there it costs as much as going along the popular releases until enough fit. An artist is compared by some
 * releases, a label by very many.
 */
const FEW: Uses = { tracks: 1.8, artists: 1.4, labels: 0.6, releases: 2.8 };
/** A table that is not counted yet is small. */
const ALL_AT_LEAST = 1_000;
/** When so many hold even the rarest word, comparing is cheaper than looking it up. */
const MANY = 20_000;
/** So many entries of the index are read in the time in which one row is compared. */
const ENTRIES_FOR_ROW = 30;
/** A word of four letters that lacks one. */
const SHORTEST = 3;
/** From so many letters the beginning of a word may hold the wrong one, too. */
const BEGUN_FROM = 5;

/** What is known of the words that were typed. */
export interface Counted {
  /** For each how many things it may find. */
  uses: Uses[];
  /** How many there are. */
  all: Uses;
}

/** A typed word, what else it may mean, and how many things hold one of these. */
interface Meant {
  typed: string;
  others: string[];
  uses: Uses;
}

/** What was typed as the database looks for it: each word may be the beginning of one. */
export const readable = (typed: Typed, { uses, all }: Counted): Wanted =>
  wantedOf(
    typed,
    all,
    typed.words.map((word, at) => ({ typed: word, others: [], uses: uses[at] ?? NONE })),
  );

/** The same with one letter forgiven in each word; undefined when nothing else is spelled alike. */
export async function forgiving(db: Db, typed: Typed, { uses, all }: Counted): Promise<Wanted | undefined> {
  const long = typed.words.filter((word) => lengthOf(word) >= SHORTEST && !/^\p{N}+$/u.test(word));
  const last = long.filter((word) => word === typed.words.at(-1) && lengthOf(word) >= BEGUN_FROM);
  const alike = (await findAlike(db, long.flatMap(pairs), last.flatMap(pairs))).filter(isMeant);
  if (alike.length === 0) return undefined;
  const meant = typed.words.map((word, at) => {
    const others = alike.filter((one) => one.typed === word);
    return { typed: word, others: others.map(({ word }) => word), uses: others.reduce(sum, uses[at] ?? NONE) };
  });
  return wantedOf(typed, all, meant);
}

/** Of what nothing is known. */
export const NONE: Uses = { tracks: 0, artists: 0, labels: 0, releases: 0 };
const sum = (one: Uses, other: Uses): Uses => ({
  tracks: one.tracks + other.tracks,
  artists: one.artists + other.artists,
  labels: one.labels + other.labels,
  releases: one.releases + other.releases,
});
const lengthOf = (word: string) => Array.from(word).length;
const pairs = (typed: string) => spellingsOf(typed).map((spelling): [string, string] => [spelling, typed]);

/** Spellings meet at two letters off, too; what was typed may be off by one from the word or from its beginning. */
function isMeant({ typed, word }: Alike): boolean {
  if (word.startsWith(typed)) return false;
  if (isOneLetterOff(typed, word)) return true;
  const letters = Array.from(word);
  const length = lengthOf(typed);
  return (
    length >= BEGUN_FROM &&
    [length - 1, length, length + 1].some((size) => isOneLetterOff(typed, letters.slice(0, size).join('')))
  );
}

/** Folded words hold letters and digits alone, so quotes are all they need. */
const begins = (word: string) => `'${word}':*`;
const all = (parts: string[]) => parts.join(' & ');

function wantedOf({ words, head, code }: Typed, there: Uses, meant: Meant[]): Wanted {
  const query = ({ typed, others }: Meant) => `(${[begins(typed), ...others.map((word) => `'${word}'`)].join(' | ')})`;
  const rare = (section: SearchSection) => {
    const everything = Math.max(there[section], ALL_AT_LEAST);
    const looked: Meant[] = [];
    let rows = everything;
    for (const one of meant.toSorted((a, b) => a.uses[section] - b.uses[section])) {
      const uses = one.uses[section];
      if (uses > (looked.length === 0 ? MANY : ENTRIES_FOR_ROW * rows)) break;
      looked.push(one);
      rows *= Math.min(1, uses / everything);
    }
    const matches = meant.reduce((left, { uses }) => left * Math.min(1, uses[section] / everything), everything);
    // What the index leads to costs as much as it is; the way along the popular ones is the longer the less fits.
    const isFew = looked.length > 0 && rows * matches <= FEW[section] ** 2 * everything;
    return isFew ? all(looked.map(query)) : null;
  };
  return {
    loose: all(meant.map(query)),
    rare: { tracks: rare('tracks'), artists: rare('artists'), labels: rare('labels'), releases: rare('releases') },
    strict: all(words.map(begins)),
    whole: all(words.map((word) => `'${word}'`)),
    head,
    code,
  };
}
