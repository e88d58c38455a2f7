import type { TrackSource } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import type { Db } from '../../platform/database/db.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  type DownloadTrack,
  findPlaylist,
  findRendition,
  listPlaylistTracks,
  listTracksByIds,
  listTracksOfReleases,
} from '../download/downloadQueries.ts';

type Viewer = Pick<Caller, 'accountid' | 'audience'>;

/** A song with the show that it is meant for. */
export type SourceTrack = DownloadTrack & { show?: string | undefined };

/** The songs of a playlist, of releases or of a selection of tracks that the account can hear, in their order. */
export async function listSourceTracks(db: Db, viewer: Viewer, source: TrackSource): Promise<SourceTrack[]> {
  if ('releaseids' in source) {
    const tracks = await listTracksOfReleases(db, viewer, source.releaseids);
    return tracks.map((track) => ({ ...track, show: source.shows?.get(track.releaseid) }));
  }
  if ('trackids' in source) return listTracksByIds(db, viewer, source.trackids);
  const { playlistid } = source;
  if (!(await findPlaylist(db, { playlistid, accountid: viewer.accountid }))) throw new Refusal('PLAYLIST_NOT_FOUND');
  return listPlaylistTracks(db, viewer, playlistid);
}

/** Those that can be downloaded in this format. @throws when there are none */
export function requireDownloadable<Song extends DownloadTrack>(tracks: Song[], format: AudioFormat): Song[] {
  if (tracks.length === 0) throw new Refusal('RELEASE_NOT_FOUND');
  const offered = tracks.filter(({ candownload }) => candownload);
  const found = offered.filter((track) => findRendition(track, format) !== undefined);
  if (found.length === 0) throw new Refusal(offered.length > 0 ? 'FORMAT_NOT_AVAILABLE' : 'STREAM_ONLY');
  return found;
}
