import type { Heard } from '@promenade/contract/catalogue';
import { HEARD_SHARE, LISTENED_S, SAMPLED_S } from '@promenade/contract/limits';
import { sql } from 'kysely';
import { audible, itsMark, listed, song, type Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';

/** A track and an account, and how many seconds of it were heard this time. */
export interface Play {
  accountid: number;
  trackid: string;
  seconds: number;
}

/** The public id of a track's release; undefined when there is no such track. */
export async function findReleaseOf(db: Db, trackid: string): Promise<string | undefined> {
  const { rows } = await sql<{ releaseid: string }>`
    select r.releaseid from tracks t join releases r on r.id = t.release_id where t.trackid = ${trackid}`.execute(db);
  return rows[0]?.releaseid;
}

/**
 * Keeps the start, the listening and how far the track was heard, which only grows. The track is held first, so that a
 * delivery that drops it waits or is waited for. Nothing happens when it is gone.
 */
export async function putPlay(db: Db, { accountid, trackid, seconds }: Play, at: Date): Promise<void> {
  await sql`
    with played as (
      select t.id as track_id, t.release_id,
        case when t.assettype <> 'audio' then null
          when ${seconds}::float8 >= ${HEARD_SHARE} * t.duration then 'heard'
          when ${seconds}::float8 >= ${SAMPLED_S} then 'sampled' end as heard,
        case when ${seconds}::float8 >= least(${LISTENED_S}, ${HEARD_SHARE} * t.duration) then ${at}::timestamptz end as listened_at
      from tracks t where t.trackid = ${trackid} for key share
    ), heard as (
      insert into track_marks as m (account_id, release_id, track_id, heard)
      select ${accountid}, release_id, track_id, heard from played where heard is not null
      on conflict (account_id, release_id, track_id) do update set heard = excluded.heard
        where m.heard is distinct from 'heard' and m.heard is distinct from excluded.heard
    )
    insert into plays as p (account_id, track_id, release_id, played_at, listened_at)
    select ${accountid}, track_id, release_id, ${at}, listened_at from played
    on conflict (account_id, track_id) do update set
      played_at = case when ${seconds}::float8 < ${SAMPLED_S} then excluded.played_at else p.played_at end,
      listened_at = coalesce(excluded.listened_at, p.listened_at)`.execute(db);
}

/** Undefined when there is no such track. */
export async function findHeard(
  db: Db,
  { accountid, trackid }: Omit<Play, 'seconds'>,
): Promise<{ heard: Heard; unheardtrackcount: number } | undefined> {
  const { rows } = await sql<{ heard: Heard; unheardtrackcount: number }>`
    select coalesce(max(m.heard) filter (where m.track_id = t.id), 'unheard') as heard,
      greatest(r.trackcount - count(m.heard), 0)::int as unheardtrackcount
    from tracks t join releases r on r.id = t.release_id
    left join track_marks m on m.account_id = ${accountid} and m.release_id = r.id
    where t.trackid = ${trackid} group by r.id`.execute(db);
  return rows[0];
}

/** A page counts from 1. */
interface Page extends Viewer {
  page: number;
  pagesize: number;
}

const heardBy = (hearer: Viewer) => sql`
  from plays p join releases r on r.id = p.release_id where p.account_id = ${hearer.accountid} and ${audible(hearer)}`;
const cut = ({ page, pagesize }: Page) => sql`limit ${sql.lit(pagesize)} offset ${(page - 1) * pagesize}`;

/** Tracks as JSON text, each with the time it was last started; newest first. */
export async function listPlays(db: Db, asked: Page): Promise<{ song: string; played_at: Date }[]> {
  const { rows } = await sql<{ song: string; played_at: Date }>`
    select ${song} as song, p.played_at
    from (select p.* ${heardBy(asked)} order by p.played_at desc, p.track_id desc ${cut(asked)}) p
    join tracks t on t.id = p.track_id
    join releases r on r.id = p.release_id
    left join track_marks tm on tm.account_id = p.account_id and tm.release_id = r.id and tm.track_id = t.id
    order by p.played_at desc, p.track_id desc`.execute(db);
  return rows;
}

/** Releases as JSON text, each with the time that a track of it was last started; newest first. */
export async function listPlayedReleases(db: Db, asked: Page): Promise<{ json: string; played_at: Date }[]> {
  const { rows } = await sql<{ json: string; played_at: Date }>`
    select ${listed(asked)} as json, p.played_at
    from (
      select p.release_id, max(p.played_at) as played_at ${heardBy(asked)}
      group by p.release_id order by played_at desc, p.release_id desc ${cut(asked)}
    ) p
    join releases r on r.id = p.release_id
    ${itsMark(asked)}
    order by p.played_at desc, r.id desc`.execute(db);
  return rows;
}

/** How many tracks and releases the pages above hold together. */
export async function countPlays(db: Db, hearer: Viewer): Promise<{ tracks: number; releases: number }> {
  const { rows } = await sql<{ tracks: number; releases: number }>`
    select count(*)::int as tracks, count(distinct p.release_id)::int as releases ${heardBy(hearer)}`.execute(db);
  return rows[0] ?? { tracks: 0, releases: 0 };
}
