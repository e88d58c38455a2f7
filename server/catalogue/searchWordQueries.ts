import type { SearchSection } from '@promenade/contract/search';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';

/** What begins more words than this is not counted to the end. */
const COUNTED = 5_000;
/** Above every letter: where the words that begin alike end. */
const END = '\u{10ffff}';
/** Of the words that are spelled alike up to what was typed. */
const ALIKE = 200;

/** In how many rows of each section. */
export type Uses = Record<SearchSection, number>;

/** How many things there are, about: what the planner knows. */
const rowsOf = (section: SearchSection) =>
  sql`(select reltuples::int from pg_class where oid = ${sql.lit(`search_${section}`)}::regclass)`;

/** For each word how many things it may find, at most: Infinity when it begins very many words. */
export interface Counted {
  uses: Uses[];
  /** How many there are. */
  all: Uses;
}

/** In the order of the words. */
export async function countUses(db: Db, words: string[]): Promise<Counted> {
  const { rows } = await sql<Uses & { words: number; all: Uses }>`
    select json_build_object('tracks', ${rowsOf('tracks')}, 'artists', ${rowsOf('artists')}, 'labels', ${rowsOf('labels')},
      'releases', ${rowsOf('releases')}) as all, coalesce(sum(w.tracks), 0)::int as tracks, coalesce(sum(w.artists), 0)::int as artists,
      coalesce(sum(w.labels), 0)::int as labels, coalesce(sum(w.releases), 0)::int as releases, count(w.tracks)::int as words
    from unnest(${words}::text[]) with ordinality typed (word, position)
    left join lateral (
      select * from search_words where word >= typed.word and word < typed.word || ${END}
      limit ${sql.lit(COUNTED)}
    ) w on true
    group by position order by position`.execute(db);
  const many: Uses = { tracks: Infinity, artists: Infinity, labels: Infinity, releases: Infinity };
  const none: Uses = { tracks: 0, artists: 0, labels: 0, releases: 0 };
  return {
    uses: rows.map(({ words, all: _all, ...uses }) => (words === COUNTED ? many : uses)),
    all: rows[0]?.all ?? none,
  };
}

/** A word of the catalogue that shares a spelling with one that was typed. */
export interface Alike extends Uses {
  typed: string;
  word: string;
}

/**
 * Words that may be meant: they share one of the spellings. `begun` are spellings that a longer word may go on from.
 */
export async function findAlike(
  db: Db,
  exact: [spelling: string, typed: string][],
  begun: [spelling: string, typed: string][],
): Promise<Alike[]> {
  const { rows } = await sql<Alike>`
    select a.typed, w.*
    from (
      select t.typed, s.word
      from unnest(${exact.map(([spelling]) => spelling)}::text[], ${exact.map(([, typed]) => typed)}::text[]) t (spelling, typed)
      join search_spellings s on s.spelling = t.spelling
      union
      select t.typed, s.word
      from unnest(${begun.map(([spelling]) => spelling)}::text[], ${begun.map(([, typed]) => typed)}::text[]) t (spelling, typed)
      cross join lateral (
        select word from search_spellings where spelling >= t.spelling and spelling < t.spelling || ${END}
        limit ${sql.lit(ALIKE)}
      ) s
    ) a join search_words w on w.word = a.word`.execute(db);
  return rows;
}
