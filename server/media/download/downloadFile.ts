import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { VideoFormat } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import { requireRelease, requireReleaseOfTrack } from '../../catalogue/requireRelease.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Caller, MediaCaller } from '../../platform/http/caller.ts';
import type { Part } from '../../platform/http/parts.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type FileRequest, sendParts } from '../../platform/http/sendFile.ts';
import type { Config } from '../../platform/process/config.ts';
import type { Secrets } from '../../platform/process/secrets.ts';
import {
  attachmentDisposition,
  cutToBytes,
  FILE_NAME_BYTES_MAX,
  FILE_NAME_MAX,
  sanitizeFileName,
} from '../../platform/storage/fileName.ts';
import type { Ledger, LedgerEntry } from '../ledger.ts';
import { findSoundCopy } from '../soundCopy.ts';
import { deriveTaking, formatTakingId } from '../taking.ts';
import { buildAiffParts } from './aiffParts.ts';
import {
  type DownloadTrack,
  findPlaylist,
  findRendition,
  findTrack,
  listPlaylistTracks,
  listReleaseTracks,
} from './downloadQueries.ts';
import { buildFlacParts } from './flacParts.ts';
import { buildMp3Parts } from './trackTags.ts';
import { buildWavParts } from './wavParts.ts';

// Downloads are assembled while they are sent: new tags around the stored sound, which is not changed.

export type DownloadSource = { trackid: string } | { releaseid: string } | { playlistid: string };

export function requireDownloadsEnabled({ downloads }: Pick<Config, 'downloads'>): void {
  if (!downloads) throw new Refusal('DOWNLOADS_OFF');
}

/**
 * Lists the tracks in order, including those that may not be downloaded. Omits tracks of a playlist that the account
 * has no access to.
 */
export async function listDownloadTracks(
  db: Db,
  { accountid, audience }: Pick<Caller, 'accountid' | 'audience'>,
  source: DownloadSource,
  now: Date,
): Promise<DownloadTrack[]> {
  if ('releaseid' in source)
    return listReleaseTracks(db, accountid, await requireRelease(db, { audience, releaseid: source.releaseid }, now));
  if ('playlistid' in source) {
    const { playlistid } = source;
    if (!(await findPlaylist(db, { playlistid, accountid }))) throw new Refusal('PLAYLIST_NOT_FOUND');
    return listPlaylistTracks(db, { accountid, audience }, playlistid);
  }
  await requireReleaseOfTrack(db, { audience, trackid: source.trackid }, now);
  const track = await findTrack(db, accountid, source.trackid);
  if (!track) throw new Refusal('TRACK_NOT_FOUND');
  return [track];
}

const builders = { mp3: buildMp3Parts, wav: buildWavParts, aiff: buildAiffParts, flac: buildFlacParts };

/** Of marked sound, the copy of the caller. */
export async function buildTrackFile(
  context: Pick<AppContext, 'db' | 'storage' | 'secrets' | 'now'>,
  caller: Pick<Caller, 'accountid' | 'playerid'>,
  track: DownloadTrack,
  format: AudioFormat,
  taking: Buffer,
): Promise<Part[]> {
  const rendition = findRendition(track, format);
  if (!rendition) throw new Refusal('FORMAT_NOT_AVAILABLE');
  const takingId = formatTakingId(context.secrets, taking);
  if (rendition.pair === undefined) return builders[format](context, track, rendition, takingId);
  const marked = await findSoundCopy(context, caller, rendition.file);
  const buildParts = format === 'mp3' ? buildMp3Parts : buildWavParts;
  return buildParts(context, track, rendition, takingId, marked);
}

/**
 * Gives `artist - ordinal - title [E] (version).extension` (requirements C-FORMAT-08 and C-FORMAT-09).
 * @param position in the download; default is the position in the release
 */
