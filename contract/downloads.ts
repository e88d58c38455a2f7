import * as z from 'zod/mini';
import { ReleaseId, TrackId } from './catalogue.ts';
import type { ErrorCode } from './errors.ts';
import { MP3_KBITS } from './limits.ts';
import { OmissionReason } from './media.ts';
import { PlaylistId } from './playlists.ts';
import { route } from './route.ts';

export const AudioFormat = z.enum(['mp3', 'wav']);
export type AudioFormat = z.infer<typeof AudioFormat>;
/** `mp4` is the video as delivered, the others its audio (requirements decision 6). */
export const VideoFormat = z.enum(['mp4', 'mp3', 'wav']);
export type VideoFormat = z.infer<typeof VideoFormat>;

const bitrate = z.optional(z.coerce.number().check(z.gte(MP3_KBITS), z.lte(MP3_KBITS)));
const ZipQuery = z.object({ format: z._default(AudioFormat, 'mp3'), bitrate });
const DownloadQuery = z.extend(ZipQuery, { token: z.optional(z.string()) });
/** Address of the zip with its media token, valid for six hours during the session. */
const ZipLink = z.object({ data: z.object({ zipped_url: z.string() }) });

/** `FORMAT_NOT_AVAILABLE`: also when the audio of a video was not extracted. */
const NO_FILE: readonly ErrorCode[] = ['DOWNLOADS_OFF', 'STREAM_ONLY', 'FORMAT_NOT_AVAILABLE'];
const DOWNLOADS: readonly ErrorCode[] = [...NO_FILE, 'DOWNLOAD_LIMIT'];

/** A track that is not in a zip. `title` is null when the account cannot hear it any more. */
export const OmittedTrack = z.object({ title: z.nullable(z.string()), reason: OmissionReason });
export type OmittedTrack = z.infer<typeof OmittedTrack>;

/** `progress` in percent; `failed` when files are missing in storage. `bytes` of the sound, `tracks` with the omitted ones. */
export const ZipStatus = z.object({
  status: z.enum(['done', 'zipping', 'failed']),
  progress: z.number(),
  bytes: z.number(),
  tracks: z.number(),
  omitted: z.array(OmittedTrack),
});
export type ZipStatus = z.infer<typeof ZipStatus>;

export const audioDownload = route({
  method: 'GET',
  path: '/audio/download/:id',
  access: 'media',
  object: 'audio-download',
  summary: 'Downloads a track with metadata, by a token for downloads; supports byte ranges.',
  refuses: [...DOWNLOADS, 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ id: TrackId }),
  query: DownloadQuery,
  file: 'audio/mpeg',
});

export const videoDownload = route({
  method: 'GET',
  path: '/video/download/:id',
  access: 'media',
  object: 'video-download',
  summary: 'Downloads a video or its audio, by a token for downloads.',
  refuses: [...DOWNLOADS, 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ id: TrackId }),
  query: z.extend(DownloadQuery, { format: z._default(VideoFormat, 'mp4') }),
  file: 'video/mp4',
});

export const releaseZipLink = route({
  method: 'GET',
  path: '/audio/zipper/:id',
  summary: 'Returns the address of the zip of a release.',
  refuses: [...NO_FILE, 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ id: ReleaseId }),
  query: ZipQuery,
  answer: ZipLink,
});

/** Without `format`: the format this account last requested a link for (requirements decision 22). */
export const releaseZipStatus = route({
  method: 'GET',
  path: '/audio/zipper/status/:id',
  summary: 'Tells whether the zip of a release is ready.',
  refuses: [...NO_FILE, 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ id: ReleaseId }),
  query: z.object({ format: z.optional(AudioFormat) }),
  answer: ZipStatus,
});

export const releaseZip = route({
  method: 'GET',
  path: '/audio/zip/:id',
  access: 'media',
  object: 'zip',
  summary: 'Streams the downloadable tracks of a release as a zip; supports byte ranges.',
  refuses: [...DOWNLOADS, 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ id: ReleaseId }),
  query: DownloadQuery,
  file: 'application/zip',
});

export const playlistZipLink = route({
  method: 'GET',
  path: '/playlist/zipper/:id',
  summary: 'Returns the address of the zip of a playlist.',
  refuses: NO_FILE,
  params: z.object({ id: PlaylistId }),
  query: ZipQuery,
  answer: ZipLink,
});

export const playlistZipStatus = route({
  method: 'GET',
  path: '/playlist/zipper/status/:id',
  summary: 'Tells whether the zip of a playlist is ready.',
  refuses: NO_FILE,
  params: z.object({ id: PlaylistId }),
  query: z.object({ format: z.optional(AudioFormat) }),
  answer: ZipStatus,
});

/** Files are numbered by their position in the playlist (requirements decision 27). */
export const playlistZip = route({
  method: 'GET',
  path: '/playlist/zip/:id',
  access: 'media',
  object: 'playlist',
  summary: 'Streams the downloadable tracks of a playlist as a zip; supports byte ranges.',
  refuses: [...DOWNLOADS],
  params: z.object({ id: PlaylistId }),
  query: DownloadQuery,
  file: 'application/zip',
});
