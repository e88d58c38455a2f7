import { VideoFormat } from '@promenade/contract/downloads';
import { DOWNLOADS_STORED_MAX } from '@promenade/contract/limits';
import { OmissionReason } from '@promenade/contract/media';
import * as z from 'zod/mini';
import type { Media } from './data.ts';

/** Why a download failed; the words are `download.failure-<value>` in en.json. */
const failures = [
  'limit',
  'access',
  'withdrawn',
  'stream-only',
  'format',
  'network',
  'disk',
  'damaged',
  'interrupted',
  'other',
] as const;
export type DownloadFailure = (typeof failures)[number];

const TEXT_MAX = 2_000;
const Text = z.string().check(z.maxLength(TEXT_MAX));
const Count = z.number().check(z.nonnegative());
const Percent = z.number().check(z.gte(0), z.lte(100));

/** The type `track` means `song` (requirement C-DOWNLOAD-27). */
const Type = z.pipe(
  z.enum(['release', 'song', 'track', 'video', 'playlist', 'pickup']),
  z.transform((type) => (type === 'track' ? 'song' : type)),
);

/** As it is persisted: without token and link. */
const Item = z.object({
  type: Type,
  mediaID: Text,
  format: VideoFormat,
  token: z.literal(''),
  url: z.literal(''),
  artist: Text,
  title: Text,
  version: Text,
  explicit: z.boolean(),
  ordinal: Count,
  trackcount: Count,
  coverart: z.nullable(Text.check(z.regex(/^\/(?!\/)/))),
  downloadID: Text.check(z.minLength(1)),
  status: z.enum(['waiting', 'loading', 'finished', 'failed']),
  /** With the status `failed` only. */
  failure: z.optional(z.enum(failures)),
  progress: Percent,
  percentCompleted: Percent,
  isZipping: z.boolean(),
  zippingProgress: Percent,
  zipperReady: z.boolean(),
  /** Size, once known. */
  bytes: z.optional(Count),
  /** Tracks that a zip leaves out, once known. */
  omitted: z.optional(z.array(z.object({ title: z.nullable(Text), reason: OmissionReason }))),
});

/**
 * An item of the download manager (requirement C-ENTITY-19). `progress`, `percentCompleted` (always equal) and
 * `zippingProgress` are percent. `ordinal` is 0 except for tracks, `trackcount` 0 for tracks.
 */
export type DownloadItem = Omit<z.infer<typeof Item>, keyof Media> & Media;

export const isUnfinished = ({ status }: DownloadItem): boolean => status === 'waiting' || status === 'loading';

/** Parses the persisted downloads; anything that is none is left out (requirement C-PERSIST-03). */
export function parseDownloads(value: unknown): DownloadItem[] {
  const byId = new Map<string, DownloadItem>();
  for (const candidate of Array.isArray(value) ? value.slice(-DOWNLOADS_STORED_MAX) : []) {
    const { data } = Item.safeParse(candidate);
    if (data) byId.set(data.downloadID, data);
  }
  return [...byId.values()];
}
