import * as z from 'zod/mini';
import { ReleaseId, TrackId } from './catalogue.ts';
import type { ErrorCode } from './errors.ts';
import { AudioFormat } from './fields.ts';
import { LINE_MAX, MARKED_AT_ONCE_MAX, MP3_KBITS, URL_MAX } from './limits.ts';
import { OmissionReason } from './media.ts';
import { PlaylistId } from './playlists.ts';
import { route } from './route.ts';

/** `mp4` is the video as delivered, the others its audio (requirements decision 6). */
export const VideoFormat = z.enum(['mp4', ...AudioFormat.options]);
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

/** `xml` is that of rekordbox, `nml` that of Traktor. */
export const ListFormat = z.enum(['m3u8', 'xspf', 'cue', 'csv', 'xml', 'nml']);
export type ListFormat = z.infer<typeof ListFormat>;

/** Columns of a list as CSV, in the order that they are chosen in. */
export const ListColumn = z.enum([
  'file',
  'number',
  'artist',
  'title',
  'version',
  'album',
  'label',
  'isrc',
  'seconds',
  'bpm',
  'key',
  'loudness',
  'explicit',
  'year',
  'soundstart',
  'introend',
  'hookstart',
  'outrostart',
  'soundend',
  'id',
]);
export type ListColumn = z.infer<typeof ListColumn>;

/** What a pattern may have in braces; `show` is one of the shelf. */
export const namePlaceholders = [
  'artist',
  'title',
  'version',
  'album',
  'label',
  'isrc',
  'year',
  'bpm',
  'key',
  'show',
  'number',
] as const;

const placeholders = new Set<string>(namePlaceholders);
const hasKnownPlaceholders = (pattern: string) =>
  [...pattern.matchAll(/\{([^{}]*)\}/g)].every(([, name = '']) => placeholders.has(name));
const Pattern = z.string().check(z.trim(), z.maxLength(LINE_MAX), z.refine(hasKnownPlaceholders));

/** A number in the cart system of a station; at most eight digits. */
const CutNumber = z.number().check(z.int(), z.gte(0), z.lte(99_999_999));

/** How a station names the files that it takes home, and which it takes: of all who share the shelf of a company, else of one person. */
export const Naming = z.object({
  format: z._default(AudioFormat, 'wav'),
  /** Of the name without its ending; what is empty leaves no brackets. */
  pattern: z._default(Pattern.check(z.minLength(1)), '{artist} - {title} ({version})'),
  /** Of the folders above it, with `/` between them; empty: none. */
  folder: z._default(Pattern, ''),
  /** `plain` leaves out what some playout programs cannot read; `ascii` has letters, digits, `.`, `_` and `-` alone; `short` is 8.3. */
  letters: z._default(z.enum(['plain', 'ascii', 'short']), 'plain'),
  /** The number of the first file; it has as many digits as the last number of the range. */
  first: z._default(CutNumber, 1),
  last: z._default(CutNumber, 999),
  /** Where the files are on the computer of the person, such as `C:\Music` or `/Volumes/Music`; DJ programs need it. */
  place: z._default(z.string().check(z.trim(), z.maxLength(URL_MAX)), ''),
  /** The list file beside the files of a pick-up. */
  list: z._default(z.nullable(ListFormat), 'm3u8'),
  columns: z._default(z.array(ListColumn).check(z.maxLength(ListColumn.options.length)), [...ListColumn.options]),
});
export type Naming = z.infer<typeof Naming>;

/** Of every list of songs: `RELEASE_NOT_FOUND` when the account can hear none of them. */
export const LISTS: readonly ErrorCode[] = [
  'CUT_NUMBERS_USED_UP',
  'FOLDER_NEEDED',
  'RELEASE_NOT_FOUND',
  'DOWNLOADS_OFF',
  'STREAM_ONLY',
  'FORMAT_NOT_AVAILABLE',
  'TOO_MANY_REQUESTS',
];

/** Without a format, that of the settings. */
export const ListQuery = z.object({ format: z.optional(AudioFormat) });

export const naming = route({
  method: 'GET',
  path: '/lists/naming',
  summary: 'Returns how this account names the files that it takes home.',
  answer: Naming,
});

export const saveNaming = route({
  method: 'PUT',
  path: '/lists/naming',
  summary: 'Changes how this account names the files that it takes home.',
  body: Naming,
  answer: Naming,
});

export const playlistList = route({
  method: 'GET',
  path: '/playlist/:playlistid/list.:list',
  access: 'picture',
  summary: 'Returns the downloadable songs of a playlist as a list for playout or DJ programs.',
  refuses: LISTS,
  params: z.object({ playlistid: PlaylistId, list: ListFormat }),
  query: ListQuery,
  file: 'application/octet-stream',
});

const Ids = <Id extends z.ZodMiniType<string, string>>(id: Id) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',')),
    ),
    z.array(id).check(z.minLength(1), z.maxLength(MARKED_AT_ONCE_MAX)),
  );

/** Releases that the account cannot hear are left out. */
export const selectionList = route({
  method: 'GET',
  path: '/selection/list.:list',
  access: 'picture',
  summary: 'Returns the downloadable songs of some releases as a list for playout or DJ programs.',
  refuses: LISTS,
  params: z.object({ list: ListFormat }),
  query: z.extend(ListQuery, { releaseids: Ids(ReleaseId) }),
  file: 'application/octet-stream',
});

/** Which songs: those of a playlist, of releases (`shows`: the show that a release is meant for, by its id), or these. */
export type TrackSource =
  | { playlistid: z.infer<typeof PlaylistId> }
  | { releaseids: z.infer<typeof ReleaseId>[]; shows?: Map<string, string> }
  | { trackids: z.infer<typeof TrackId>[] };

const PickupParams = z.object({ id: z.uuid() });

export const pickupZipLink = route({
  method: 'GET',
  path: '/pickup/zipper/:id',
  summary: 'Returns the address of the zip of a pick-up.',
  refuses: [...NO_FILE, 'NOT_FOUND', 'RELEASE_NOT_FOUND'],
  params: PickupParams,
  answer: ZipLink,
});

export const pickupZipStatus = route({
  method: 'GET',
  path: '/pickup/zipper/status/:id',
  summary: 'Tells whether the zip of a pick-up is ready.',
  refuses: [...NO_FILE, 'NOT_FOUND', 'RELEASE_NOT_FOUND'],
  params: PickupParams,
  answer: ZipStatus,
});

/** Each song is sent only while the account can hear and download it; the others are left out. */
export const pickupZip = route({
  method: 'GET',
  path: '/pickup/zip/:id',
  access: 'media',
  object: 'pickup',
  summary: 'Streams the files of a pick-up and its list as a zip; supports byte ranges.',
  refuses: [...DOWNLOADS, 'NOT_FOUND', 'RELEASE_NOT_FOUND'],
  params: PickupParams,
  query: z.object({ token: z.optional(z.string()) }),
  file: 'application/zip',
});
