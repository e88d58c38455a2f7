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

/** The songs of a playlist, of releases or of a selection of tracks that the account can hear, in their order. */
export async function listSourceTracks(db: Db, viewer: Viewer, source: TrackSource): Promise<DownloadTrack[]> {
  if ('releaseids' in source) return listTracksOfReleases(db, viewer, source.releaseids);
  if ('trackids' in source) return listTracksByIds(db, viewer, source.trackids);
  const { playlistid } = source;
  if (!(await findPlaylist(db, { playlistid, accountid: viewer.accountid }))) throw new Refusal('PLAYLIST_NOT_FOUND');
  return listPlaylistTracks(db, viewer, playlistid);
}

/** Those that can be downloaded in this format. @throws when there are none */
export function requireDownloadable(tracks: DownloadTrack[], format: AudioFormat): DownloadTrack[] {
  if (tracks.length === 0) throw new Refusal('RELEASE_NOT_FOUND');
  const offered = tracks.filter(({ candownload }) => candownload);
  const found = offered.filter((track) => findRendition(track, format) !== undefined);
  if (found.length === 0) throw new Refusal(offered.length > 0 ? 'FORMAT_NOT_AVAILABLE' : 'STREAM_ONLY');
  return found;
}
