import type { Heard } from '@promenade/contract/catalogue';
import { HEARD_SHARE, LISTENED_S, SAMPLED_S } from '@promenade/contract/limits';
import { sql } from 'kysely';
import {
  joinTrackMark,
  joinViewerState,
  releaseJson,
  trackJson,
  type Viewer,
  visibleToViewer,
} from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { type LibraryPage, limitTo } from './pageQueries.ts';

/** `seconds`: how much of the track was heard this time. */
export interface Play {
  accountid: number;
  trackid: string;
  seconds: number;
}

/**
 * Records start, listening and how far the track was heard, which only grows. Locks the track first, so that a
 * concurrent delivery cannot delete it; does nothing for an unknown track.
 */
export async function upsertPlay(db: Db, { accountid, trackid, seconds }: Play, at: Date): Promise<void> {
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

/** Undefined if the track does not exist. */
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

const visiblePlays = (viewer: Viewer) => sql`
  from plays p join releases r on r.id = p.release_id where p.account_id = ${viewer.accountid} and ${visibleToViewer(viewer)}`;

/** Tracks as JSON text with the time of their last start, newest first. */
export async function listPlayRows(db: Db, page: LibraryPage): Promise<{ song: string; played_at: Date }[]> {
  const { rows } = await sql<{ song: string; played_at: Date }>`
    select ${trackJson} as song, p.played_at
    from (select p.* ${visiblePlays(page)} order by p.played_at desc, p.track_id desc ${limitTo(page)}) p
    join tracks t on t.id = p.track_id
    join releases r on r.id = p.release_id
    ${joinTrackMark(page)}
    order by p.played_at desc, p.track_id desc`.execute(db);
  return rows;
}

/** Releases as JSON text with the last start of one of their tracks, newest first. */
export async function listPlayedReleaseRows(db: Db, page: LibraryPage): Promise<{ json: string; played_at: Date }[]> {
  const { rows } = await sql<{ json: string; played_at: Date }>`
    with page as (
      select p.release_id as id, max(p.played_at) as played_at ${visiblePlays(page)}
      group by p.release_id order by played_at desc, p.release_id desc ${limitTo(page)}
    )
    select ${releaseJson} as json, page.played_at
    from page join releases r on r.id = page.id ${joinViewerState(page)}
    order by page.played_at desc, r.id desc`.execute(db);
  return rows;
}

/** Counts the tracks and releases in the history that the viewer may still hear. */
export async function countPlays(db: Db, viewer: Viewer): Promise<{ tracks: number; releases: number }> {
  const { rows } = await sql<{ tracks: number; releases: number }>`
    select count(*)::int as tracks, count(distinct p.release_id)::int as releases ${visiblePlays(viewer)}`.execute(db);
  return rows[0] ?? { tracks: 0, releases: 0 };
}
