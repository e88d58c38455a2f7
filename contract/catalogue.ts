import * as z from 'zod/mini';
import {
  DAYS_MAX,
  DURATION_DEFAULT_S,
  FILTER_MAX,
  LINE_MAX,
  NOTE_MAX,
  PAGE_SIZE_MAX,
  RELEASE_PAGE_SIZE,
} from './limits.ts';
import { ofEachKind, type ShownText, shownTextNames } from './releaseFields.ts';
import { route } from './route.ts';

export const ReleaseId = z.uuid();
export const TrackId = z.uuid();
export const ReleaseType = z.enum(['Album', 'EP', 'Single']);
export type ReleaseType = z.infer<typeof ReleaseType>;
export const Explicit = z.enum(['explicit', 'clean', 'unknown']);
export type Explicit = z.infer<typeof Explicit>;
/** Market id of Canadian content. */
export const CANCON = 'cancon';

/**
 * How much of a release is still to hear (requirements decision 36): `all` of its audio tracks, `some` of them, or `none`
 * because each one was sampled or the account decided: it flagged or archived the release, reacted to it, or flagged one of
 * its tracks.
 */
export const ToHear = z.enum(['none', 'some', 'all']);
export type ToHear = z.infer<typeof ToHear>;

/** Keys in the order of the circle of fifths; each minor key follows its relative major key. */
export const musicalKeys = [
  'C major',
  'A minor',
  'G major',
  'E minor',
  'D major',
  'B minor',
  'A major',
  'F# minor',
  'E major',
  'C# minor',
  'B major',
  'G# minor',
  'F# major',
  'Eb minor',
  'Db major',
  'Bb minor',
  'Ab major',
  'F minor',
  'Eb major',
  'C minor',
  'Bb major',
  'G minor',
  'F major',
  'D minor',
] as const;
export type MusicalKey = (typeof musicalKeys)[number];

export const ReactionKind = z.enum(['rotation', 'considering', 'not-for-us', 'version']);
export type ReactionKind = z.infer<typeof ReactionKind>;

/** What an account says of a release; its label sees it. */
export const Reaction = z.object({
  kind: ReactionKind,
  /** Which version is needed; empty for other kinds. */
  version: z._default(z.string().check(z.maxLength(LINE_MAX)), ''),
  note: z._default(z.string().check(z.maxLength(NOTE_MAX)), ''),
  /** The moment that the note is about: a second of a track of the release. Both or none. */
  trackid: z._default(z.nullable(TrackId), null),
  second: z._default(z.nullable(z.number().check(z.gte(0), z.lte(DURATION_DEFAULT_S))), null),
  /** May the artist see the name of the account? */
  named: z._default(z.boolean(), false),
});
export type Reaction = z.infer<typeof Reaction>;

const NamedLabel = z.object({ labelid: z.uuid(), name: z.string(), logo: z.nullable(z.string()) });
const NamedArtist = z.object({ artistid: z.uuid(), name: z.string() });
export type NamedArtist = z.infer<typeof NamedArtist>;

/** A release in a list. Picture addresses are paths of this server, null without a picture. */
export const Release = z.object({
  releaseid: ReleaseId,
  /** The same as `releaseid`. */
  id: ReleaseId,
  title: z.string(),
  artist: z.string(),
  explicit: z.boolean(),
  /** WebP, 500 px wide. */
  thumbnail: z.nullable(z.string()),
  /** WebP, 1000 px wide. */
  coverart: z.nullable(z.string()),
  color: z.string(),
  /** ISO instant, UTC. */
  available: z.string(),
  /** Seconds since 1970. */
  impactdate: z.nullable(z.number()),
  /** Seconds of all audio tracks. */
  duration: z.number(),
  trackcount: z.number(),
  /** Of its audio tracks, the lowest first: whole beats per minute, and some of `musicalKeys`. Missing in stored history. */
  tempos: z.optional(z.array(z.number())),
  keys: z.optional(z.array(z.string())),
  /** The credited artists; `artist` is the credit as delivered. */
  artists: z.array(NamedArtist),
  labels: z.array(NamedLabel),
  genres: z.array(z.string()),
  /** Market ids, in both fields. */
  markettags: z.array(z.string()),
  market_tags: z.array(z.string()),
  trending: z.boolean(),
  release_type: ReleaseType,
  candownload: z.boolean(),
  allow_sharing: z.boolean(),
  commenting_enabled: z.boolean(),
  /** The sound of each copy says whose it is. */
  mark: z.optional(z.boolean()),
  flagged: z.boolean(),
  archived: z.boolean(),
  flaggedtrackcount: z.number(),
  /** Audio tracks that this account has not sampled (requirements decision 26). */
  unheardtrackcount: z.number(),
  tohear: ToHear,
  /** The latest share to this account (requirements decision 26). */
  shared_by: z.nullable(z.object({ name: z.string(), message: z.string() })),
  reaction: z.nullable(Reaction),
});
export type Release = z.infer<typeof Release>;

