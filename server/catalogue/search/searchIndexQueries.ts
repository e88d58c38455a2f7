import type { SearchSection } from '@promenade/contract/search';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { SectionCounts } from './searchWordQueries.ts';

export interface NamedRelease {
  id: number;
  title: string;
  artist: string;
  upc: string | null;
  catalognumber: string | null;
  artists: string[];
  labels: string[];
}

export interface NamedTrack {
  id: number;
  release_id: number;
  title: string;
  version: string;
  artist: string;
  isrc: string | null;
}

/** An artist or label. */
export interface NamedOne {
  id: number;
  name: string;
}

/** Locks releases until the transaction ends and reads their names. */
export async function lockReleases(db: Db, ids: number[]): Promise<NamedRelease[]> {
  const { rows } = await sql<NamedRelease>`
    select r.id, r.title, r.artist, r.upc, r.catalognumber,
      array(select a.name from release_artist ra join artists a on a.id = ra.artist_id where ra.release_id = r.id) as artists,
      array(select l.name from release_label rl join labels l on l.id = rl.label_id where rl.release_id = r.id) as labels
    from releases r where r.id = any(${ids}::int[]) order by r.id for update of r`.execute(db);
  return rows;
}

export async function listTracks(db: Db, releaseIds: number[]): Promise<NamedTrack[]> {
  return db
    .selectFrom('tracks')
    .select(['id', 'title', 'version', 'artist', 'isrc', sql<number>`release_id`.as('release_id')])
    .where(sql<boolean>`release_id = any(${releaseIds}::int[])`)
    .orderBy('id')
    .execute();
}

/** Artists or labels without a search row, of these releases or of all. */
export async function listUnindexedNames(db: Db, kind: 'artist' | 'label', releaseIds?: number[]): Promise<NamedOne[]> {
  const id = sql.ref(`${kind}_id`);
  const theirs = sql`and id in (
    select ${id} from ${sql.table(`release_${kind}`)} where release_id = any(${releaseIds}::int[]))`;
  const { rows } = await sql<NamedOne>`
    select id, name from ${sql.table(`${kind}s`)} n
    where not exists (select from ${sql.table(`search_${kind}s`)} s where s.${id} = n.id) ${releaseIds ? theirs : sql``}
    order by id`.execute(db);
  return rows;
}

/** Deletes the search rows of releases and their tracks. Returns the words of each row. */
export async function deleteRows(db: Db, releaseIds: number[]): Promise<{ section: SearchSection; words: string[] }[]> {
  const { rows } = await sql<{ section: SearchSection; words: string[] }>`
    with tracks as (delete from search_tracks where release_id = any(${releaseIds}::int[]) returning tsv),
      gone as (delete from search_releases where release_id = any(${releaseIds}::int[]) returning tsv)
    select 'tracks' as section, tsvector_to_array(tsv) as words from tracks
    union all select 'releases', tsvector_to_array(tsv) from gone`.execute(db);
  return rows;
}

/** Returns its words. */
export async function deleteLabel(db: Db, labelId: number): Promise<string[]> {
  const { rows } = await sql<{ words: string[] }>`
    delete from search_labels where label_id = ${labelId} returning tsvector_to_array(tsv) as words`.execute(db);
  return rows[0]?.words ?? [];
}

/** `words` are folded. */
export interface SearchRow {
  id: number;
  head: string;
  words: string[];
}

/** An array of word lists as one array of texts, because PostgreSQL arrays must be rectangular. */
const wordTexts = (rows: SearchRow[]) => rows.map(({ words }) => words.join(' '));
const tsv = sql`array_to_tsvector(string_to_array(nullif(words, ''), ' '))`;

export async function insertReleases(
  db: Db,
  rows: (SearchRow & { upc: string | null; catalognumber: string | null })[],
): Promise<void> {
  await sql`
    insert into search_releases (release_id, head, tsv, upc, catalognumber)
    select id, head, coalesce(${tsv}, ''), upc, catalognumber
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ head }) => head)}::text[], ${wordTexts(rows)}::text[],
      ${rows.map(({ upc }) => upc)}::text[], ${rows.map(({ catalognumber }) => catalognumber)}::text[])
      r (id, head, words, upc, catalognumber)`.execute(db);
}

