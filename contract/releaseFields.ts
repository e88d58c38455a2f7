import * as z from 'zod/mini';

// What one release or track says in one value. Sidecar, document, edits, rows, editor, sheets, tags of downloads and the
// release page read these tables: a row here is a field everywhere. Fields that are kept or shown in a way of their own
// (title, artist, dates, terms, lists of people) have their own lines there.

interface Fact {
  /** How its value is checked, edited and printed; see `values` in delivery.ts. */
  kind: 'text' | 'language' | 'upc' | 'isrc' | 'key' | 'year' | 'bpm' | 'seconds';
}
export type FactKind = Fact['kind'];
export type FactTable = Readonly<Record<string, Fact>>;

/**
 * Of a release, by the name in `release.json`, which is also that of its column; in the order of the sheets, where it is
 * called `sheet`.
 */
export const releaseFacts = {
  upc: { kind: 'upc', sheet: 'UPC' },
  catalognumber: { kind: 'text', sheet: 'Catalogue number' },
  p_line: { kind: 'text', sheet: 'P-line' },
  c_line: { kind: 'text', sheet: 'C-line' },
  copyrightyear: { kind: 'year', sheet: 'Copyright year' },
  language: { kind: 'language', sheet: 'Language' },
} as const satisfies Record<string, Fact & { sheet: string }>;

/** The same of a track. */
export const trackFacts = {
  isrc: { kind: 'isrc' },
  language: { kind: 'language' },
  composer: { kind: 'text' },
  publishing: { kind: 'text' },
  producer: { kind: 'text' },
  bpm: { kind: 'bpm' },
  key: { kind: 'key' },
  soundstart: { kind: 'seconds' },
  introend: { kind: 'seconds' },
  outrostart: { kind: 'seconds' },
  soundend: { kind: 'seconds' },
} as const satisfies FactTable;

/** The moments of a song: its first sound, the end of its introduction, its hook, the beginning of its end, its last sound. */
export const markerFields = ['soundstart', 'introend', 'hookstart', 'outrostart', 'soundend'] as const;
export type MarkerField = (typeof markerFields)[number];
/** Fields that belong to one recording are not those of another. */
export const withoutMarkers = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => !(markerFields as readonly string[]).includes(name)),
  ) as Fields;
/** Seconds of those that are known. */
export type Markers = { [Field in MarkerField]?: number };

export type ReleaseFact = keyof typeof releaseFacts;
type NamedFacts = Readonly<Record<string, ReleaseFact>>;

/** What downloads say of the release in user-defined texts (`TXXX`), by the description of each. */
export const releaseTags = { BARCODE: 'upc', CATALOGNUMBER: 'catalognumber' } as const satisfies NamedFacts;

/** The texts of a release that listeners see, by the name in a `Track`; empty when nobody said it. */
export const shownTexts = { upcnumber: 'upc', catalognumber: 'catalognumber' } as const satisfies NamedFacts;
export type ShownText = keyof typeof shownTexts;

// Pure, so that a browser's first load does not have the tables.
export const releaseFactNames = /* @__PURE__ */ Object.keys(releaseFacts) as ReleaseFact[];
export const shownTextNames = /* @__PURE__ */ Object.keys(shownTexts) as ShownText[];

/** A value for each fact of a table. Null: nobody said it. */
export type FactsOf<Facts extends FactTable> = { [Name in keyof Facts]: ValueOf<Facts[Name]['kind']> | null };
type ValueOf<Kind> = Kind extends 'year' | 'bpm' | 'seconds' ? number : string;
export type ReleaseFacts = FactsOf<typeof releaseFacts>;
export type TrackFacts = FactsOf<typeof trackFacts>;

type Said<Facts extends FactTable> = { [Name in keyof Facts]?: FactsOf<Facts>[Name] | undefined };

/** The facts among other values, of the first source that says each; null when none does. */
export const factsOf = <Facts extends FactTable>(facts: Facts, ...sources: Said<Facts>[]): FactsOf<Facts> =>
  Object.fromEntries(
    Object.keys(facts).map((name) => [name, sources.find((said) => (said[name] ?? null) !== null)?.[name] ?? null]),
  ) as FactsOf<Facts>;

/**
 * What listeners filter by and a label may propose (a market is a country, or made by operators): the list of a release,
 * which is also the name of its table, and the word for one of it, with which the column of its ids begins.
 */
export const proposedNames = { genres: 'genre', moods: 'mood', instruments: 'instrument' } as const;
export type ProposedKind = keyof typeof proposedNames;
export const ProposedKind = z.enum(Object.keys(proposedNames) as ProposedKind[]);

/** A value for each of these lists. */
export const ofEachKind = <Value>(valueOf: (kind: ProposedKind) => Value): Record<ProposedKind, Value> =>
  Object.fromEntries(ProposedKind.options.map((kind) => [kind, valueOf(kind)])) as Record<ProposedKind, Value>;
