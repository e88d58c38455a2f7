import * as z from 'zod/mini';
import { DAYS_MAX, FILTER_MAX, LINE_MAX, PAGE_SIZE_MAX, RELEASE_PAGE_SIZE } from './limits.ts';
import { route } from './route.ts';

export const ReleaseId = z.uuid();
export const TrackId = z.uuid();
export const ReleaseType = z.enum(['Album', 'EP', 'Single']);
export type ReleaseType = z.infer<typeof ReleaseType>;
export const Explicit = z.enum(['explicit', 'clean', 'unknown']);
export type Explicit = z.infer<typeof Explicit>;
/** Marks Canadian content among the market ids. */
export const CANCON = 'cancon';

const NamedLabel = z.object({ name: z.string(), logo: z.nullable(z.string()) });

/** A release as lists show it. Addresses of pictures are paths of this server. */
export const Release = z.object({
  releaseid: ReleaseId,
  /** The same as `releaseid`. */
  id: ReleaseId,
  title: z.string(),
  artist: z.string(),
  explicit: z.boolean(),
  /** 500 px wide WebP; null without a cover. */
  thumbnail: z.nullable(z.string()),
  /** 1000 px wide WebP; null without a cover. */
  coverart: z.nullable(z.string()),
  /** Dominant colour of the cover, #rrggbb. */
  color: z.string(),
  /** ISO instant, UTC. */
  available: z.string(),
  /** Seconds since 1970; null when unset. */
  impactdate: z.nullable(z.number()),
  /** Seconds, of all audio tracks. */
  duration: z.number(),
  trackcount: z.number(),
  labels: z.array(NamedLabel),
  genres: z.array(z.string()),
  /** Market ids; `market_tags` says the same. */
  markettags: z.array(z.string()),
  market_tags: z.array(z.string()),
  trending: z.boolean(),
  release_type: ReleaseType,
  candownload: z.boolean(),
  allow_sharing: z.boolean(),
  commenting_enabled: z.boolean(),
  flagged: z.boolean(),
  archived: z.boolean(),
  flaggedtrackcount: z.number(),
  /** Of its audio tracks, those that this account never heard ten seconds of (decision 26). */
  unheardtrackcount: z.number(),
  /** Who passed it on to this account, and with which words; null when nobody did (decision 26). */
  shared_by: z.nullable(z.object({ name: z.string(), message: z.string() })),
});
export type Release = z.infer<typeof Release>;

/** What an account heard of a track: ten seconds sample it, nine tenths of its length hear it (decision 19). */
export const Heard = z.enum(['unheard', 'sampled', 'heard']);
export type Heard = z.infer<typeof Heard>;

export const Track = z.object({
  trackid: z.uuid(),
  /** The same as `trackid`. */
  id: z.uuid(),
  /** Place in the release, from 0. */
  index: z.number(),
  releaseid: ReleaseId,
  title: z.string(),
  version: z.string(),
  artist: z.string(),
  explicit: z.boolean(),
  ordinal: z.number(),
  /** Seconds. */
  duration: z.number(),
  coverart: z.nullable(z.string()),
  assettype: z.enum(['audio', 'video']),
  candownload: z.boolean(),
  flagged: z.boolean(),
  heard: Heard,
  labels: z.array(NamedLabel),
  genres: z.array(z.string()),
  available: z.string(),
  impactdate: z.nullable(z.number()),
  /** Where the element plays it, without its token. */
  mediaURL: z.string(),
  market_tags: z.array(z.string()),
  /** Address of the peaks: 1,800 pairs of signed bytes, lowest then highest; null for a video. */
  waveform: z.nullable(z.string()),
  album: z.string(),
  language: z.string(),
  composer: z.string(),
  isrc: z.string(),
  upcnumber: z.string(),
  catalognumber: z.string(),
  copyrightyear: z.nullable(z.number()),
  /** Role of the Canadian content rules to the name that fills it. */
  canadian: z.record(z.string(), z.string()),
  writers: z.array(z.string()),
  publishing: z.string(),
  producer: z.string(),
  lyrics: z.string(),
});
export type Track = z.infer<typeof Track>;

