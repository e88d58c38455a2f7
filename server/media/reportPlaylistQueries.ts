import { sql } from 'kysely';
import { audible, labelLine, type Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import type { ReportedTrack } from './reportQueries.ts';

type TrackFact = 'title' | 'version' | 'artist' | 'explicit' | 'duration' | 'isrc';

/** What a playlist's sheet says of a track and of its release. */
export interface ListedTrack extends Pick<ReportedTrack, TrackFact> {
  release: string;
  label: string;
  /** ISO instant. */
  available: string;
  /** `YYYY-MM-DD`. */
  impact_date: string | null;
}

/** A playlist with the tracks that its account may hear, in their order. */
export interface ReportedPlaylist {
  name: string;
  desc: string;
  /** Of its first track's cover, #rrggbb; null when it is empty. */
  color: string | null;
  tracks: ListedTrack[];
}

/** Undefined when there is none, or it is another account's. */
export async function findReportedPlaylist(
  db: Db,
  { playlistid, ...hearer }: Viewer & { playlistid: string },
): Promise<ReportedPlaylist | undefined> {
  const { rows } = await sql<ReportedPlaylist>`
    select p.name, p."desc", heard.color, heard.tracks
    from playlists p cross join lateral (
      select (array_agg(r.color order by o.at))[1] as color,
        coalesce(json_agg(json_build_object('title', t.title, 'version', t.version, 'artist', t.artist,
          'explicit', t.explicit, 'duration', t.duration, 'isrc', t.isrc, 'release', r.title,
          'label', ${labelLine}, 'available', r.available_at, 'impact_date', r.impact_date) order by o.at), '[]') as tracks
      from unnest(p.tracks) with ordinality o (id, at) join tracks t on t.id = o.id
      join releases r on r.id = t.release_id where ${audible(hearer)}
    ) heard
    where p.playlistid = ${playlistid} and p.account_id = ${hearer.accountid}`.execute(db);
  return rows[0];
}
