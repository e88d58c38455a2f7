import type { SearchSection } from '@promenade/contract/search';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { shaped } from '../platform/database/shaped.ts';

/** What begins more words than this is not counted to the end. */
const COUNTED = 5_000;
/** Above every letter: where the words that begin alike end. */
export const END = '\u{10ffff}';
/** Of the words that are spelled alike up to what was typed. */
const ALIKE = 200;

/** In how many rows of each section. */
export type Uses = Record<SearchSection, number>;

/** How many things there are, about: what the planner knows. */
export async function countThings(db: Db): Promise<Uses> {
  const { rows } = await sql<Uses>`
    select sum(reltuples) filter (where relname = 'search_tracks')::int as tracks,
      sum(reltuples) filter (where relname = 'search_artists')::int as artists,
      sum(reltuples) filter (where relname = 'search_labels')::int as labels,
      sum(reltuples) filter (where relname = 'search_releases')::int as releases
    from pg_class where oid in ('search_tracks'::regclass, 'search_artists'::regclass, 'search_labels'::regclass,
      'search_releases'::regclass)`.execute(db);
  return rows[0] ?? { tracks: 0, artists: 0, labels: 0, releases: 0 };
}

/**
 * For each word, in their order, how many things it may find, at most: Infinity when it begins very many words. They come
 * in as a row of their own, so that the planner keeps one plan.
 */
export async function countUses(db: Db, words: string[]): Promise<Uses[]> {
  const { rows } = await sql<Uses & { words: number }>`
    with asked as materialized (select ${words}::text[] as words)
    select coalesce(sum(w.tracks), 0)::int as tracks, coalesce(sum(w.artists), 0)::int as artists,
      coalesce(sum(w.labels), 0)::int as labels, coalesce(sum(w.releases), 0)::int as releases, count(w.tracks)::int as words
    from unnest((select words from asked)) with ordinality typed (word, position)
    left join lateral (
      select * from search_words where word >= typed.word and word < typed.word || ${END}
      limit ${sql.lit(COUNTED)}
    ) w on true
    group by position order by position`.execute(db);
  const many: Uses = { tracks: Infinity, artists: Infinity, labels: Infinity, releases: Infinity };
  return rows.map(({ words, ...uses }) => (words === COUNTED ? many : uses));
}

/** A word of the catalogue that shares a spelling with one that was typed. */
export interface Alike extends Uses {
  typed: string;
  word: string;
}

/**
 * Words that may be meant: they share one of the spellings. `begun` are spellings that a longer word may go on from.
 */
export const findAlike = (
  db: Db,
  exact: [spelling: string, typed: string][],
  begun: [spelling: string, typed: string][],
): Promise<Alike[]> =>
  alike(db, 0, {
    spellings: exact.map(([spelling]) => spelling),
    typed: exact.map(([, typed]) => typed),
    begun: begun.map(([spelling]) => spelling),
    begunTyped: begun.map(([, typed]) => typed),
  });

const alike = shaped<0, Record<'spellings' | 'typed' | 'begun' | 'begunTyped', string[]>, Alike>(
  (_one, { spellings, typed, begun, begunTyped }) => sql`
    with asked as materialized (
      select ${spellings}::text[] as spellings, ${typed}::text[] as typed,
        ${begun}::text[] as begun, ${begunTyped}::text[] as begun_typed)
    select a.typed, w.*
    from (
      select t.typed, s.word
      from unnest((select spellings from asked), (select typed from asked)) t (spelling, typed)
      cross join lateral (select word from search_spellings where spelling = t.spelling offset 0) s
      union
      select t.typed, s.word
      from unnest((select begun from asked), (select begun_typed from asked)) t (spelling, typed)
      cross join lateral (
        select word from search_spellings where spelling >= t.spelling and spelling < t.spelling || ${END}
        limit ${sql.lit(ALIKE)}
      ) s
    ) a cross join lateral (select * from search_words w where w.word = a.word offset 0) w`,
);
