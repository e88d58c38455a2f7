import type { Heard } from '@promenade/contract/catalogue';
import type { ListenSource } from '@promenade/contract/library';
import { HEARD_SHARE, LISTENED_S, SAMPLED_S } from '@promenade/contract/limits';
import { sql } from 'kysely';
import {
  isAvailableAt,
  isDeliveredTo,
  joinTrackMark,
  joinViewerState,
  releaseJson,
  removedTracks,
  trackJson,
  type Viewer,
  visibleToViewer,
} from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { onPage } from '../platform/database/page.ts';
import { CHUNK_BYTES } from '../platform/http/chunks.ts';
import type { LibraryPage } from './pageQueries.ts';

/** `seconds`: how much of the track was heard this time. */
export interface Play {
  accountid: number;
  /** Of the account. */
  audience: number[];
  trackid: string;
  seconds: number;
  /** One start of the track; `ranges` is a multirange of whole seconds. */
  listen?: { listenid: string; startedat: string; source: ListenSource; ranges: string } | undefined;
}

/**
 * `foreign`: the listen belongs to another account or track. `too long`: more seconds than passed. The rest says how far
 * the track was heard in all, and how many of its release were not.
 */
export interface RecordedPlay {
  outcome: 'stored' | 'foreign' | 'too long';
  releaseid: string;
  heard: Heard;
  unheardtrackcount: number;
}

/** Clocks differ, and the last second may not be over. */
const TOLERANCE_S = 10;
/** Players ask for whole blocks of bytes, and a second may begin in the one before. */
const FETCHED_AROUND_S = 2;
/** A listen that is reported at most a day late and began before the sound of this time was over is not older. */
const OVERLAPS_WITHIN = sql`interval '48 hours'`;

/**
 * What the streams of track `t` to account `p.accountid` have sent, by the media ledger: since when, and which seconds
 * (MP3s have a constant rate; of a video everything counts). A stream that still runs counts as it was asked for; one
 * that was closed may have sent one chunk more than was noted.
 */
const fetchedSound = sql`
  select min(l.started_at) as first_at, int4multirange(int4range(0, ceil(t.duration)::int)) * coalesce(range_agg(
    case when t.assettype = 'audio' then int4range(
      floor(lower(bytes) * t.duration / l.total)::int - ${FETCHED_AROUND_S},
      ceil(upper(bytes) * t.duration / l.total)::int + ${FETCHED_AROUND_S})
    else int4range(0, null) end), '{}') as sound
  from media_ledger l
  cross join lateral (select coalesce(upper(l.sent), lower(l.ranges)) as sent_to) noted
  cross join unnest(case when l.sent is null then l.ranges
    else l.ranges * (l.sent + int8multirange(int8range(sent_to, sent_to + ${CHUNK_BYTES}))) end) bytes
  where l.object_id = t.trackid and l.account_id = p.accountid and l.purpose = 'stream'`;

/**
 * Records starts, listens and how far tracks were heard, all of which only grow. Leaves out tracks that are unknown, or
 * that the account may not hear. Only sound that was fetched counts as heard. Since any instant no more seconds of a track
 * were heard than passed, over all listens of an account: reports of one account must not run at the same time. Locks the
 * tracks first, so that a concurrent delivery cannot delete them. `offset 0` makes it one index probe per row.
 */
