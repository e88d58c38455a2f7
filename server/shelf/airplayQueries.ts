import type { Airplay, AirplayBatch, FoundTrack, LogSong } from '@promenade/contract/shelf';
import { sql } from 'kysely';
import { type Viewer, visibleToViewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { knownZone } from '../platform/database/zones.ts';

const CANDIDATES_MAX = 5;
const BATCHES_MAX = 50;
/** No station plays a track twice within it: a key and a log, or two clocks, mean one play. */
const SAME_PLAY = sql`interval '10 minutes'`;

/** What is searched for; `taking` in hex, of a file that this account downloaded. */
export type SearchedSong = LogSong & { trackid: string | null; taking: string | null; base: string };

export interface FoundSong {
  by: 'id' | 'isrc' | 'title' | null;
  tracks: FoundTrack[];
}

/** Finds tracks that the viewer may hear, in the order of the songs: by the first of id, ISRC, artist and title that finds one. */
export async function findSongs(db: Db, viewer: Viewer, songs: SearchedSong[]): Promise<FoundSong[]> {
  const { rows } = await sql<FoundSong>`
    with song as (
      select number, s.* from jsonb_array_elements(${JSON.stringify(songs)}::jsonb) with ordinality each (json, number)
      cross join lateral jsonb_to_record(json) as s (
        trackid uuid, taking text, isrc text, artist text, title text, base text)),
    hit as (
      select s.number, 1 as rank, t.id from song s join tracks t on t.trackid = s.trackid
      union all
      select s.number, 1, t.id from song s
        join media_ledger l on l.taking = decode(s.taking, 'hex') and l.account_id = ${viewer.accountid}
        join tracks t on t.trackid = any(l.trackids)
      where s.taking is not null
        -- Of a zip.
        and (cardinality(l.trackids) = 1 or t.isrc = s.isrc or fold_name(t.title) = fold_name(s.title))
      union all
      select s.number, 2, t.id from song s join tracks t on t.isrc = s.isrc where s.isrc <> ''
      union all
      select s.number, 3, t.id from song s join tracks t on fold_name(t.title) in (fold_name(s.title), fold_name(s.base))
      where s.title <> '' and s.artist <> '' and fold_name(t.artist) = fold_name(s.artist)
        and (fold_name(t.title) = fold_name(s.title) or fold_name(t.title || ' (' || t.version || ')') = fold_name(s.title))),
    best as (
      select number, rank, t.trackid, r.releaseid, t.title, t.version, t.artist, r.title as album,
        dense_rank() over (partition by number order by rank) as place,
        row_number() over (partition by number, rank order by r.available_at desc, t.id) as candidate
      from (select distinct number, rank, id from hit) hit join tracks t on t.id = hit.id
      join releases r on r.id = t.release_id and ${visibleToViewer(viewer)})
    select case min(best.rank) when 1 then 'id' when 2 then 'isrc' when 3 then 'title' end as by,
      coalesce(json_agg(json_build_object('trackid', best.trackid, 'releaseid', releaseid, 'title', best.title,
        'version', version, 'artist', best.artist, 'album', album) order by candidate) filter (where best.trackid is not null), '[]') as tracks
    from song left join best on best.number = song.number and place = 1 and candidate <= ${sql.lit(CANDIDATES_MAX)}
    group by song.number order by song.number`.execute(db);
  return rows;
}

/** Stores plays that are new; returns the releases of those that the account may hear, and counts. */
export async function insertAirplays(
  db: Db,
  {
    batch,
    station,
    zone,
    plays,
    ...viewer
  }: Viewer & { batch: string; station: string; zone: string; plays: Airplay[] },
  now: Date,
): Promise<{ told: number; allowed: number; releaseids: string[] }> {
  const { rows } = await sql<{ told: number; allowed: number; releaseids: string[] }>`
    with given as (
      select distinct on (t.id, p.day, p.time) t.id as track_id, r.id as release_id, r.releaseid, p.day, p.times,
        (p.day + p.time) at time zone ${knownZone(zone)} as at
      from jsonb_to_recordset(${JSON.stringify(plays)}::jsonb) as p (trackid uuid, day date, time time, times int)
      join tracks t on t.trackid = p.trackid join releases r on r.id = t.release_id and ${visibleToViewer(viewer)}
      order by t.id, p.day, p.time),
    allowed as (
      select * from given
      where coalesce(at <= ${now}::timestamptz + interval '1 hour', day <= (${now}::timestamptz at time zone ${knownZone(zone)})::date)),
    told as (
      insert into airplays (account_id, release_id, track_id, station, day, at, times, batch, told_at)
      select ${viewer.accountid}::int, release_id, track_id, ${station}, day, at, times, ${batch}::uuid, ${now}::timestamptz
      from allowed a
      where not exists (
        select from airplays o where o.account_id = ${viewer.accountid} and o.track_id = a.track_id
          and fold_name(o.station) = fold_name(${station}) and o.at between a.at - ${SAME_PLAY} and a.at + ${SAME_PLAY})
      on conflict do nothing returning release_id, times)
    select coalesce((select sum(times) from told), 0)::int as told,
      coalesce((select sum(times) from allowed), 0)::int as allowed,
      array(select distinct releaseid from given join told using (release_id)) as releaseids`.execute(db);
  return rows[0] ?? { told: 0, allowed: 0, releaseids: [] };
}

/** The latest first. */
export async function listAirplays(db: Db, accountid: number): Promise<AirplayBatch[]> {
  const { rows } = await sql<Omit<AirplayBatch, 'toldat'> & { told_at: Date }>`
    select batch, min(station) as station, min(day)::text as "from", max(day)::text as "to", sum(times)::int as plays,
      count(distinct track_id)::int as tracks, max(told_at) as told_at
    from airplays where account_id = ${accountid} group by batch order by told_at desc, batch limit ${sql.lit(BATCHES_MAX)}`.execute(
    db,
  );
  return rows.map(({ told_at, ...batch }) => ({ ...batch, toldat: told_at.toISOString() }));
}

/** Returns the releases of the plays. */
export async function deleteAirplays(db: Db, accountid: number, batch: string): Promise<string[]> {
  const { rows } = await sql<{ releaseid: string }>`
    with gone as (delete from airplays where account_id = ${accountid} and batch = ${batch} returning release_id)
    select distinct r.releaseid from gone join releases r on r.id = gone.release_id`.execute(db);
  return rows.map(({ releaseid }) => releaseid);
}

export async function deleteAirplaysBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from airplays where told_at < ${before}`.execute(db);
}
