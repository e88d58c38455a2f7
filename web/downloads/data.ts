import type { VideoFormat } from '@promenade/contract/downloads';
import * as downloads from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import { MP3_KBITS } from '@promenade/contract/limits';
import { audioToken, videoToken } from '@promenade/contract/media';
import { call } from '../platform/api.ts';
import { type FileStream, type PartialFile, streamFile } from '../platform/files.ts';
import { buildUrl } from '../platform/request.ts';

/** A downloadable file: a track or video with its `token`, or a zip with its `url`. Both are empty until requested. */
export interface Media {
  type: 'release' | 'song' | 'video' | 'playlist' | 'pickup';
  mediaID: string;
  format: VideoFormat;
  token: string;
  url: string;
}

/** Fetches a token for the download of a track or video. @throws ApiError */
export async function fetchMediaToken({ type, mediaID }: Media, signal?: AbortSignal): Promise<string> {
  const route = type === 'video' ? videoToken : audioToken;
  return (await call(route, { params: { id: mediaID }, query: { purpose: 'download' } }, signal && { signal })).data
    .token;
}

/** Fetches the address of a zip, which contains a token. @throws ApiError */
export async function fetchZipLink({ type, mediaID, format }: Media, signal?: AbortSignal): Promise<string> {
  if (type === 'pickup')
    return (await call(downloads.pickupZipLink, { params: { id: mediaID } }, signal && { signal })).data.zipped_url;
  const route = type === 'playlist' ? downloads.playlistZipLink : downloads.releaseZipLink;
  const query = { format: audioFormat(format), bitrate: MP3_KBITS };
  return (await call(route, { params: { id: mediaID }, query }, signal && { signal })).data.zipped_url;
}

export function fetchZipStatus({ type, mediaID, format }: Media): Promise<downloads.ZipStatus> {
  if (type === 'pickup') return call(downloads.pickupZipStatus, { params: { id: mediaID } });
  const route = type === 'playlist' ? downloads.playlistZipStatus : downloads.releaseZipStatus;
  return call(route, { params: { id: mediaID }, query: { format: audioFormat(format) } });
}

/** Streams the bytes that are still missing. @throws ApiError */
export const fetchMedia = (media: Media, buffered: PartialFile, signal: AbortSignal): Promise<FileStream> =>
  streamFile(addressOf(media), buffered, signal);

function addressOf({ type, mediaID, format, token, url }: Media): string {
  if (url) return url;
  const route = type === 'video' ? downloads.videoDownload : downloads.audioDownload;
  return buildUrl(route, { params: { id: mediaID }, query: { format, bitrate: MP3_KBITS, token } });
}

const audioFormat = (format: VideoFormat): AudioFormat => (format === 'mp4' ? 'mp3' : format);
