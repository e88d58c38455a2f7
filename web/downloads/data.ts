import type { AudioFormat, VideoFormat } from '@promenade/contract/downloads';
import * as downloads from '@promenade/contract/downloads';
import { MP3_KBITS } from '@promenade/contract/limits';
import { audioToken, videoToken } from '@promenade/contract/media';
import { address, type Begun, type Coming, call, streamFile } from '../platform/api.ts';

/** What can be taken home (C-ENUM-05). */
export type MediaKind = 'release' | 'song' | 'video' | 'playlist';

/** One thing to be taken home, and the way in: `token` of a song or video, `url` of a zip; empty until they are asked for. */
export interface Media {
  type: MediaKind;
  mediaID: string;
  format: VideoFormat;
  token: string;
  url: string;
}

/** A token for a song or a video. @throws ApiError */
export async function askToken({ type, mediaID }: Media, signal?: AbortSignal): Promise<string> {
  const route = type === 'video' ? videoToken : audioToken;
  return (await call(route, { params: { id: mediaID } }, how(signal))).data.token;
}

/** The address of the zip of a release or playlist, with its token. @throws ApiError */
export async function askZipLink({ type, mediaID, format }: Media, signal?: AbortSignal): Promise<string> {
  const route = type === 'playlist' ? downloads.playlistZipLink : downloads.releaseZipLink;
  const query = { format: sound(format), bitrate: MP3_KBITS };
  return (await call(route, { params: { id: mediaID }, query }, how(signal))).data.zipped_url;
}

/** Whether that zip can be fetched. @throws ApiError */
export function askZipStatus({ type, mediaID, format }: Media): Promise<downloads.ZipStatus> {
  const route = type === 'playlist' ? downloads.playlistZipStatus : downloads.releaseZipStatus;
  return call(route, { params: { id: mediaID }, query: { format: sound(format) } });
}

/** Its bytes, from where they were left. @throws ApiError */
export const fetchMedia = (media: Media, begun: Begun, signal: AbortSignal): Promise<Coming> =>
  streamFile(addressOf(media), begun, signal);

function addressOf({ type, mediaID, format, token, url }: Media): string {
  if (url) return url;
  const query = { format, bitrate: MP3_KBITS, token };
  return address(type === 'video' ? downloads.videoDownload : downloads.audioDownload, {
    params: { id: mediaID },
    query,
  });
}

/** A zip holds sound only. */
const sound = (format: VideoFormat): AudioFormat => (format === 'wav' ? 'wav' : 'mp3');

const how = (signal: AbortSignal | undefined) => (signal ? { signal } : {});
