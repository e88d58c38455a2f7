import * as z from 'zod/mini';
import type { PlayReport } from '../listening/historyData.ts';
import { emptyQueue, MAX_HISTORY, type Queue, type QueueItem, type Song } from './queue.ts';

/** Longest stored text, in characters. */
const TEXT_MAX = 2_000;
const Text = z.string().check(z.maxLength(TEXT_MAX));
/** An address on this server. */
const Path = Text.check(z.regex(/^\/(?!\/)/));
const Seconds = z.number().check(z.nonnegative());

/** Missing in songs of older versions. */
const Decibels = z._default(z.nullable(z.number()), null);

const SongSchema = z.object({
  uuid: Text,
  trackid: Text,
  releaseid: Text,
  title: Text,
  version: Text,
  artist: Text,
  artists: z._default(z.array(z.object({ artistid: Text, name: Text })), []),
  album: Text,
  color: Text,
  explicit: z.boolean(),
  ordinal: z.number(),
  duration: Seconds,
  mediaURL: Path,
  coverart: z.nullable(Path),
  waveform: z.nullable(Path),
  loudness: Decibels,
  truepeak: Decibels,
});

const base = {
  uuid: Text,
  title: Text,
  artist: Text,
  explicit: z.boolean(),
  thumbnail: z.nullable(Path),
  songs: z.array(SongSchema).check(z.minLength(1)),
};
const Sort = z.object({ column: Text, isDescending: z.boolean() });
const Item = z.discriminatedUnion('type', [
  z.object({ ...base, type: z.literal('release'), releaseid: Text }),
  z.object({ ...base, type: z.literal('song'), releaseid: Text, trackid: Text }),
  z.object({ ...base, type: z.literal('playlist'), playlistid: Text, sort: z.optional(Sort) }),
]);
const Entry = z.object({ historyUuid: Text, song: SongSchema });

/** Parses the persisted queue. Invalid items, history entries and selections are left out (requirement C-PERSIST-03). */
export function parsePersistedQueue(value: unknown): Queue {
  if (typeof value !== 'object' || value === null) return emptyQueue;
  const stored = value as Partial<Record<keyof Queue, unknown>>;
  const items: QueueItem[] = parseEach(Item, stored.items, ({ uuid }) => uuid);
  const history = parseEach(Entry, stored.history, ({ historyUuid }) => historyUuid).slice(-MAX_HISTORY);
  const item = items.find(({ uuid }) => uuid === stored.selectedItem);
  const song = item?.songs.find(({ uuid }) => uuid === stored.selectedSong);
  return { history, items, selectedItem: song && item ? item.uuid : null, selectedSong: song?.uuid ?? null };
}

/** Parses the persisted player; undefined when it is missing or unreadable (requirement C-PERSIST-03). */
export function parsePersistedPlayer(value: unknown): { song: Song | null; unsent: PlayReport[] } | undefined {
  const { data } = z.object({ song: z.nullable(SongSchema), unsent: z.optional(z.unknown()) }).safeParse(value);
  // The server checks reports.
  return data && { song: data.song, unsent: (Array.isArray(data.unsent) ? data.unsent : []) as PlayReport[] };
}

/** Valid elements of a list; of those with the same id, the first one. */
function parseEach<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  idOf: (element: z.output<Schema>) => string,
): z.output<Schema>[] {
  const byId = new Map<string, z.output<Schema>>();
  for (const candidate of Array.isArray(value) ? value : []) {
    const { data } = schema.safeParse(candidate);
    if (data !== undefined && !byId.has(idOf(data))) byId.set(idOf(data), data);
  }
  return [...byId.values()];
}
