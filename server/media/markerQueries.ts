import { type MarkerField, type Markers, markerFields } from '@promenade/contract/releaseFields';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** The columns of track `t` with what the label says. */
const said: Record<MarkerField, RawBuilder<unknown>> = {
  soundstart: sql`t.soundstart`,
  introend: sql`t.introend`,
  hookstart: sql`t.hook_start`,
  outrostart: sql`t.outrostart`,
  soundend: sql`t.soundend`,
};
const objectOf = (valueOf: (field: MarkerField) => RawBuilder<unknown>) =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(markerFields.flatMap((field) => [sql.lit(field), valueOf(field)]))}))`;
const saidMarkers = objectOf((field) => said[field]);
const foundMarkers = sql`(coalesce(t.markers_found, '{}') || jsonb_strip_nulls(jsonb_build_object('hookstart', t.hook_found)))`;
const ownMarkers = (accountid: number) => sql`coalesce(
  (select m.markers from track_markers m where m.account_id = ${accountid} and m.track_id = t.id), '{}')`;

/** The markers of track `t`: those of the account, else of its label, else what was found. */
export const markersOf = (accountid: number) => sql`(${foundMarkers} || ${saidMarkers} || ${ownMarkers(accountid)})`;

export interface TrackMarkers {
  duration: number;
  found: Markers;
  said: Markers;
  own: Markers;
}

export async function findMarkers(
  db: Db,
  { accountid, trackid }: { accountid: number; trackid: string },
): Promise<TrackMarkers | undefined> {
  const { rows } = await sql<TrackMarkers>`
    select t.duration, ${foundMarkers} as found, ${saidMarkers} as said, ${ownMarkers(accountid)} as own
    from tracks t where t.trackid = ${trackid}`.execute(db);
  return rows[0];
}

/** Without markers, those of the account go. */
export async function upsertMarkers(
  db: Db,
  { accountid, trackid, markers }: { accountid: number; trackid: string; markers: Markers },
  now: Date,
): Promise<void> {
  if (Object.keys(markers).length === 0)
    await sql`
      delete from track_markers m using tracks t
      where t.id = m.track_id and t.trackid = ${trackid} and m.account_id = ${accountid}`.execute(db);
  else
    await sql`
      insert into track_markers (account_id, track_id, markers, at)
      select ${accountid}::int, id, ${JSON.stringify(markers)}::jsonb, ${now}::timestamptz from tracks where trackid = ${trackid}
      on conflict (account_id, track_id) do update set markers = excluded.markers, at = excluded.at`.execute(db);
}
