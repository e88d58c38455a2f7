import * as z from 'zod/mini';
import { ReleaseId, TrackId } from './catalogue.ts';
import { route } from './route.ts';

/** Refuses: TRACK_NOT_FOUND and what its release refuses. */
export const audioToken = route({
  method: 'GET',
  path: '/audio/:id',
  access: 'player',
  summary: 'A token for one track and this account, good for six hours while the session lives.',
  params: z.object({ id: TrackId }),
  answer: z.object({ data: z.object({ token: z.string() }) }),
});

/** Byte ranges as in RFC 9110: single, suffix, several; If-Range and HEAD too. */
export const audioStream = route({
  method: 'GET',
  path: '/audio/stream/:id.mp3',
  access: 'media',
  object: 'audio',
  summary: 'The track as MP3 of 320 kbit/s.',
  params: z.object({ id: TrackId }),
  query: z.object({ token: z.optional(z.string()) }),
  file: 'audio/mpeg',
});

/** As for audio (decision 22). Refuses: TRACK_NOT_FOUND and what its release refuses. */
export const videoToken = route({
  method: 'GET',
  path: '/video/:id',
  access: 'player',
  summary: 'A token for one video and this account, good for six hours while the session lives.',
  params: z.object({ id: TrackId }),
  answer: z.object({ data: z.object({ token: z.string() }) }),
});

/** What `mediaURL` of a video says; byte ranges as for audio. */
export const videoStream = route({
  method: 'GET',
  path: '/video/stream/:id',
  access: 'media',
  object: 'video',
  summary: 'The video as delivered.',
  params: z.object({ id: TrackId }),
  query: z.object({ token: z.optional(z.string()) }),
  file: 'video/mp4',
});

export const waveform = route({
  method: 'GET',
  path: '/waveform/:trackid/:file',
  access: 'picture',
  summary: 'Peaks of a track: 1,800 pairs of signed bytes, lowest then highest.',
  params: z.object({ trackid: TrackId, file: z.string().check(z.regex(/^[0-9a-f]{16,64}\.bin$/)) }),
  file: 'application/octet-stream',
});

/** What `attachments[].url` of a release says. Refuses: NOT_FOUND and what its release refuses. */
export const attachment = route({
  method: 'GET',
  path: '/attachment/:attachmentid',
  access: 'picture',
  summary: 'A file that came with a release, to be saved.',
  params: z.object({ attachmentid: z.uuid() }),
  file: '*/*',
});

/** What the promotional text of a release shows. Refuses: NOT_FOUND and what the release refuses. */
export const promoPicture = route({
  method: 'GET',
  path: '/promo/:releaseid/:name',
  access: 'picture',
  summary: 'A picture of the promotional text of a release.',
  params: z.object({
    releaseid: ReleaseId,
    name: z.string().check(z.regex(/^[\w-]{1,100}\.(jpe?g|png|webp|gif|avif)$/)),
  }),
  file: 'image/*',
});

/** The address is opened in a new window, so the session cookie opens it, too. Refuses what the release refuses. */
export const report = route({
  method: 'GET',
  path: '/release/:releaseid/report.:format',
  access: 'picture',
  summary: 'What is known of a release, as a sheet to print (pdf) or a table (csv).',
  params: z.object({ releaseid: ReleaseId, format: z.enum(['pdf', 'csv']) }),
  file: 'application/pdf',
});