export function formatFileName(
  track: DownloadTrack,
  extension: string,
  { ordinal, count }: { ordinal: number; count: number } = { ordinal: track.ordinal, count: track.tracks },
): string {
  const { artist, title, version, explicit } = track;
  const song = [title, explicit === 'explicit' && '[E]', version && `(${version})`].filter(Boolean).join(' ');
  const number = String(ordinal).padStart(count < 100 ? 2 : 3, '0');
  const name = [number, song].filter(Boolean).join(' - ');
  // A long name loses the end of the artist, not number and title.
  const rest = ` - ${name}.${extension}`;
  const artistMax = Math.max(0, FILE_NAME_MAX - rest.length);
  const artistBytesMax = Math.max(0, FILE_NAME_BYTES_MAX - Buffer.byteLength(rest));
  const short = cutToBytes(artist.normalize('NFC').slice(0, artistMax), artistBytesMax);
  return sanitizeFileName(`${[short, name].filter(Boolean).join(' - ')}.${extension}`);
}

/** The taking of a download token; without one, a taking of this object in this format and session. */
export const getTaking = (
  secrets: Secrets,
  { sessionid, taking }: MediaCaller,
  { object, format }: Pick<LedgerEntry, 'object' | 'format'>,
): Buffer =>
  taking === undefined
    ? deriveTaking(secrets, sessionid, object.kind, object.id, format)
    : Buffer.from(taking, 'base64url');

export interface DownloadFile {
  name: string;
  parts: Part[];
  type: string;
  etag: string;
}

/** Sends a file for saving. The ledger records it. */
export function sendDownloadFile(
  { storage, ledger }: Pick<AppContext, 'storage'> & { ledger: Ledger },
  { caller, request, reply }: FileRequest<unknown>,
  { name, ...file }: DownloadFile,
  entry: LedgerEntry,
): Promise<void> {
  reply.header('content-disposition', attachmentDisposition(name));
  return sendParts(
    storage,
    request,
    reply,
    { ...file, cache: 'revalidate' },
    ledger.record({ caller, request }, entry),
  );
}

/** Sends a track for saving: its sound with tags, or a video as delivered. */
export async function sendTrackDownload(
  context: Pick<AppContext, 'db' | 'storage' | 'secrets' | 'config' | 'now'> & { ledger: Ledger },
  request: FileRequest<{ id: string }> & { query: { format: VideoFormat } },
  assettype: DownloadTrack['assettype'],
): Promise<void> {
  const { caller, params, query } = request;
  const { format } = query;
  requireDownloadsEnabled(context.config);
  const [track] = await listDownloadTracks(context.db, caller, { trackid: params.id }, context.now());
  if (track?.assettype !== assettype) throw new Refusal('TRACK_NOT_FOUND');
  if (!track.candownload) throw new Refusal('STREAM_ONLY');
  const rendition = findRendition(track, format);
  if (!rendition) throw new Refusal('FORMAT_NOT_AVAILABLE');
  const { file, bytes, media_type } = rendition;
  const object = { kind: 'track', id: track.trackid } as const;
  // A video is sent as delivered, without an id.
  const taking = format === 'mp4' ? undefined : getTaking(context.secrets, caller, { object, format });
  const parts =
    format === 'mp4' || !taking
      ? [{ key: file, start: 0, bytes }]
      : await buildTrackFile(context, caller, track, format, taking);
  const extension = format === 'mp4' ? extname(file).slice(1) : format;
  const download = { name: formatFileName(track, extension), parts, etag: etagOf(parts) };
  const type = format === 'aiff' ? 'audio/aiff' : media_type;
  await sendDownloadFile(
    context,
    request,
    { ...download, type },
    { purpose: 'download', object, tracks: [track], format, taking },
  );
}

/** Equal on every node, because stored files are named by their content. */
function etagOf(parts: Part[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    if (Buffer.isBuffer(part)) hash.update(part);
    else {
      const { key, start, bytes, samples, spliced } = part;
      hash.update(`${basename(key)} ${start} ${bytes} ${samples?.coding ?? ''}\n`);
      if (spliced) hash.update(spliced.word);
    }
  }
  return hash.digest('hex');
}
