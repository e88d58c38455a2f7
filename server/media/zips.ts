import { type AudioFormat, playlistZip, releaseZip, type ZipStatus } from '@promenade/contract/downloads';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileAsked } from '../platform/http/sendFile.ts';
import { keepNewest } from '../platform/process/keepNewest.ts';
import { tokenFor } from './audio.ts';
import { sendTaken } from './ledger.ts';
import { downloadsAllowed, fileNameOf, findTracksToTake, trackParts } from './takeHome.ts';
import { findPlaylist, type TrackToTake } from './takeHomeQueries.ts';
import { layOutZip, uniqueNames, type ZipEntry } from './zip.ts';

type Here = Pick<AppContext, 'db' | 'storage' | 'secrets' | 'config' | 'now'> & {
  /** In which format each account asked last for the zip of an id, on this node; oldest first. */
  newest: Map<string, AudioFormat>;
};
/** What becomes a zip, by its public id. */
type Bundle = { releaseid: string } | { playlistid: string };
interface Asked {
  caller: Caller;
  bundle: Bundle;
  format: AudioFormat;
}

const NEWEST_KEPT = 10_000;

/**
 * Where the zip is that this account may fetch for six hours.
 * @throws DOWNLOADS_OFF, PLAYLIST_NOT_FOUND, STREAM_ONLY, FORMAT_NOT_AVAILABLE, and what the release refuses
 */
export async function zipLink(here: Here, asked: Asked): Promise<{ data: { zipped_url: string } }> {
  const now = here.now();
  await findSongs(here, asked, now);
  keepNewest(here.newest, keyOf(asked), asked.format, NEWEST_KEPT);
  const { caller, bundle, format } = asked;
  const id = idOf(bundle);
  const [kind, path] = 'releaseid' in bundle ? ['zip', releaseZip.path] : ['playlist', playlistZip.path];
  const token = await tokenFor(here.secrets, caller, `${kind}:${id}`, now);
  return { data: { zipped_url: `/api${path.replace(':id', id)}?format=${format}&token=${token}` } };
}

/**
 * Whether each file of it lies here whole; nothing else has to be made. Without a format that of the newest link
 * counts (decision 22).
 * @throws as `zipLink`
 */
export async function zipStatus(here: Here, asked: Omit<Asked, 'format'> & Partial<Asked>): Promise<ZipStatus> {
  const format = asked.format ?? here.newest.get(keyOf(asked)) ?? 'mp3';
  const songs = await findSongs(here, { ...asked, format }, here.now());
  const isWhole = async ({ track }: Song) => {
    const rendition = track.renditions[format];
    return rendition !== undefined && (await here.storage.stat(rendition.file))?.bytes === rendition.bytes;
  };
  const whole = (await Promise.all(songs.map(isWhole))).filter(Boolean).length;
  return {
    status: whole === songs.length ? 'done' : 'failed',
    progress: Math.floor((100 * whole) / songs.length),
  };
}

/** @throws as `zipLink`; NOT_FOUND when files are missing, RANGE_NOT_SATISFIABLE */
export async function sendZip(
  here: Here,
  asked: FileAsked<unknown>,
  { bundle, format }: Omit<Asked, 'caller'>,
): Promise<void> {
  const { caller } = asked;
  const songs = await findSongs(here, { caller, bundle, format }, here.now());
  const name = await nameOf(here, caller, bundle, songs);
  const names = uniqueNames(songs.map(({ track, place }) => fileNameOf(track, format, place)));
  const entries: ZipEntry[] = [];
  for (const [index, { track }] of songs.entries()) {
    const parts = await trackParts(here, track, format);
    entries.push({ name: names[index] ?? '', date: track.available_at, parts });
  }
  const tracks = songs.map(({ track }) => track);
  const file = { name: `${name}.zip`, ...layOutZip(entries), type: 'application/zip' };
  await sendTaken(here, asked, { ...file, tracks, format });
}

const idOf = (bundle: Bundle) => ('releaseid' in bundle ? bundle.releaseid : bundle.playlistid);
const keyOf = ({ caller, bundle }: Pick<Asked, 'caller' | 'bundle'>) => `${caller.accountid} ${idOf(bundle)}`;

interface Song {
  track: TrackToTake;
  /** In the playlist, the silent ones counted. */
  place: { ordinal: number; of: number } | undefined;
}

async function findSongs({ db, config }: Here, { caller, bundle, format }: Asked, now: Date): Promise<Song[]> {
  downloadsAllowed(config);
  const all = await findTracksToTake(db, { caller, ...bundle }, now);
  const placed = all.map((track, index) => ({
    track,
    place: 'playlistid' in bundle ? { ordinal: index + 1, of: all.length } : undefined,
  }));
  const free = placed.filter(({ track }) => track.candownload);
  if (free.length === 0) throw new Refusal('STREAM_ONLY');
  const songs = free.filter(({ track }) => track.renditions[format]);
  if (songs.length === 0) throw new Refusal('FORMAT_NOT_AVAILABLE');
  return songs;
}

/** `artist - title [E]` of a release, the name of a playlist (C-FORMAT-08, C-FORMAT-09). */
async function nameOf({ db }: Here, caller: Caller, bundle: Bundle, songs: Song[]): Promise<string> {
  const [first] = songs;
  if ('playlistid' in bundle) {
    const playlist = await findPlaylist(db, { playlistid: bundle.playlistid, accountid: caller.accountid });
    return playlist?.name ?? '';
  }
  const isExplicit = songs.some(({ track }) => track.explicit === 'explicit');
  return `${first?.track.album_artist} - ${first?.track.album}${isExplicit ? ' [E]' : ''}`;
}
