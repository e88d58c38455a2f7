import type { VideoFormat } from '@promenade/contract/downloads';
import { type Markers, type ReleaseFacts, releaseFactNames } from '@promenade/contract/releaseFields';
import { type RawBuilder, sql } from 'kysely';
import type { DraftRendition } from '../../catalogue/document/releaseDraft.ts';
import { releaseFactColumns, type Viewer, visibleToViewer } from '../../catalogue/rowQueries.ts';
import { isSendable, joinPair } from '../../catalogue/soundPairQueries.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Rows } from '../../platform/database/tables.ts';
import { markersOf } from '../markerQueries.ts';
import type { SheetTrack } from '../sheet/sheetQueries.ts';

/** Of marked sound, `pair` is the size of the pair file and `bytes` that of the copy of one account. */
export type DownloadRendition = Omit<DraftRendition, 'kind'> & { pair?: number };

/** Sizes in an AIFF have 32 bits; some are left for its tags. */
const AIFF_BYTES_MAX = 2 ** 32 - 2 ** 26;
const AIFF_BITS = [8, 16, 24, 32];

/** The stored file that a download is made of. Marked sound is MP3 and WAV alone. */
export function findRendition(
  { renditions }: Pick<DownloadTrack, 'renditions'>,
  format: VideoFormat,
): DownloadRendition | undefined {
  if (format === 'mp4') return renditions.video;
  if (format !== 'aiff') return renditions[format];
  const { wav } = renditions;
  return wav?.pair === undefined && wav && AIFF_BITS.includes(wav.bits ?? 0) && wav.data_bytes <= AIFF_BYTES_MAX
    ? wav
    : undefined;
}

/** The language is that of the track. */
const taggedFacts = releaseFactNames.filter((name) => name !== 'language');

/** A track with its files and tags. `ordinal` counts across the discs of the release. */
export interface DownloadTrack
  extends Omit<SheetTrack, 'canadian'>,
    Pick<
      Rows['tracks'],
      | 'id'
      | 'release_id'
      | 'trackid'
      | 'bpm'
      | 'key'
      | 'loudness'
      | 'loudness_range'
      | 'peak'
      | 'stream_loudness'
      | 'stream_true_peak'
    >,
    Omit<ReleaseFacts, 'language'>,
    Pick<Rows['releases'], 'impact_date' | 'cover_hash' | 'releaseid' | 'available_at'> {
  /** False also when the release forbids downloads. */
  candownload: boolean;
  tracks: number;
  discs: number;
  disc_ordinal: number;
  disc_tracks: number;
  album: string;
  album_artist: string;
  labels: string[];
  genres: string[];
  renditions: Partial<Record<DraftRendition['kind'], DownloadRendition>>;
  /** Those of the account, else of the label, else what was found. */
  markers: Markers;
}

const columns = (accountid: number) => sql`
  ${markersOf(accountid)} as markers,
  t.id, t.release_id, t.trackid, r.releaseid, t.assettype, t.candownload and r.candownload as candownload, t.title,
  t.version, t.artist, t.explicit, t.ordinal, counts.*, t.disc, t.duration, t.isrc, coalesce(t.language, r.language) as language,
  t.composer, t.writers, t.publishing, t.producer, t.lyrics, coalesce(t.bpm, t.tempo_found) as bpm, coalesce(t.key, t.key_found) as key,
  t.loudness, t.loudness_range, t.peak, t.stream_loudness, t.stream_true_peak,
  r.title as album, r.artist as album_artist, ${releaseFactColumns(taggedFacts)},
  (select coalesce(json_agg(l.name order by rl.position), '[]') from release_label rl join labels l on l.id = rl.label_id
    where rl.release_id = r.id) as labels,
  (select coalesce(json_agg(g.name order by g.name), '[]') from genres g where g.id = any(r.genre_ids)) as genres,
  r.available_at, r.impact_date::text as impact_date, r.cover_hash,
  (select coalesce(json_object_agg(f.kind, case when p.file is null then to_jsonb(f) else to_jsonb(f) || jsonb_build_object(
      'file', p.file, 'bytes', p.copy_bytes, 'data_offset', 0, 'data_bytes', p.copy_bytes,
      'pair', 2 * p.copy_bytes - p.head_bytes) end), '{}')
    from renditions f ${joinPair} where f.track_id = t.id and ${isSendable}) as renditions`;

const joinRelease = sql`
  join releases r on r.id = t.release_id
  cross join lateral (
    select count(*)::int as tracks, max(s.disc) as discs, count(*) filter (where s.disc = t.disc)::int as disc_tracks,
      count(*) filter (where s.disc = t.disc and s.ordinal <= t.ordinal)::int as disc_ordinal
    from tracks s where s.release_id = t.release_id
  ) counts`;

export const listReleaseTracks = (db: Db, accountid: number, release_id: number): Promise<DownloadTrack[]> =>
  listTracks(db, accountid, sql`from tracks t ${joinRelease} where t.release_id = ${release_id} order by t.ordinal`);

export async function findTrack(db: Db, accountid: number, trackid: string): Promise<DownloadTrack | undefined> {
  const [track] = await listTracks(db, accountid, sql`from tracks t ${joinRelease} where t.trackid = ${trackid}`);
  return track;
}

export const listPlaylistTracks = (db: Db, viewer: Viewer, playlistid: string): Promise<DownloadTrack[]> =>
  listTracks(
    db,
    viewer.accountid,
    sql`from playlists p cross join lateral unnest(p.tracks) with ordinality as listed (track_id, position)
      join tracks t on t.id = listed.track_id ${joinRelease}
      where p.playlistid = ${playlistid} and p.account_id = ${viewer.accountid} and ${visibleToViewer(viewer)}
      order by listed.position`,
  );

/** Of releases that the account can hear, in the order of `releaseids`. */
export const listTracksOfReleases = (db: Db, viewer: Viewer, releaseids: string[]): Promise<DownloadTrack[]> =>
  listTracks(
    db,
    viewer.accountid,
    sql`from unnest(${releaseids}::uuid[]) with ordinality as listed (releaseid, position)
      join releases chosen on chosen.releaseid = listed.releaseid
      join tracks t on t.release_id = chosen.id ${joinRelease}
      where ${visibleToViewer(viewer)} order by listed.position, t.ordinal`,
  );

/** Those that the account can hear, in the order of `trackids`. */
export const listTracksByIds = (db: Db, viewer: Viewer, trackids: string[]): Promise<DownloadTrack[]> =>
  listTracks(
    db,
    viewer.accountid,
    sql`from unnest(${trackids}::uuid[]) with ordinality as listed (trackid, position)
      join tracks t on t.trackid = listed.trackid ${joinRelease}
      where ${visibleToViewer(viewer)} order by listed.position`,
  );

async function listTracks(db: Db, accountid: number, from: RawBuilder<unknown>): Promise<DownloadTrack[]> {
  const { rows } = await sql<DownloadTrack>`select ${columns(accountid)} ${from}`.execute(db);
  return rows;
}

/** `tracks` counts also those that the account cannot hear any more. */
export function findPlaylist(
  db: Db,
  { playlistid, accountid }: { playlistid: string; accountid: number },
): Promise<{ name: string; tracks: number } | undefined> {
  return db
    .selectFrom('playlists')
    .select(({ fn }) => ['name', fn<number>('cardinality', ['tracks']).as('tracks')])
    .where('playlistid', '=', playlistid)
    .where('account_id', '=', accountid)
    .executeTakeFirst();
}
