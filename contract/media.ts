import * as z from 'zod/mini';
import { ReleaseId, TrackId } from './catalogue.ts';
import { type Markers as MarkerSeconds, markerFields } from './releaseFields.ts';
import { route } from './route.ts';

/** Why a track is not in a zip, as an error code. */
export const OmissionReason = z.enum(['STREAM_ONLY', 'FORMAT_NOT_AVAILABLE', 'RELEASE_NOT_AVAILABLE']);
export type OmissionReason = z.infer<typeof OmissionReason>;

/**
 * A token opens either the stream or the download of its object (requirements decision 30). `preview` is the stream for staff
 * of the owner, whatever the state of the release; it counts as no listening.
 */
const TokenPurpose = z._default(z.enum(['stream', 'download', 'preview']), 'stream');
const TokenQuery = z._default(z.object({ purpose: TokenPurpose }), { purpose: 'stream' });

export const audioToken = route({
  method: 'GET',
  path: '/audio/:id',
  summary: 'Returns a media token for one track, valid for six hours with the cookie of the session.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ id: TrackId }),
  query: TokenQuery,
  answer: z.object({ data: z.object({ token: z.string() }) }),
});

/** Supports single, suffix and multiple byte ranges, If-Range and HEAD (RFC 9110 §14). */
export const audioStream = route({
  method: 'GET',
  path: '/audio/stream/:id.mp3',
  access: 'media',
  object: 'audio',
  summary: 'Streams a track as MP3 with 320 kbit/s.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE', 'TRACK_REPLACED'],
  params: z.object({ id: TrackId }),
  query: z.object({ token: z.optional(z.string()) }),
  file: 'audio/mpeg',
});

export const videoToken = route({
  method: 'GET',
  path: '/video/:id',
  summary: 'Returns a media token for one video, valid for six hours with the cookie of the session.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ id: TrackId }),
  query: TokenQuery,
  answer: z.object({ data: z.object({ token: z.string() }) }),
});

export const videoStream = route({
  method: 'GET',
  path: '/video/stream/:id',
  access: 'media',
  object: 'video',
  summary: 'Streams a video as delivered.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE', 'TRACK_REPLACED'],
  params: z.object({ id: TrackId }),
  query: z.object({ token: z.optional(z.string()) }),
  file: 'video/mp4',
});

export const waveform = route({
  method: 'GET',
  path: '/waveform/:trackid/:file',
  access: 'picture',
  summary: 'Returns the peaks of a track: 1,800 pairs of signed bytes, lowest then highest.',
  refuses: ['NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ trackid: TrackId, file: z.string().check(z.regex(/^[0-9a-f]{16,64}\.bin$/)) }),
  file: 'application/octet-stream',
});

export const attachment = route({
  method: 'GET',
  path: '/attachment/:attachmentid',
  access: 'picture',
  summary: 'Downloads an attachment of a release.',
  refuses: ['NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ attachmentid: z.uuid() }),
  file: '*/*',
});

export const promoPicture = route({
  method: 'GET',
  path: '/promo/:releaseid/:name',
  access: 'picture',
  summary: 'Returns a picture of the promotional text of a release.',
  refuses: ['NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({
    releaseid: ReleaseId,
    name: z.string().check(z.regex(/^[\w-]{1,100}\.(jpe?g|png|webp|gif|avif)$/)),
  }),
  file: 'image/*',
});

const SheetFormat = z.enum(['pdf', 'csv', 'xlsx']);
export type SheetFormat = z.infer<typeof SheetFormat>;

export const sheet = route({
  method: 'GET',
  path: '/release/:releaseid/report.:format',
  access: 'picture',
  summary: 'Returns the metadata of a release as a printable sheet (pdf) or a table (xlsx, csv).',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE', 'TOO_MANY_REQUESTS'],
  params: z.object({ releaseid: ReleaseId, format: SheetFormat }),
  file: 'application/pdf',
});

const Second = z.optional(z.number().check(z.gte(0), z.lte(86_400)));
/** Seconds by moment, to a millisecond. */
const Markers = z.object(
  Object.fromEntries(markerFields.map((field) => [field, Second])) as Record<keyof MarkerSeconds, typeof Second>,
);

/** `own` wins over what the label `said`, and that over what was `found` in the sound. */
export const TrackMarkers = z.object({ duration: z.number(), found: Markers, said: Markers, own: Markers });
export type TrackMarkers = z.infer<typeof TrackMarkers>;

const MarkerParams = z.object({ id: TrackId });

export const trackMarkers = route({
  method: 'GET',
  path: '/audio/:id/markers',
  summary:
    'Returns the moments of a song: its first sound, end of the introduction, hook, begin of the end, last sound.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: MarkerParams,
  answer: TrackMarkers,
});

/** They count for this account alone: in its downloads and lists. */
export const setTrackMarkers = route({
  method: 'PUT',
  path: '/audio/:id/markers',
  summary: 'Replaces the moments of a song that this account set by ear.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE', 'MARKER_BEHIND_END'],
  params: MarkerParams,
  body: z.object({ own: Markers }),
  answer: TrackMarkers,
});
