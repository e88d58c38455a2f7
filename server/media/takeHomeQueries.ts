import { type RawBuilder, sql } from 'kysely';
import type { DraftRendition } from '../catalogue/releaseDraft.ts';
import { audible, type Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Rows } from '../platform/database/tables.ts';
import type { ReportedTrack } from './reportQueries.ts';

/** A file of a track as it is kept. */
export type TakenRendition = Omit<DraftRendition, 'kind'>;

type Written = 'upc' | 'catalognumber' | 'copyrightyear' | 'p_line' | 'c_line' | 'impact_date' | 'cover_hash';

/** A track with its files and all that is written into them; `ordinal` is its place in its release across discs. */
export interface TrackToTake
  extends Omit<ReportedTrack, 'canadian'>,
    Pick<Rows['tracks'], 'id' | 'release_id' | 'trackid' | 'bpm' | 'loudness' | 'loudness_range'>,
    Pick<Rows['releases'], Written | 'releaseid' | 'available_at'> {
  /** Its release's word included. */
  candownload: boolean;
  /** How many its release has, and on how many discs. */
  tracks: number;
  discs: number;
  /** Place on its disc, and how many that has. */
  disc_ordinal: number;
  disc_tracks: number;
  /** Title and artist of its release. */
  album: string;
  album_artist: string;
  labels: string[];
  genres: string[];
  renditions: Partial<Record<DraftRendition['kind'], TakenRendition>>;
}

const taken = sql`
  t.id, t.release_id, t.trackid, r.releaseid, t.assettype, t.candownload and r.candownload as candownload, t.title,
  t.version, t.artist, t.explicit, t.ordinal, place.*, t.disc, t.duration, t.isrc, coalesce(t.language, r.language) as language,
  t.composer, t.writers, t.publishing, t.producer, t.lyrics, t.bpm, t.loudness, t.loudness_range,
  r.title as album, r.artist as album_artist, r.upc, r.catalognumber, r.copyrightyear, r.p_line, r.c_line,
  (select coalesce(json_agg(l.name order by rl.position), '[]') from release_label rl join labels l on l.id = rl.label_id
    where rl.release_id = r.id) as labels,
  (select coalesce(json_agg(g.name order by g.name), '[]') from genres g where g.id = any(r.genre_ids)) as genres,
  r.available_at, r.impact_date::text as impact_date, r.cover_hash,
  (select coalesce(json_object_agg(f.kind, f), '{}') from renditions f where f.track_id = t.id) as renditions`;

/** Wants tracks `t` joined. */
const itsRelease = sql`
  join releases r on r.id = t.release_id
  cross join lateral (
    select count(*)::int as tracks, max(s.disc) as discs, count(*) filter (where s.disc = t.disc)::int as disc_tracks,
      count(*) filter (where s.disc = t.disc and s.ordinal <= t.ordinal)::int as disc_ordinal
    from tracks s where s.release_id = t.release_id
  ) place`;

/** By the release's internal id, in its order. */
export const findReleaseToTake = (db: Db, release_id: number): Promise<TrackToTake[]> =>
  find(db, sql`from tracks t ${itsRelease} where t.release_id = ${release_id} order by t.ordinal`);

/** By the public id; empty when there is none. */
export const findSingleToTake = (db: Db, trackid: string): Promise<TrackToTake[]> =>
  find(db, sql`from tracks t ${itsRelease} where t.trackid = ${trackid}`);

/** What the account may hear of a playlist, in its order. */
export const findPlaylistToTake = (db: Db, hearer: Viewer, playlistid: string): Promise<TrackToTake[]> =>
  find(
    db,
    sql`from playlists p cross join lateral unnest(p.tracks) with ordinality as listed (track_id, position)
      join tracks t on t.id = listed.track_id ${itsRelease}
      where p.playlistid = ${playlistid} and p.account_id = ${hearer.accountid} and ${audible(hearer)}
      order by listed.position`,
  );

async function find(db: Db, from: RawBuilder<unknown>): Promise<TrackToTake[]> {
  const { rows } = await sql<TrackToTake>`select ${taken} ${from}`.execute(db);
  return rows;
}

/** Undefined when this account has no such playlist. */
export function findPlaylist(
  db: Db,
  { playlistid, accountid }: { playlistid: string; accountid: number },
): Promise<{ name: string } | undefined> {
  return db
    .selectFrom('playlists')
    .select('name')
    .where('playlistid', '=', playlistid)
    .where('account_id', '=', accountid)
    .executeTakeFirst();
}
