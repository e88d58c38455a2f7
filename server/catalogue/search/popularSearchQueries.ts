import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** Number of the most popular releases whose search rows are stored once more, with a word index of their own. */
export const POPULAR_RELEASES = 50_000;

const popular = sql`(
  select id from releases where state = 'available'
  order by popular_30 desc, available_at desc, id desc limit ${sql.lit(POPULAR_RELEASES)})`;

/** Deletes the rows of releases that are no longer among the most popular ones, tracks by the foreign key. */
export async function deleteUnpopular(db: Db): Promise<void> {
  await sql`delete from search_popular_releases where release_id not in ${popular}`.execute(db);
}

/** Ids of the most popular releases whose search rows are not in the popular tables yet. */
export async function listMissingPopular(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.release_id as id from search_releases s
    where s.release_id in ${popular} and not exists (select from search_popular_releases p where p.release_id = s.release_id)
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of these releases whose search rows are in the popular tables. */
export async function listPopular(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select release_id as id from search_popular_releases where release_id = any(${ids}::int[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Copies the search rows of these releases and their tracks. */
export async function insertPopular(db: Db, ids: number[]): Promise<void> {
  await sql`
    insert into search_popular_releases (release_id, head, tsv)
    select release_id, head, tsv from search_releases where release_id = any(${ids}::int[])
    order by 1 on conflict do nothing`.execute(db);
  await sql`
    insert into search_popular_tracks (track_id, release_id, head, tsv)
    select track_id, release_id, head, tsv from search_tracks where release_id = any(${ids}::int[])
    order by 1 on conflict do nothing`.execute(db);
}
