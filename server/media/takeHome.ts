import { requireRelease } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Part } from '../platform/http/parts.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Config } from '../platform/process/config.ts';
import { NAME_MAX, safeName } from '../platform/storage/fileName.ts';
import { mp3Parts } from './tags.ts';
import {
  findPlaylist,
  findPlaylistToTake,
  findReleaseToTake,
  findSingleToTake,
  type TrackToTake,
} from './takeHomeQueries.ts';
import { wavParts } from './wav.ts';

type Asking = Pick<Caller, 'accountid' | 'audience'>;
/** One track, a release or a playlist, by its public id. */
export type Asked = { caller: Asking } & ({ trackid: string } | { releaseid: string } | { playlistid: string });

/** @throws DOWNLOADS_OFF when the switch over all downloads is off (C-ROLE-02) */
export function downloadsAllowed({ downloads }: Pick<Config, 'downloads'>): void {
  if (!downloads) throw new Refusal('DOWNLOADS_OFF');
}

/**
 * The tracks in their order, `candownload` not yet judged. Of a playlist those are left out that the account may not
 * hear any more.
 * @throws TRACK_NOT_FOUND, PLAYLIST_NOT_FOUND, and what the release refuses
 */
export async function findTracksToTake(db: Db, asked: Asked, now: Date): Promise<TrackToTake[]> {
  const { accountid, audience } = asked.caller;
  if ('releaseid' in asked)
    return findReleaseToTake(db, await requireRelease(db, { audience, releaseid: asked.releaseid }, now));
  if ('playlistid' in asked) {
    const { playlistid } = asked;
    if (!(await findPlaylist(db, { playlistid, accountid }))) throw new Refusal('PLAYLIST_NOT_FOUND');
    return findPlaylistToTake(db, asked.caller, playlistid);
  }
  const [track] = await findSingleToTake(db, asked.trackid);
  if (!track) throw new Refusal('TRACK_NOT_FOUND');
  await requireRelease(db, { audience, releaseid: track.releaseid }, now);
  return [track];
}

/**
 * A file as it is taken home: what is known of the track written around the stored sound, which stays as it is.
 * @throws FORMAT_NOT_AVAILABLE
 */
export function trackParts(
  here: Pick<AppContext, 'storage'>,
  track: TrackToTake,
  format: 'mp3' | 'wav',
): Promise<Part[]> {
  const rendition = track.renditions[format];
  if (!rendition) throw new Refusal('FORMAT_NOT_AVAILABLE');
  return format === 'mp3' ? mp3Parts(here, track, rendition) : wavParts(here, track, rendition);
}

/**
 * `artist - ordinal - title [E] (version)` and the ending (C-FORMAT-08, C-FORMAT-09).
 * @param place in what is taken home; without it that in the track's release
 */
export function fileNameOf(
  track: TrackToTake,
  ending: string,
  { ordinal, of }: { ordinal: number; of: number } = { ordinal: track.ordinal, of: track.tracks },
): string {
  const { artist, title, version, explicit } = track;
  const song = [title, explicit === 'explicit' && '[E]', version && `(${version})`].filter(Boolean).join(' ');
  const number = String(ordinal).padStart(of < 100 ? 2 : 3, '0');
  const behind = [number, song].filter(Boolean).join(' - ');
  // A long one loses the end of its artist, not the place and the title.
  const room = Math.max(0, NAME_MAX - ` - ${behind}.${ending}`.length);
  return safeName(`${[artist.slice(0, room), behind].filter(Boolean).join(' - ')}.${ending}`);
}
