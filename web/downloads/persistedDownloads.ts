import { OmissionReason } from '@promenade/contract/downloads';
import { DOWNLOADS_STORED_MAX } from '@promenade/contract/limits';
import * as z from 'zod/mini';
import { type DownloadItem, failures } from './downloadItem.ts';

const TEXT_MAX = 2_000;
const Text = z.string().check(z.maxLength(TEXT_MAX));
const Count = z.number().check(z.nonnegative());
const Percent = z.number().check(z.gte(0), z.lte(100));

/** The type `track` means `song` (requirement C-DOWNLOAD-27). */
const Type = z.pipe(
  z.enum(['release', 'song', 'track', 'video', 'playlist']),
  z.transform((type) => (type === 'track' ? 'song' : type)),
);

const Item = z.object({
  type: Type,
  mediaID: Text,
  format: z.enum(['mp3', 'wav', 'mp4']),
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
  failure: z.optional(z.enum(failures)),
  progress: Percent,
  percentCompleted: Percent,
  isZipping: z.boolean(),
  zippingProgress: Percent,
  zipperReady: z.boolean(),
  bytes: z.optional(Count),
  omitted: z.optional(z.array(z.object({ title: z.nullable(Text), reason: OmissionReason }))),
});

/** Parses the persisted downloads; anything that is none is left out (requirement C-PERSIST-03). */
export function parseDownloads(value: unknown): DownloadItem[] {
  const byId = new Map<string, DownloadItem>();
  for (const candidate of Array.isArray(value) ? value.slice(-DOWNLOADS_STORED_MAX) : []) {
    const { data } = Item.safeParse(candidate);
    if (data) byId.set(data.downloadID, data);
  }
  return [...byId.values()];
}
