import * as z from 'zod/mini';
import { Explicit, ReleaseType } from './catalogue.ts';

const Text = z.string().check(z.minLength(1), z.maxLength(500));
/** How many genres, moods … a release may have. */
export const NAMES_MAX = 100;
const Names = z.array(Text).check(z.maxLength(NAMES_MAX));
/** A path below the delivery's own folder. */
const File = z.string().check(z.minLength(1), z.maxLength(500));
const Day = z.iso.date();
const Isrc = z.string().check(z.regex(/^[A-Za-z]{2}-?[A-Za-z0-9]{3}-?\d{2}-?\d{5}$/));
/** A bare day means 00:00 UTC. */
const Instant = z.union([Day, z.iso.datetime({ offset: true })]);

/** One file of the delivery and what its tags cannot say; whatever stands here wins over the tag. */
export const DeliveredTrack = z.strictObject({
  file: File,
  title: z.optional(Text),
  version: z.optional(Text),
  artist: z.optional(Text),
  disc: z.optional(z.int().check(z.gte(1), z.lte(99))),
  ordinal: z.optional(z.int().check(z.gte(1), z.lte(999))),
  explicit: z.optional(Explicit),
  isrc: z.optional(Isrc),
  /** Tracks that name the same work are versions of one recording. */
  work: z.optional(Text),
  language: z.optional(Text),
  composer: z.optional(Text),
  writers: z.optional(Names),
  publishing: z.optional(Text),
  producer: z.optional(Text),
  /** Role of the Canadian content rules (music, artist, production, lyrics) to a name. */
  canadian: z.optional(z.record(z.string(), Text)),
  /** A text file; without it `lyrics/<name of the audio file>.txt` is taken where it exists. */
  lyrics: z.optional(File),
  stream_only: z.optional(z.boolean()),
  hookstart: z.optional(z.number().check(z.gte(0))),
  bpm: z.optional(z.number().check(z.gte(20), z.lte(400))),
});
export type DeliveredTrack = z.infer<typeof DeliveredTrack>;

/** `release.json` beside the audio: everything optional, nothing unknown. */
export const Delivery = z.strictObject({
  /** The sender's own id; names the release on a second import when there is no UPC. */
  id: z.optional(Text),
  title: z.optional(Text),
  artist: z.optional(Text),
  release_type: z.optional(ReleaseType),
  upc: z.optional(z.string().check(z.regex(/^\d{8,14}$/))),
  catalognumber: z.optional(Text),
  label: z.optional(z.strictObject({ name: Text, logo: z.optional(File), contact: z.optional(z.email()) })),
  packages: z.optional(Names),
  /** Addresses of single accounts that receive it besides the packages. */
  recipients: z.optional(z.array(z.email())),
  markets: z.optional(Names),
  genres: z.optional(Names),
  moods: z.optional(Names),
  instruments: z.optional(Names),
  available: z.optional(Instant),
  impactdate: z.optional(Day),
  copyrightyear: z.optional(z.int().check(z.gte(1900), z.lte(2100))),
  p_line: z.optional(Text),
  c_line: z.optional(Text),
  language: z.optional(Text),
  stream_only: z.optional(z.boolean()),
  allow_sharing: z.optional(z.boolean()),
  commenting_enabled: z.optional(z.boolean()),
  cover: z.optional(File),
  tracks: z.optional(z.array(DeliveredTrack).check(z.maxLength(999))),
  attachments: z.optional(z.array(z.strictObject({ file: File, title: z.optional(Text) }))),
});
export type Delivery = z.infer<typeof Delivery>;