/** `sampled` after 10 seconds, `heard` after 90 % of the length (requirements decision 19). */
export const Heard = z.enum(['unheard', 'sampled', 'heard']);
export type Heard = z.infer<typeof Heard>;

const shownText = z.string();
const shownShape = Object.fromEntries(shownTextNames.map((name) => [name, shownText])) as Record<
  ShownText,
  typeof shownText
>;

export const Track = z.object({
  trackid: z.uuid(),
  /** The same as `trackid`. */
  id: z.uuid(),
  /** Position in the release, from 0. */
  index: z.number(),
  releaseid: ReleaseId,
  title: z.string(),
  version: z.string(),
  artist: z.string(),
  explicit: z.boolean(),
  advisory: Explicit,
  ordinal: z.number(),
  /** Seconds. */
  duration: z.number(),
  /** Beats per minute, to a tenth; the versions of a work have one tempo unless others were delivered. */
  bpm: z.nullable(z.number()),
  /** Computed, because nothing was delivered; so with `keyfound` and `hookfound`. */
  bpmfound: z.boolean(),
  /** One of `musicalKeys`. */
  key: z.nullable(z.string()),
  keyfound: z.boolean(),
  /** Second at which the most striking part begins. */
  hook: z.nullable(z.number()),
  hookfound: z.boolean(),
  /** Of the stereo that is streamed, in LUFS and dBTP; null for silence, a video and what is not measured yet. */
  loudness: z.nullable(z.number()),
  truepeak: z.nullable(z.number()),
  /** Tracks with the same work are versions of one recording. */
  workid: z.nullable(z.uuid()),
  coverart: z.nullable(z.string()),
  assettype: z.enum(['audio', 'video']),
  candownload: z.boolean(),
  /**
   * Bytes of the files by format, without tags; a format that is missing is not available, and an AIFF is of the size of the
   * WAV. History that an earlier version stored lacks all.
   */
  sizes: z.optional(
    z.object({
      mp3: z.optional(z.number()),
      wav: z.optional(z.number()),
      flac: z.optional(z.number()),
      mp4: z.optional(z.number()),
      /** Null for marked sound, of which no copy is the same for all. */
      aiff: z.optional(z.nullable(z.number())),
    }),
  ),
  flagged: z.boolean(),
  heard: Heard,
  /** The account downloaded a recording that was replaced since. */
  newrecording: z.optional(z.boolean()),
  /** The credited artists of the release. */
  artists: z.array(NamedArtist),
  labels: z.array(NamedLabel),
  genres: z.array(z.string()),
  available: z.string(),
  impactdate: z.nullable(z.number()),
  /** Address of the stream, without the media token. */
  mediaURL: z.string(),
  market_tags: z.array(z.string()),
  /** Address of the peaks (see `waveform` in media.ts); null for a video. */
  waveform: z.nullable(z.string()),
  album: z.string(),
  language: z.string(),
  composer: z.string(),
  isrc: z.string(),
  ...shownShape,
  copyrightyear: z.nullable(z.number()),
  /** Role of the Canadian content rules (music, artist, production, lyrics) to a name. */
  canadian: z.record(z.string(), z.string()),
  writers: z.array(z.string()),
  publishing: z.string(),
  producer: z.string(),
  lyrics: z.string(),
});
export type Track = z.infer<typeof Track>;

