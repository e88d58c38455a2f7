import * as z from 'zod/mini';
import { Day } from './calendar/day.ts';
import { Explicit, musicalKeys, ReleaseType } from './catalogue.ts';
import { parseBarcode, parseIsrc, parseKey } from './codes.ts';
import { Email } from './email.ts';
import { type FactKind, type FactTable, ofEachKind, releaseFacts, trackFacts } from './releaseFields.ts';

const TEXT_MAX = 500;
const TEXT_LENGTH = `must have at most ${TEXT_MAX} characters`;
/** Line breaks and tabs become spaces. */
export const Text = z.string().check(
  z.overwrite((text) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()),
  z.regex(/[^\s\p{C}]/u, 'must not be blank'),
  z.maxLength(TEXT_MAX, TEXT_LENGTH),
);
/** Longest list of genres, moods, packages … of a release. */
export const NAMES_MAX = 100;
const Names = z.array(Text).check(z.maxLength(NAMES_MAX, `must be at most ${NAMES_MAX} names`));
/** Path inside the delivery folder. `release.json` names the recipients, whom nobody else may read. */
const FilePath = z
  .string()
  .check(z.minLength(1), z.maxLength(500), z.regex(/^(?!(.*\/)?release\.json$)/s, 'must not be release.json itself'));
const Isrc = z.string().check(
  z.overwrite((text) => parseIsrc(text) ?? text),
  z.regex(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/, 'must be an ISRC, such as US-QX9-13-00108'),
);
const Upc = z.string().check(
  z.overwrite((text) => parseBarcode(text) ?? text),
  z.regex(/^(?!0+$)\d{8,14}$/, 'must have 8 to 14 digits (a UPC 12, an EAN 13), not only zeros'),
);
const Key = z.string().check(
  z.overwrite((text) => parseKey(text) ?? text),
  z.refine((text) => (musicalKeys as readonly string[]).includes(text), 'must be a key, such as A minor, Am or 8A'),
);
const numberFrom = (min: number, max: number) => {
  const range = `must be a number from ${min} to ${max}`;
  return z.number(range).check(z.gte(min, range), z.lte(max, range));
};
const countFrom1 = (max: number) => {
  const range = `must be a whole number from 1 to ${max}`;
  return z.int(range).check(z.gte(1, range), z.lte(max, range));
};
const SECONDS = 'must be a number of seconds, from 0 on';
const YEAR = 'must be a year from 1900 to 2100, as a number';
const Year = z.int(YEAR).check(z.gte(1900, YEAR), z.lte(2100, YEAR));
const IsoInstant = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);
/** As PostgreSQL, `date` and strftime write it: a blank for the T, small letters, an offset without colon or minutes. */
const OTHER_INSTANT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:[Zz]|([+-]\d\d):?(\d\d)?)$/;
const OtherInstant = z.string().check(
  z.regex(OTHER_INSTANT),
  z.overwrite((text) =>
    text.replace(OTHER_INSTANT, (_, day: string, time: string, hours?: string, minutes = '00') =>
      [day, 'T', time, hours === undefined ? 'Z' : `${hours}:${minutes}`].join(''),
    ),
  ),
);
/** ISO 8601, also without seconds. A bare day means 00:00 UTC. */
export const Instant = z
  .union(
    [Day, IsoInstant, z.pipe(OtherInstant, IsoInstant)],
    'must be a day (2026-11-27) or an instant with offset (2026-11-27T09:00+01:00)',
  )
  .check(z.regex(/^(?!0000)/, 'must have a year from 0001 on'));

/** Neither a database nor a mail can hold NUL characters and surrogates without a partner. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(text);

/** A delivered text may be as long. */
const LONG_TEXT_MAX = 1_000_000;
const LongText = z
  .string()
  .check(
    z.maxLength(LONG_TEXT_MAX, `must have at most ${LONG_TEXT_MAX} characters`),
    z.refine(isPlainText, 'must not have control characters'),
  );

/** What each kind of fact takes. */
const values = {
  text: z.optional(Text),
  language: z.optional(Text),
  upc: z.optional(Upc),
  isrc: z.optional(Isrc),
  key: z.optional(Key),
  year: z.optional(Year),
  bpm: z.optional(numberFrom(20, 400)),
  seconds: z.optional(z.number(SECONDS).check(z.gte(0, SECONDS))),
} satisfies Record<FactKind, z.ZodMiniType>;
const factShape = <Facts extends FactTable>(facts: Facts) =>
  Object.fromEntries(Object.entries(facts).map(([name, { kind }]) => [name, values[kind]])) as {
    [Name in keyof Facts]: (typeof values)[Facts[Name]['kind']];
  };

