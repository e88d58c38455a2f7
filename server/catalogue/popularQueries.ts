import { TOP_LIST_SIZE } from '@promenade/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { isAvailable } from './rowQueries.ts';

/**
 * Excludes imports until the transaction ends; they take the lock shared in `lockRelease`. Row locks would deadlock
 * with an import that replaces the logo of many releases.
 */
export async function lockPublishing(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('popular', 0))`.execute(db);
}

/** Counts the accounts that listened or downloaded since these instants. Writes only changed rows. */
export async function updateListenerCounts(db: Db, since: { short: Date; long: Date }): Promise<void> {
  await sql`
    update releases r set popular_7 = counted.short, popular_30 = counted.long
    from (
      select r.id, coalesce(had.short, 0) as short, coalesce(had.long, 0) as long
      from releases r left join (
        select release_id, count(distinct account_id) filter (where at >= ${since.short})::int as short,
          count(distinct account_id)::int as long
        from (
          select release_id, account_id, listened_at as at from plays where listened_at >= ${since.long}
          union all select release_id, account_id, downloaded_at from downloaded_tracks where downloaded_at >= ${since.long}
        ) used group by release_id
      ) had on had.release_id = r.id
    ) counted
    where r.id = counted.id and (r.popular_7, r.popular_30) is distinct from (counted.short, counted.long)`.execute(db);
}

/** Marks the releases with most listeners in the short window, in row and fragment. Newer releases win ties. */
export async function updateTrending(db: Db): Promise<void> {
  await sql`
    with top as (
      select r.id from releases r where ${isAvailable} and r.popular_7 > 0
      order by r.popular_7 desc, r.available_at desc, r.id desc limit ${sql.lit(TOP_LIST_SIZE)}
    ), changed as (
      select id, not trending as trending from releases
      where (trending and id not in (select id from top)) or (not trending and id in (select id from top))
    )
    update releases r set trending = c.trending, fragment = replace(r.fragment,
      '"trending":' || r.trending::text, '"trending":' || c.trending::text)
    from changed c where r.id = c.id`.execute(db);
}