export const ReleaseDetail = z.extend(Release, {
  /** This account has files of it. Missing in answers of a node of the version before. */
  downloaded: z.optional(z.boolean()),
  promoinfo: z.string(),
  songs: z.array(Track),
  attachments: z.array(z.object({ title: z.string(), url: z.string(), size: z.number() })),
});
export type ReleaseDetail = z.infer<typeof ReleaseDetail>;

/** A page of a list (requirements decision 1). */
export const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), total: z.number(), page: z.number(), pagesize: z.number() });

/**
 * `popular` counts listeners of 30 or `days` days, `trending` of 7 days (requirements decision 18); `bpm` and `key` are those
 * of the first of `tempos` and `keys`, releases without one come last.
 */
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
  'bpm',
  '-bpm',
  'key',
  '-key',
]);
export type ReleaseSort = z.infer<typeof ReleaseSort>;

const Count = z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000));

/** Larger sizes are cut to `max` (requirement C-API-12). */
export const pageSize = (fallback: number, max: number) =>
  z._default(
    z.pipe(
      Count,
      z.transform((size: number) => Math.min(size, max)),
    ),
    fallback,
  );

/** Pages count from 1. */
export const PageQuery = z.object({
  page: z._default(Count, 1),
  pagesize: pageSize(RELEASE_PAGE_SIZE, PAGE_SIZE_MAX),
});

const SearchText = z.optional(z.string().check(z.maxLength(LINE_MAX)));
/** Ids or names separated by commas; a release matches any of them (requirements C-FILTER-12, C-FILTER-13). */
export const ValueList = z.optional(
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
const BooleanText = z.optional(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((text: 'true' | 'false') => text === 'true'),
  ),
);

/** A release must match every given field (requirements C-API-08 to 10). */
export const ReleaseFilter = z.object({
  filter: SearchText,
  /** Full name of an artist or label, in any case; `title` matches words. */
  artist: SearchText,
  label: SearchText,
  title: SearchText,
  genre: SearchText,
  market: SearchText,
  markets: ValueList,
  version: SearchText,
  versions: ValueList,
  release_types: ValueList,
  packages: ValueList,
  ...ofEachKind(() => ValueList),
  /** Like the other lists; `label` takes one name and is combined with them. */
  labels: ValueList,
  /** Available in the last days; with a popular sort the counting window (requirements decision 23). */
  days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(DAYS_MAX))),
  /** `false` matches only clean releases. */
  explicit: BooleanText,
  /** Releases whose `tohear` is not `none`. */
  tohear: BooleanText,
  /** ISO instant: releases that arrived since. */
  since: SearchText,
  /** From and to, `118-124`: releases with a track of this tempo, or of half or double of it. */
  bpm: z.optional(z.string().check(z.regex(/^\d{1,3}-\d{1,3}$/))),
  /** Some of `musicalKeys`; with `fits` also their relative and neighbouring keys. */
  keys: ValueList,
  fits: BooleanText,
  /** Releases with a version of this work. */
  work: z.optional(z.uuid()),
});
export type ReleaseFilter = z.infer<typeof ReleaseFilter>;

export const releases = route({
  method: 'GET',
  path: '/release',
  summary: 'Lists the releases this account may hear, without archived ones.',
  query: z.extend(z.extend(PageQuery, ReleaseFilter.shape), { sort: z._default(ReleaseSort, '-date') }),
  answer: listOf(Release),
});

export const release = route({
  method: 'GET',
  path: '/release/:releaseid',
  summary: 'Returns a release with its tracks, attachments and promotional text.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ releaseid: ReleaseId }),
  answer: ReleaseDetail,
});

/** `file` is content hash, width and extension: `9f…-500.webp`. */
export const cover = route({
  method: 'GET',
  path: '/cover/:releaseid/:file',
  access: 'picture',
  summary: 'Returns the cover of a release at 1000, 500 or 160 px, as WebP or JPEG.',
  refuses: ['NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
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
  summary: 'Returns the logo of a label of this release.',
  refuses: ['NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ releaseid: ReleaseId, file: z.string().check(z.regex(/^[0-9a-f]{16,64}\.webp$/)) }),
  file: 'image/webp',
});