export async function insertSearchTracks(
  db: Db,
  rows: (SearchRow & { release_id: number; isrc: string | null })[],
): Promise<void> {
  await sql`
    insert into search_tracks (track_id, release_id, head, tsv, isrc)
    select id, release_id, head, coalesce(${tsv}, ''), isrc
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ release_id }) => release_id)}::int[],
      ${rows.map(({ head }) => head)}::text[], ${wordTexts(rows)}::text[], ${rows.map(({ isrc }) => isrc)}::text[])
      t (id, release_id, head, words, isrc)`.execute(db);
}

/** Returns the ids of new rows; a concurrent import may have inserted the same name. */
export async function insertNames(db: Db, kind: 'artist' | 'label', rows: SearchRow[]): Promise<Set<number>> {
  const id = sql.ref(`${kind}_id`);
  const put = await sql<{ id: number }>`
    insert into ${sql.table(`search_${kind}s`)} (${id}, head, tsv)
    select id, head, coalesce(${tsv}, '')
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ head }) => head)}::text[], ${wordTexts(rows)}::text[])
      n (id, head, words) order by id
    on conflict do nothing returning ${id} as id`.execute(db);
  return new Set(put.rows.map(({ id }) => id));
}

/** Adds to the counts of words; returns the new words. Rows are locked in one order, which prevents deadlocks. */
export async function addWordCounts(db: Db, counts: Map<string, SectionCounts>): Promise<string[]> {
  const of = (section: SearchSection) => [...counts.values()].map((uses) => uses[section]);
  const { rows } = await sql<{ word: string; isNew: boolean }>`
    insert into search_words as w (word, tracks, artists, labels, releases)
    select * from unnest(${[...counts.keys()]}::text[], ${of('tracks')}::int[], ${of('artists')}::int[], ${of('labels')}::int[],
      ${of('releases')}::int[]) c (word, tracks, artists, labels, releases)
    order by word collate "C"
    on conflict (word) do update set tracks = w.tracks + excluded.tracks, artists = w.artists + excluded.artists,
      labels = w.labels + excluded.labels, releases = w.releases + excluded.releases
    returning word, xmax = 0 as "isNew"`.execute(db);
  return rows.filter(({ isNew }) => isNew).map(({ word }) => word);
}

export async function insertSpellings(db: Db, pairs: [spelling: string, word: string][]): Promise<void> {
  await sql`
    insert into search_spellings (spelling, word)
    select * from unnest(${pairs.map(([spelling]) => spelling)}::text[], ${pairs.map(([, word]) => word)}::text[]) p (spelling, word)
    order by 1, 2 on conflict do nothing`.execute(db);
}

/** Deletes those of these words that no row contains any more. */
export async function deleteUnusedWords(db: Db, words: string[], spellings: string[]): Promise<void> {
  await sql`
    with gone as (delete from search_words where word = any(${words}::text[])
      and greatest(tracks, artists, labels, releases) <= 0 returning word)
    delete from search_spellings where spelling = any(${spellings}::text[]) and word in (select word from gone)`.execute(
    db,
  );
}

/** Ids of releases without a search row, in ascending order after `after`. */
export async function listUnindexedReleases(db: Db, after: number, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('releases')
    .leftJoin('search_releases', 'search_releases.release_id', 'releases.id')
    .where('search_releases.release_id', 'is', null)
    .where('releases.id', '>', after)
    .select('releases.id')
    .orderBy('releases.id')
    .limit(sql.lit<number>(count))
    .execute();
  return rows.map(({ id }) => id);
}

export async function truncateIndex(db: Db): Promise<void> {
  await sql`
    truncate search_releases, search_tracks, search_artists, search_labels, search_words, search_spellings,
      search_popular_releases, search_popular_tracks`.execute(db);
}

/** Updates planner statistics after a bulk insert. */
export async function analyzeIndex(db: Db): Promise<void> {
  await sql`
    analyze search_releases, search_tracks, search_artists, search_labels, search_words, search_spellings,
      search_popular_releases, search_popular_tracks`.execute(db);
}
