import * as z from 'zod/mini';
import { listOf, PageQuery, ReleaseId, TrackId } from './catalogue.ts';
import { route } from './route.ts';

const Instant = z.string();

/** `ranges`: from and to, in whole seconds. */
const HeardTrack = z.object({
  trackid: TrackId,
  title: z.string(),
  version: z.string(),
  duration: z.number(),
  waveform: z.nullable(z.string()),
  seconds: z.number(),
  ranges: z.array(z.tuple([z.number(), z.number()])),
});

/** What a report says of one person and one release: of what began after the person was told. Instants are ISO, UTC. */
export const Reach = z.object({
  releaseid: ReleaseId,
  title: z.string(),
  artist: z.string(),
  thumbnail: z.nullable(z.string()),
  labels: z.array(z.string()),
  /** Names of the packages by which the release was delivered; empty when to this person alone. */
  packages: z.array(z.string()),
  /** When a mail about it was handed over. */
  mailed: z.nullable(Instant),
  /** First and last time. */
  opened: z.nullable(z.object({ first: Instant, last: Instant, times: z.number() })),
  tracks: z.array(HeardTrack),
  downloaded: z.array(
    z.object({ trackid: TrackId, title: z.string(), format: z.enum(['wav', 'mp3', 'mp4']), at: Instant }),
  ),
  /** Of the newest contact request. */
  wrote: z.nullable(Instant),
  /** Names of those it was shared with. */
  passedon: z.array(z.string()),
  /** When the label does not see this any more. */
  until: Instant,
  /** What is stored from before the person was told; no label sees it. */
  before: z.object({ opened: z.number(), seconds: z.number(), downloaded: z.number() }),
});
export type Reach = z.infer<typeof Reach>;

/** The rows of the reports about the calling account, the latest first (requirements decision 35). */
export const seen = route({
  method: 'GET',
  path: '/profile/seen',
  summary: 'Lists what labels see of this account, release by release.',
  query: PageQuery,
  answer: listOf(Reach),
});

export const seenTable = route({
  method: 'GET',
  path: '/profile/seen.csv',
  summary: 'Returns what labels see of this account as a table.',
  file: 'text/csv',
});
