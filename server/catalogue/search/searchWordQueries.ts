import type { SearchSection } from '@promenade/contract/search';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { LAST_CHARACTER } from './searchText.ts';

export type SectionCounts = Record<SearchSection, number>;
export const NO_ROWS: SectionCounts = { tracks: 0, artists: 0, labels: 0, releases: 0 };

/** A prefix of more words than this counts as unlimited. */
const PREFIX_WORDS_MAX = 5_000;
const SIMILAR_WORDS_MAX = 200;

export async function estimateRows(db: Db): Promise<SectionCounts> {
  const { rows } = await sql<SectionCounts>`
    select sum(reltuples) filter (where relname = 'search_tracks')::int as tracks,
      sum(reltuples) filter (where relname = 'search_artists')::int as artists,
      sum(reltuples) filter (where relname = 'search_labels')::int as labels,
      sum(reltuples) filter (where relname = 'search_releases')::int as releases
    from pg_class where oid in ('search_tracks'::regclass, 'search_artists'::regclass, 'search_labels'::regclass,
      'search_releases'::regclass)`.execute(db);
  return rows[0] ?? NO_ROWS;
}

/** How many rows contain a word that begins like this, at most. */
export async function countMatches(db: Db, prefix: string): Promise<SectionCounts> {
  const { rows } = await sql<SectionCounts & { words: number }>`
    select coalesce(sum(tracks), 0)::int as tracks, coalesce(sum(artists), 0)::int as artists,
      coalesce(sum(labels), 0)::int as labels, coalesce(sum(releases), 0)::int as releases, count(*)::int as words
    from (
      select * from search_words where word >= ${prefix} and word < ${prefix + LAST_CHARACTER}
      limit ${sql.lit(PREFIX_WORDS_MAX)}
    ) w`.execute(db);
  const { words = 0, ...counts } = rows[0] ?? {};
  if (words === PREFIX_WORDS_MAX) return { tracks: Infinity, artists: Infinity, labels: Infinity, releases: Infinity };
  return { ...NO_ROWS, ...counts };
}

/** A word of the catalogue that shares a spelling with a typed word. */
export interface SimilarWord extends SectionCounts {
  typed: string;
  word: string;
}

type SpellingPair = [spelling: string, typed: string];

/**
 * Finds words with one of these spellings, and words with a spelling that begins like one of `prefixes`. The input is a
 * row of its own, so that PostgreSQL reuses one plan.
 */
export async function listSimilarWords(
  db: Db,
  exact: SpellingPair[],
  prefixes: SpellingPair[],
): Promise<SimilarWord[]> {
  const { rows } = await sql<SimilarWord>`
    with input as materialized (
      select ${exact.map(([spelling]) => spelling)}::text[] as spellings, ${exact.map(([, typed]) => typed)}::text[] as typed,
        ${prefixes.map(([spelling]) => spelling)}::text[] as prefixes, ${prefixes.map(([, typed]) => typed)}::text[] as typed_prefixes
    )
    select similar_word.typed, w.*
    from (
      select t.typed, s.word
      from unnest((select spellings from input), (select typed from input)) t (spelling, typed)
      cross join lateral (select word from search_spellings where spelling = t.spelling offset 0) s
      union
      select t.typed, s.word
      from unnest((select prefixes from input), (select typed_prefixes from input)) t (prefix, typed)
      cross join lateral (
        select word from search_spellings where spelling >= t.prefix and spelling < t.prefix || ${LAST_CHARACTER}
        limit ${sql.lit(SIMILAR_WORDS_MAX)}
      ) s
    ) similar_word
    cross join lateral (select * from search_words w where w.word = similar_word.word offset 0) w`.execute(db);
  return rows;
}

/** A typed word that two words of the catalogue give together, the second one perhaps unfinished. */
export interface SplitWord extends SectionCounts {
  typed: string;
  first: string;
  rest: string;
}

/** Finds the pairs whose first word and the beginning of whose second word exist. The counts are those of the first word. */
export async function listSplitWords(
  db: Db,
  pairs: Pick<SplitWord, 'typed' | 'first' | 'rest'>[],
): Promise<SplitWord[]> {
  const { rows } = await sql<SplitWord>`
    select pair.typed, pair.first, pair.rest, w.tracks, w.artists, w.labels, w.releases
    from unnest(${pairs.map(({ typed }) => typed)}::text[], ${pairs.map(({ first }) => first)}::text[],
      ${pairs.map(({ rest }) => rest)}::text[]) pair (typed, first, rest)
    cross join lateral (select * from search_words w where w.word = pair.first offset 0) w
    where exists (
      select from search_words other where other.word >= pair.rest and other.word < pair.rest || ${LAST_CHARACTER})`.execute(
    db,
  );
  return rows;
}
