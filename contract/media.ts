import * as z from 'zod/mini';
import { route } from './route.ts';

const TrackId = z.uuid();

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

export const waveform = route({
  method: 'GET',
  path: '/waveform/:trackid/:file',
  access: 'picture',
  summary: 'Peaks of a track: 1,800 pairs of signed bytes, lowest then highest.',
  params: z.object({ trackid: TrackId, file: z.string().check(z.regex(/^[0-9a-f]{16,64}\.bin$/)) }),
  file: 'application/octet-stream',
});