export async function recordPlays(db: Db, plays: Play[], at: Date): Promise<Map<Play, RecordedPlay>> {
  const items = plays.map(({ listen, ...play }, n) => ({ n, ...play, ...listen }));
  const { rows } = await sql<RecordedPlay & { n: number }>`
    with reported as materialized (
      select p.*, t.id as track_id, t.release_id, r.releaseid, r.trackcount, t.duration, t.assettype = 'audio' as isaudio,
        (a.told_at <= coalesce(p.startedat, ${at})) is true as reportable, fetched.*,
        coalesce(p.ranges * fetched.sound, '{}') as heard
      from json_to_recordset(${JSON.stringify(items)}::json) as p(n int, accountid int, audience int[], trackid uuid,
        seconds float8, listenid uuid, startedat timestamptz, source text, ranges int4multirange)
      join tracks t on t.trackid = p.trackid join accounts a on a.id = p.accountid
      join releases r on r.id = t.release_id and ${isAvailableAt(at)} and ${isDeliveredTo(sql`p.audience`)}
      cross join lateral (${fetchedSound}) fetched
      for key share of t
    ), merged as (
      select distinct on (r.startedat, r.listenid) r.listenid, r.startedat, r.accountid, r.track_id, r.release_id,
        min(r.source) as source, coalesce(l.reportable, bool_or(r.reportable)) as reportable,
        range_agg(r.heard) as heard, range_agg(r.heard) + coalesce(l.heard, '{}') as heard_so_far,
        min(r.first_at) as first_at, ${at}::timestamptz - make_interval(secs => min(r.duration)) as duration_ago,
        l.account_id is null or (l.account_id = r.accountid and l.track_id = r.track_id) as isown
      from reported r left join listens l on l.started_at = r.startedat and l.listenid = r.listenid
      where r.listenid is not null
      group by r.listenid, r.startedat, r.accountid, r.track_id, r.release_id, l.account_id, l.track_id, l.heard,
        l.reportable
      order by r.startedat, r.listenid, isown desc
    ), overlapping as (
      select accountid, track_id, greatest(startedat, first_at) as since, heard_so_far as heard
      from merged where isown
      union all
      select m.accountid, m.track_id, greatest(l.started_at, m.first_at), l.heard
      from (select distinct accountid, track_id, release_id, first_at, duration_ago from merged where isown) m
      cross join lateral (
        select l.listenid, l.started_at, l.heard from listens l
        where (l.account_id, l.release_id, l.track_id) = (m.accountid, m.release_id, m.track_id)
          and l.started_at > ${at}::timestamptz - ${OVERLAPS_WITHIN} and l.updated_at >= m.first_at
          and greatest(l.started_at, m.first_at) > m.duration_ago
        offset 0
      ) l
      where (l.listenid, l.started_at) not in (select listenid, startedat from merged)
    ), impossible as (
      select accountid, track_id, min(since) as since from (
        select accountid, track_id, since, count_seconds(
          range_agg(heard) over (partition by accountid, track_id order by since desc)) as seconds
        from overlapping
      ) total where seconds > extract(epoch from ${at} - since) + ${TOLERANCE_S} group by accountid, track_id
    ), listen as (
      select m.*, isown and i.since is null as isstored from merged m left join impossible i
        on (i.accountid, i.track_id) = (m.accountid, m.track_id) and i.since <= greatest(m.startedat, m.first_at)
    ), outcomes as (
      select r.*, m.reportable as iscounted, case when r.listenid is null or m.isstored then 'stored'
        when m.isown then 'too long' else 'foreign' end as outcome
      from reported r left join listen m
        on (m.listenid, m.startedat, m.accountid, m.track_id) = (r.listenid, r.startedat, r.accountid, r.track_id)
    ), listened as (
      insert into listens as l (listenid, account_id, track_id, release_id, started_at, source, reportable, heard, updated_at)
      select listenid, accountid, track_id, release_id, startedat, source, reportable, heard, ${at}
      from listen where isstored
      on conflict (started_at, listenid) do update set heard = l.heard + excluded.heard, updated_at = excluded.updated_at
        where (l.account_id, l.track_id) = (excluded.account_id, excluded.track_id)
    ), played as (
      select accountid, track_id, release_id, range_agg(heard) as heard,
        coalesce(range_agg(heard) filter (where iscounted), '{}') as reported,
        max(case when listenid is not null then least(startedat, ${at}) when seconds < ${SAMPLED_S} then ${at} end) as played_at,
        max(${at}::timestamptz) filter (where least(seconds, count_seconds(sound),
          extract(epoch from ${at} - first_at) + ${TOLERANCE_S}) >= least(${LISTENED_S}, ${HEARD_SHARE} * duration)
        ) as listened_at,
        case when not bool_or(isaudio) then null when max(seconds) >= ${HEARD_SHARE} * max(duration) then 'heard'
          when max(seconds) >= ${SAMPLED_S} then 'sampled' end as level
      from outcomes where outcome = 'stored' group by accountid, track_id, release_id order by accountid, track_id
    ), marked as (
      insert into track_marks as m (account_id, release_id, track_id, heard)
      select accountid, release_id, track_id, level from played where level is not null
      on conflict (account_id, release_id, track_id) do update set heard = excluded.heard
        where m.heard is distinct from 'heard' and m.heard is distinct from excluded.heard
    ), stored as (
      insert into plays as p (account_id, track_id, release_id, played_at, listened_at, heard, reported)
      select accountid, track_id, release_id, coalesce(played_at,
          (select played_at from plays where (account_id, track_id) = (played.accountid, played.track_id)), ${at}),
        listened_at, heard, reported
      from played
      on conflict (account_id, track_id) do update set
        played_at = greatest(p.played_at, excluded.played_at),
        listened_at = coalesce(excluded.listened_at, p.listened_at),
        heard = p.heard + excluded.heard, reported = p.reported + excluded.reported
    ), heard_tracks as (
      select r.accountid, r.release_id, m.track_id, m.heard
      from (select distinct accountid, release_id from reported) r cross join lateral (
        select track_id, heard from track_marks where (account_id, release_id) = (r.accountid, r.release_id)
          and heard is not null and track_id not in ${removedTracks} offset 0
      ) m
      union all select accountid, release_id, track_id, level from played where level is not null
    )
    select n, outcome, releaseid, greatest(trackcount - count(distinct h.track_id), 0)::int as unheardtrackcount,
      case when bool_or(h.heard = 'heard') filter (where h.track_id = o.track_id) then 'heard'
        else coalesce(min(h.heard) filter (where h.track_id = o.track_id), 'unheard') end as heard
    from outcomes o left join heard_tracks h on (h.accountid, h.release_id) = (o.accountid, o.release_id)
    group by n, outcome, releaseid, trackcount`.execute(db);
  return new Map(rows.flatMap(({ n, ...recorded }) => (plays[n] ? [[plays[n], recorded] as const] : [])));
}

export async function upsertOpening(
  db: Db,
  { accountid, releaseid }: { accountid: number; releaseid: number },
  at: Date,
): Promise<void> {
  await sql`
    insert into release_opens as o (account_id, release_id, reportable, first_at, last_at)
    select id, ${releaseid}, (told_at <= ${at}) is true, ${at}, ${at} from accounts where id = ${accountid}
    on conflict (account_id, release_id, reportable) do update
      set last_at = excluded.last_at, times = o.times + 1`.execute(db);
}

const visiblePlays = (viewer: Viewer) => sql`
  from plays p join releases r on r.id = p.release_id
  where p.account_id = ${viewer.accountid} and ${visibleToViewer(viewer)} and p.track_id not in ${removedTracks}`;

/** Tracks as JSON text with the time of their last start, newest first. */
export async function listPlayRows(db: Db, page: LibraryPage): Promise<{ song: string; played_at: Date }[]> {
  const { rows } = await sql<{ song: string; played_at: Date }>`
    select ${trackJson(page)} as song, p.played_at
    from (select p.* ${visiblePlays(page)} order by p.played_at desc, p.track_id desc ${onPage(page)}) p
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
      group by p.release_id order by played_at desc, p.release_id desc ${onPage(page)}
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
