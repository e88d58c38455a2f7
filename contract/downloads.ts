import * as z from 'zod/mini';
import { ReleaseId, TrackId } from './catalogue.ts';
import { MP3_KBITS } from './limits.ts';
import { PlaylistId } from './playlists.ts';
import { route } from './route.ts';

export const AudioFormat = z.enum(['mp3', 'wav']);
export type AudioFormat = z.infer<typeof AudioFormat>;
/** `mp4` is the video itself as delivered, the others its sound (decision 6). */
export const VideoFormat = z.enum(['mp4', 'mp3', 'wav']);
export type VideoFormat = z.infer<typeof VideoFormat>;

/** There is one: every MP3 has it. */
const bitrate = z.optional(z.coerce.number().check(z.gte(MP3_KBITS), z.lte(MP3_KBITS)));
const Chosen = z.object({ format: z._default(AudioFormat, 'mp3'), bitrate });
const Fetched = z.extend(Chosen, { token: z.optional(z.string()) });
/** The address of the zip with its token, good for six hours while the session lives. */
const ZipLink = z.object({ data: z.object({ zipped_url: z.string() }) });

/** `progress` in percent. `failed`: files of it are missing here, and asking again does not help by itself. */
export const ZipStatus = z.object({ status: z.enum(['done', 'zipping', 'failed']), progress: z.number() });
export type ZipStatus = z.infer<typeof ZipStatus>;

/** Refuses: TRACK_NOT_FOUND, DOWNLOADS_OFF, STREAM_ONLY, and what its release refuses; so do all calls below. */
export const audioDownload = route({
  method: 'GET',
  path: '/audio/download/:id',
  access: 'media',
  object: 'audio',
  summary: 'A track to take home, metadata written in; byte ranges as for streams.',
  params: z.object({ id: TrackId }),
  query: Fetched,
  file: 'audio/mpeg',
});

/** Refuses also FORMAT_NOT_AVAILABLE where the sound of a video was never taken out of it. */
export const videoDownload = route({
  method: 'GET',
  path: '/video/download/:id',
  access: 'media',
  object: 'video',
  summary: 'A video to take home, or its sound.',
  params: z.object({ id: TrackId }),
  query: z.extend(Fetched, { format: z._default(VideoFormat, 'mp4') }),
  file: 'video/mp4',
});

export const releaseZipLink = route({
  method: 'GET',
  path: '/audio/zipper/:id',
  access: 'player',
  summary: 'Where the zip of a release is.',
  params: z.object({ id: ReleaseId }),
  query: Chosen,
  answer: ZipLink,
});

/** Without `format` the newest one this account asked a link for answers (decision 22). */
export const releaseZipStatus = route({
  method: 'GET',
  path: '/audio/zipper/status/:id',
  access: 'player',
  summary: 'Whether the zip of a release can be fetched.',
  params: z.object({ id: ReleaseId }),
  query: z.object({ format: z.optional(AudioFormat) }),
  answer: ZipStatus,
});

/** Exact length, byte ranges; nothing is built before it is sent. */
export const releaseZip = route({
  method: 'GET',
  path: '/audio/zip/:id',
  access: 'media',
  object: 'zip',
  summary: 'A release as a zip of what may be taken home of it.',
  params: z.object({ id: ReleaseId }),
  query: Fetched,
  file: 'application/zip',
});

/** Refuses: PLAYLIST_NOT_FOUND, STREAM_ONLY when nothing of it may be taken home. */
export const playlistZipLink = route({
  method: 'GET',
  path: '/playlist/zipper/:id',
  access: 'player',
  summary: 'Where the zip of a playlist is.',
  params: z.object({ id: PlaylistId }),
  query: Chosen,
  answer: ZipLink,
});

export const playlistZipStatus = route({
  method: 'GET',
  path: '/playlist/zipper/status/:id',
  access: 'player',
  summary: 'Whether the zip of a playlist can be fetched.',
  params: z.object({ id: PlaylistId }),
  query: z.object({ format: z.optional(AudioFormat) }),
  answer: ZipStatus,
});

/** Its files are numbered by their place in the playlist (decision 27). */
export const playlistZip = route({
  method: 'GET',
  path: '/playlist/zip/:id',
  access: 'media',
  object: 'playlist',
  summary: 'A playlist as a zip of what may be taken home of it.',
  params: z.object({ id: PlaylistId }),
  query: Fetched,
  file: 'application/zip',
});
