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

/** Copies popularity and date of the releases into the rows, which are sorted by them. */
export async function updatePopularOrder(db: Db): Promise<void> {
  for (const table of ['search_popular_releases', 'search_popular_tracks'])
    await sql`
      update ${sql.table(table)} s set popular = r.popular_30, newest = r.available_at
      from releases r where r.id = s.release_id and (s.popular, s.newest) is distinct from (r.popular_30, r.available_at)`.execute(
      db,
    );
}

/** Copies the search rows of these releases and their tracks. */
export async function insertPopular(db: Db, ids: number[]): Promise<void> {
  await sql`
    insert into search_popular_releases (release_id, head, tsv, popular, newest)
    select s.release_id, s.head, s.tsv, r.popular_30, r.available_at
    from search_releases s join releases r on r.id = s.release_id where s.release_id = any(${ids}::int[])
    order by 1 on conflict do nothing`.execute(db);
  await sql`
    insert into search_popular_tracks (track_id, release_id, head, tsv, popular, newest)
    select s.track_id, s.release_id, s.head, s.tsv, r.popular_30, r.available_at
    from search_tracks s join releases r on r.id = s.release_id where s.release_id = any(${ids}::int[])
    order by 1 on conflict do nothing`.execute(db);
}