export const ReleaseDetail = z.extend(Release, {
  promoinfo: z.string(),
  songs: z.array(Track),
  attachments: z.array(z.object({ title: z.string(), url: z.string(), size: z.number() })),
});
export type ReleaseDetail = z.infer<typeof ReleaseDetail>;

/** A list answer of the specification (decision 1). */
export const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number(), page: z.number(), pagesize: z.number() });

/** `popular` counts accounts that listened, in 30 days or in those of `days`; `trending` in 7 (decision 18). */
export const ReleaseSort = z.enum([
  'date',
  '-date',
  'artist',
  '-artist',
  'title',
  '-title',
  'duration',
  '-duration',
  'popular',
  '-popular',
  'trending',
  '-trending',
]);
export type ReleaseSort = z.infer<typeof ReleaseSort>;

const Count = z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000));

/** How many to show; a size beyond the largest is cut to it (C-API-12). */
export const pageSize = (unless: number, most: number) =>
  z._default(
    z.pipe(
      Count,
      z.transform((size: number) => Math.min(size, most)),
    ),
    unless,
  );

/** Pages count from 1. */
export const PageQuery = z.object({
  page: z._default(Count, 1),
  pagesize: pageSize(RELEASE_PAGE_SIZE, PAGE_SIZE_MAX),
});

const Words = z.optional(z.string().check(z.maxLength(LINE_MAX)));
/** Ids or names of one kind, joined by commas: any of them will do (C-FILTER-12, C-FILTER-13). */
const Any = z.optional(
  z.pipe(
    z.string().check(z.maxLength(FILTER_MAX)),
    z.transform((text: string) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ),
);
const YesNo = z.optional(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((word: 'true' | 'false') => word === 'true'),
  ),
);

/** What narrows a list of releases; each part that is given must hold (C-API-08..10). */
export const ReleaseFilter = z.object({
  /** Words that title, artist or label must hold. */
  filter: Words,
  /** One artist or label by its whole name, whatever its case; in a title the words. */
  artist: Words,
  label: Words,
  title: Words,
  genre: Words,
  genres: Any,
  market: Words,
  markets: Any,
  version: Words,
  versions: Any,
  release_types: Any,
  packages: Any,
  moods: Any,
  instruments: Any,
  /** Available in so many days back; together with a popular sort the window of counting instead (decision 23). */
  days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(DAYS_MAX))),
  /** Only explicit ones; `false` only clean ones. */
  explicit: YesNo,
  /** Only those of which this account heard nothing yet. */
  unheard: YesNo,
});
export type ReleaseFilter = z.infer<typeof ReleaseFilter>;

export const releases = route({
  method: 'GET',
  path: '/release',
  access: 'player',
  summary: 'The releases this account may hear, archived ones left out.',
  query: z.extend(z.extend(PageQuery, ReleaseFilter.shape), { sort: z._default(ReleaseSort, '-date') }),
  answer: listOf(Release),
});

/** Refuses: RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE. */
export const release = route({
  method: 'GET',
  path: '/release/:releaseid',
  access: 'player',
  summary: 'One release with its tracks, attachments and promotional text.',
  params: z.object({ releaseid: ReleaseId }),
  answer: ReleaseDetail,
});

/** `file` is the content hash, a size and an ending: `9f…-500.webp`. */
export const cover = route({
  method: 'GET',
  path: '/cover/:releaseid/:file',
  access: 'picture',
  summary: 'A cover of a release at 1000, 500 or 160 px, as WebP or JPEG.',
  params: z.object({
    releaseid: ReleaseId,
    file: z.string().check(z.regex(/^[0-9a-f]{16,64}-(1000|500|160)\.(webp|jpg)$/)),
  }),
  file: 'image/*',
});

export const labelLogo = route({
  method: 'GET',
  path: '/logo/:releaseid/:file',
  access: 'picture',
  summary: 'The logo of a label of this release.',
  params: z.object({ releaseid: ReleaseId, file: z.string().check(z.regex(/^[0-9a-f]{16,64}\.webp$/)) }),
  file: 'image/webp',
});
