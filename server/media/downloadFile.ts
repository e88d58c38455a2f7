import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import type { VideoFormat } from '@promenade/contract/downloads';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { ChecksummedPart, Part } from '../platform/http/parts.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type FileRequest, sendParts } from '../platform/http/sendFile.ts';
import type { Config } from '../platform/process/config.ts';
import { attachmentDisposition, FILE_NAME_MAX, sanitizeFileName } from '../platform/storage/fileName.ts';
import {
  type DownloadTrack,
  findPlaylist,
  findTrack,
  listPlaylistTracks,
  listReleaseTracks,
  upsertDownloads,
} from './downloadQueries.ts';
import { buildMp3Parts } from './trackTags.ts';
import { buildWavParts } from './wavParts.ts';

// Downloads are assembled while they are sent: new tags around the stored sound, which is not changed.

export type DownloadSource = { trackid: string } | { releaseid: string } | { playlistid: string };

/** @throws DOWNLOADS_OFF when downloads are disabled for all (requirement C-ROLE-02) */
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
    return listReleaseTracks(db, await requireRelease(db, { audience, releaseid: source.releaseid }, now));
  if ('playlistid' in source) {
    const { playlistid } = source;
    if (!(await findPlaylist(db, { playlistid, accountid }))) throw new Refusal('PLAYLIST_NOT_FOUND');
    return listPlaylistTracks(db, { accountid, audience }, playlistid);
  }
  const track = await findTrack(db, source.trackid);
  if (!track) throw new Refusal('TRACK_NOT_FOUND');
  await requireRelease(db, { audience, releaseid: track.releaseid }, now);
  return [track];
}

export function buildTrackFile(
  context: Pick<AppContext, 'storage'>,
  track: DownloadTrack,
  format: 'mp3' | 'wav',
): Promise<ChecksummedPart[]> {
  const rendition = track.renditions[format];
  if (!rendition) throw new Refusal('FORMAT_NOT_AVAILABLE');
  return format === 'mp3' ? buildMp3Parts(context, track, rendition) : buildWavParts(context, track, rendition);
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
  const artistMax = Math.max(0, FILE_NAME_MAX - ` - ${name}.${extension}`.length);
  return sanitizeFileName(`${[artist.slice(0, artistMax), name].filter(Boolean).join(' - ')}.${extension}`);
}

export interface DownloadFile {
  name: string;
  parts: Part[];
  type: string;
  etag: string;
  tracks: { id: number }[];
  format: VideoFormat;
}

/**
 * Sends a file for saving. After its last byte the tracks are recorded as downloaded, which popularity counts
 * (requirements decision 18).
 */
export async function sendDownloadFile(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { caller, request, reply }: FileRequest<unknown>,
  { name, tracks, format, ...file }: DownloadFile,
): Promise<void> {
  reply.header('content-disposition', attachmentDisposition(name));
  if (!(await sendParts(request, reply, { ...file, cache: 'revalidate' }))) return;
  const trackIds = tracks.map(({ id }) => id);
  await upsertDownloads(db, { accountid: caller.accountid, trackIds, format, now: now() });
}

/** Sends a track for saving: its sound with tags, or a video as delivered. */
export async function sendTrackDownload(
  context: Pick<AppContext, 'db' | 'storage' | 'config' | 'now'>,
  request: FileRequest<{ id: string }> & { query: { format: VideoFormat } },
  assettype: DownloadTrack['assettype'],
): Promise<void> {
  const { caller, params, query } = request;
  const { format } = query;
  requireDownloadsEnabled(context.config);
  const [track] = await listDownloadTracks(context.db, caller, { trackid: params.id }, context.now());
  if (track?.assettype !== assettype) throw new Refusal('TRACK_NOT_FOUND');
  if (!track.candownload) throw new Refusal('STREAM_ONLY');
  const rendition = track.renditions[format === 'mp4' ? 'video' : format];
  if (!rendition) throw new Refusal('FORMAT_NOT_AVAILABLE');
  const { file, bytes, crc32, media_type } = rendition;
  const parts =
    format === 'mp4'
      ? [{ path: context.storage.localPath(file), start: 0, bytes, crc32 }]
      : await buildTrackFile(context, track, format);
  const extension = format === 'mp4' ? extname(file).slice(1) : format;
  const name = formatFileName(track, extension);
  await sendDownloadFile(context, request, {
    name,
    parts,
    type: media_type,
    etag: etagOf(parts),
    tracks: [track],
    format,
  });
}

/** Equal on every node, because stored files are named by their content. */
function etagOf(parts: ChecksummedPart[]): string {
  const hash = createHash('sha256');
  for (const part of parts)
    hash.update(Buffer.isBuffer(part) ? part : `${basename(part.path)} ${part.start} ${part.bytes}\n`);
  return hash.digest('hex');
}