/** One audio or video file; these fields override the tags of the file. */
export const DeliveredTrack = z.strictObject({
  file: FilePath,
  title: z.optional(Text),
  /** Blank means none. */
  version: z.optional(z.string().check(z.maxLength(TEXT_MAX, TEXT_LENGTH))),
  artist: z.optional(Text),
  disc: z.optional(countFrom1(99)),
  ordinal: z.optional(countFrom1(999)),
  explicit: z.optional(Explicit),
  ...factShape(trackFacts),
  /** Tracks with the same work are versions of one recording. */
  work: z.optional(Text),
  writers: z.optional(Names),
  /** Role of the Canadian content rules (music, artist, production, lyrics) to a name. */
  canadian: z.optional(z.record(z.string(), Text)),
  /** A text file; `lyrics/<name of the audio file>.txt` by default. */
  lyrics: z.optional(FilePath),
  /** Instead of a file. */
  lyrics_text: z.optional(LongText),
  stream_only: z.optional(z.boolean()),
  hookstart: z.optional(z.number(SECONDS).check(z.gte(0, SECONDS))),
});
export type DeliveredTrack = z.infer<typeof DeliveredTrack>;

/** `release.json` beside the audio files; unknown fields are refused. */
export const Delivery = z.strictObject({
  /** The sender's id; identifies the release of its label on a later import without a UPC. */
  id: z.optional(Text),
  title: z.optional(Text),
  artist: z.optional(Text),
  release_type: z.optional(ReleaseType),
  ...factShape(releaseFacts),
  label: z.optional(z.strictObject({ name: Text, logo: z.optional(FilePath), contact: z.optional(Email) })),
  /** An empty list means nobody; without packages and recipients it goes to "Everyone". */
  packages: z.optional(Names),
  /** Addresses of further accounts that receive it. */
  recipients: z.optional(z.array(Email)),
  /** Addresses of accounts that do not receive it, whatever package or share would give it. */
  excluded: z.optional(z.array(Email)),
  markets: z.optional(Names),
  ...ofEachKind(() => z.optional(Names)),
  available: z.optional(Instant),
  /** From then on nobody can hear it. */
  ends: z.optional(Instant),
  impactdate: z.optional(Day),
  stream_only: z.optional(z.boolean()),
  allow_sharing: z.optional(z.boolean()),
  commenting_enabled: z.optional(z.boolean()),
  /** The sound of each copy says whose it is. */
  mark: z.optional(z.boolean()),
  cover: z.optional(FilePath),
  /** The promotional text, HTML, instead of `promo.html`. */
  promo: z.optional(LongText),
  tracks: z.optional(z.array(DeliveredTrack).check(z.maxLength(999))),
  attachments: z.optional(z.array(z.strictObject({ file: FilePath, title: z.optional(Text) }))),
});
export type Delivery = z.infer<typeof Delivery>;

const { file: _file, lyrics: _lyrics, lyrics_text: _lyricsText, work: _work, ...trackFields } = DeliveredTrack.shape;
const documentTrack = { ...trackFields, lyrics: z.optional(LongText) };
const {
  id: _id,
  label: _label,
  recipients: _recipients,
  excluded: _excluded,
  cover: _cover,
  tracks: _tracks,
  attachments: _attachments,
  ...releaseFields
} = Delivery.shape;
/** A list of one, because a merge patch replaces lists as a whole; empty: there is none. */
const DocumentCover = z.array(
  z.strictObject({
    /** Of its stored files. */
    hash: z.string(),
    /** Dominant colour, #rrggbb. */
    color: z.string(),
    /** Pixels as delivered; null: drawn, or not measured. */
    width: z.nullable(z.number()),
    height: z.nullable(z.number()),
    /** It shows initials, because none was delivered. */
    drawn: z.boolean(),
  }),
);

const DocumentAttachment = z.strictObject({
  title: z.string(),
  filename: z.string(),
  /** Storage key. */
  file: z.string(),
  bytes: z.number(),
  crc32: z.number(),
  media_type: z.string(),
});
export type DocumentAttachment = z.infer<typeof DocumentAttachment>;

/** Of a compilation. */
const ARTISTS_MAX = 1_000;
const documentRelease = {
  ...releaseFields,
  /** Names of the credited artists, the main one first. */
  artists: z.optional(z.array(Text).check(z.maxLength(ARTISTS_MAX))),
  /** The promotional text: HTML, sanitised; its pictures are at `/api/promo/<releaseid>/`. */
  promo: z.optional(LongText),
  /** Playerids of single people. */
  recipients: z.optional(z.array(z.uuid()).check(z.maxLength(10_000))),
  cover: z.optional(DocumentCover),
  attachments: z.optional(z.array(DocumentAttachment)),
};

/** Everything that is said about one release, whichever way it came. A field that is not there is not known. */
export const ReleaseDocument = z.strictObject({
  ...documentRelease,
  /** By trackid. */
  tracks: z.record(z.uuid(), z.strictObject(documentTrack)),
});
export type ReleaseDocument = z.infer<typeof ReleaseDocument>;
export type DocumentTrack = ReleaseDocument['tracks'][string];

type Nullable<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodMiniType ? z.ZodMiniNullable<Shape[Name]> : never;
};
const patchOf = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, z.nullable(field)])) as Nullable<Shape>;

/** A JSON merge patch (RFC 7396) of a `ReleaseDocument`: null removes a field. */
export const DocumentPatch = z.strictObject({
  ...patchOf(documentRelease),
  tracks: z.optional(z.record(z.uuid(), z.strictObject(patchOf(documentTrack)))),
});
export type DocumentPatch = z.infer<typeof DocumentPatch>;
