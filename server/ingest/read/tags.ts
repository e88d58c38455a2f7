import type { Explicit } from '@promenade/contract/catalogue';
import { parseBarcode, parseIsrc, parseKey } from '@promenade/contract/codes';
import { iso6392 } from 'iso-639-2';
import type { IAudioMetadata, IPicture } from 'music-metadata';
import type { Mark } from '../decoders/pcmMarks.ts';
import { describeOthers, listChapters, nameMarkers } from './markers.ts';

/** Tags of a delivered file, in one shape for all formats. Blank and impossible values are undefined. */
export type Tags = ReturnType<typeof parseTags>;

type NativeTags = IAudioMetadata['native'];

const TEXT_MAX = 500;

/** By precedence where one file has several: the tag of the format itself, then what programs add, then old ones. */
const TAG_TYPES = 'vorbis ID3v2.4 ID3v2.3 ID3v2.2 iTunes matroska asf APEv2 AIFF exif ID3v1'.split(' ');

/**
 * The names of each field in all formats, the preferred one first: upper case without spaces, `_` and `-`. A user-defined
 * text (`TXXX`, `----`) goes by its description.
 */
const NAMES = {
  title: 'TIT2 TT2 ©NAM TITLE INAM NAME',
  version: 'VERSION TIT3 TT3 SUBTITLE',
  artist: 'TPE1 TP1 ©ART ARTIST IART AUTH',
  artists: 'ARTISTS',
  albumArtist: 'TPE2 TP2 AART ALBUMARTIST BAND',
  album: 'TALB TAL ©ALB ALBUM IPRD',
  track: 'TRCK TRK TRKN TRACKNUMBER TRACK ITRK IPRT',
  disc: 'TPOS TPA DISK DISCNUMBER DISC',
  releaseDate: 'TDRL RELEASEDATE',
  date: 'TDRC ©DAY DATE ICRD TYER TYE YEAR',
  dayAndMonth: 'TDAT TDA',
  originalDate: 'TDOR ORIGINALDATE',
  genres: 'TCON TCO ©GEN GNRE GENRE IGNR STYLE',
  label: 'LABEL ORGANIZATION ORGANISATION TPUB TPB IPUB DISCOGSLABEL',
  publisher: 'PUBLISHING MUSICPUBLISHER PUBLISHER ©PUB',
  catalognumber: 'CATALOGNUMBER CATALOGUENUMBER CATALOGID CATALOG LABELNO DISCOGSCATALOG',
  upc: 'BARCODE UPC EAN EAN/UPN UPC/EAN EANUPN PRODUCTNUMBER',
  isrc: 'TSRC TRC ISRC ISRCCODE XID',
  composers: 'TCOM TCM ©WRT COMPOSER IMUS',
  lyricists: 'TEXT TXT LYRICIST',
  writers: 'WRITER IWRI',
  producer: 'PRODUCER IPRO ©PRD',
  language: 'TLAN TLA LANGUAGE ILNG',
  copyright: 'TCOP TCR CPRT ©CPY COPYRIGHT ICOP',
  production: 'TPRO PLINE ©PHG',
  lyrics: 'USLT ULT ©LYR LYRICS UNSYNCEDLYRICS SYLT',
  bpm: 'BPM TBPM TBP TMPO TEMPO',
  key: 'INITIALKEY TKEY TKE KEY',
  mood: 'TMOO MOOD',
  explicit: 'ITUNESADVISORY RTNG EXPLICIT',
};

type Field = keyof typeof NAMES;

type Notes = readonly { message: string }[];

/**
 * @param notes warnings of the parser
 * @param unreadable sentences about what it could not read
 * @param marks of the chunks of the file
 */
export function parseTags(
  native: NativeTags,
  notes: Notes = [],
  unreadable: readonly string[] = [],
  marks: readonly Mark[] = [],
) {
  const skipped = notes.flatMap(({ message }) => UNREADABLE.exec(message)?.slice(1).find(Boolean) ?? []);
  const warnings = [...unreadable, ...skipped.map(describeUnreadable)];
  const groups = TAG_TYPES.flatMap((type) => {
    const tags = native[type];
    return tags ? [{ type, values: groupByName(type, tags, notes) }] : [];
  });
  /** The values of each name that has one, in the order of the tags and names. */
  const listValues = (field: Field, only?: string): unknown[][] =>
    groups
      .filter(({ type }) => !only || type === only)
      .flatMap(({ values }) => NAMES[field].split(' ').map((name) => values.get(name) ?? []))
      .filter((values) => values.some((value) => toTexts(value).some((text) => clean(text) !== '')));
  const cleanTexts = (field: Field, values: unknown[]): string[] => {
    const found = values.flatMap(toTexts);
    if (!found.every(isReadable)) leaveOut(field, 'half of a character');
    return [...new Set(found.filter(isReadable).map(clean))].filter(Boolean);
  };
  const texts = (field: Field, only?: string): string[] => cleanTexts(field, listValues(field, only)[0] ?? []);
  const text = (field: Field): string | undefined => texts(field)[0];
  /** The first value; the others are named. */
  const single = (field: Field): string | undefined => {
    const [first, ...others] = texts(field);
    const list = others.map((other) => `"${other}"`).join(', ');
    if (list)
      warnings.push(`Its tags have several values for its ${nameField(field)}: "${first}" counts, not ${list}.`);
    return first;
  };
  const leaveOut = (field: string, value: string) =>
    warnings.push(`The tag of its ${nameField(field)} has ${value}, which cannot be used and was left out.`);
  /** The first value that can be parsed. */
  const parsed = <Value>(field: Field, parse: (text: string) => Value | undefined, none = /^[0\s/]*$/) => {
    const given = cleanTexts(field, listValues(field).flat());
    const found = given.map(parse).find((value) => value !== undefined);
    const wrong = given.filter((value) => !none.test(value) && parse(value) === undefined);
    for (const value of wrong.slice(0, 1)) leaveOut(field, `"${value}"`);
    return found;
  };
  const number = (field: 'track' | 'disc', max: number) =>
    parsed(field, (value) => positiveInteger(Number.parseInt(value, 10), max));
  const { markers, others } = nameMarkers([...marks, ...listChapters(native)]);
  if (others.length > 0) warnings.push(describeOthers(others));
  const artists = texts('artist');
  const albumArtists = texts('albumArtist');
  const lyricists = texts('lyricists');
  const publisher = texts('publisher');
  const label = single('label');
  const released = parsed('releaseDate', parseDate);
  const dated = parsed('date', parseDate);
  const original = parsed('originalDate', parseDate);
  const [c_line, p_line] = splitCopyright(text('copyright'));
  return {
    warnings,
    title: single('title'),
    version: single('version'),
    artist: artists.join(', ') || undefined,
    artists: [artists, texts('artists')].find((list) => list.length > 1) ?? [],
    albumArtist: albumArtists.join(', ') || undefined,
    albumArtists,
    album: single('album'),
    track: number('track', 999),
    disc: number('disc', 99),
    date:
      released?.day ?? dated?.day ?? joinDay(dated?.year, text('dayAndMonth')) ?? (dated ? undefined : original?.day),
    year: dated?.year ?? released?.year ?? original?.year,
    genres: texts('genres')
      .flatMap((genre) => genre.split(';').map(clean))
      .filter(Boolean),
    // In MP4 a publisher without a label is one.
    label: label ?? texts('publisher', 'iTunes')[0],
    publisher: label === undefined && native['iTunes'] ? undefined : publisher[0],
    catalognumber: single('catalognumber'),
    upc: parsed('upc', parseBarcode),
    isrc: parsed('isrc', parseIsrc, /^$/),
    composers: texts('composers'),
    writers: [...texts('writers'), ...lyricists],
    producer: texts('producer').join(', ') || undefined,
    language: listLanguages(texts('language')).join(', ') || undefined,
    c_line,
    p_line: text('production') ?? p_line,
    lyrics: (listValues('lyrics')[0] ?? []).map(multilineText).find(Boolean),
    bpm: parsed('bpm', parseTempo),
    // `o` means off key.
    key: parsed('key', parseKey, /^o?$/),
    mood: text('mood'),
    markers,
    explicit: parseAdvisory(text('explicit')),
  };
}

export function findFrontPicture({ common }: IAudioMetadata): IPicture | undefined {
  const pictures = common.picture ?? [];
  return pictures.find(({ type }) => /front/i.test(type ?? '')) ?? pictures[0];
}

const FIELD_NAMES: Record<string, string> = {
  upc: 'UPC',
  isrc: 'ISRC',
  bpm: 'tempo',
  releaseDate: 'release date',
  catalognumber: 'catalogue number',
};
const nameField = (field: string) => FIELD_NAMES[field] ?? field;

/** A text frame or fields of an APE tag that the parser skips. */
const UNREADABLE = / type=(\S+) header has invalid string value|^(APEv2) Tag-header: \d+ items remaining/;
export const describeUnreadable = (tag: string) => `Its tag ${tag} cannot be read and was left out.`;

/** Frames of ID3v2.3 that the parser splits at each slash, although names have slashes. */
const SPLIT_FRAMES = /^(TPE1|TCOM|TEXT|TXXX)/;

function groupByName(type: string, tags: NativeTags[string], notes: Notes) {
  const values = new Map<string, unknown[]>();
  const add = (id: string, value: unknown) => {
    const name = id
      .replace(/^(TXXX|----:[^:]*|segment|track|album):/, '')
      .toUpperCase()
      .replace(/[\s_-]/g, '');
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  const isSplit = (id: string) => {
    const frame = SPLIT_FRAMES.exec(id)?.[1];
    return type === 'ID3v2.3' && frame && !notes.some(({ message }) => message.includes(` ${frame} uses non standard`));
  };
  let previous: { id: string; value: string } | undefined;
  for (const { id, value } of tags) {
    if (previous && previous.id === id && typeof value === 'string') previous.value += `/${value}`;
    else {
      if (previous) add(previous.id, previous.value);
      previous = isSplit(id) && typeof value === 'string' ? { id, value } : undefined;
      if (!previous) addTag(id, value);
    }
  }
  if (previous) add(previous.id, previous.value);
  return values;

  function addTag(id: string, value: unknown): void {
    if (/^(TIPL|IPLS)$/.test(id) && typeof value === 'object' && value !== null) {
      for (const [role, names] of Object.entries(value))
        add(role, Array.isArray(names) ? names.map(clean).join(', ') : names);
    } else if (id === 'TXX' && typeof value === 'string') {
      const [description = '', ...rest] = value.split('\0');
      add(description.replace('\uFEFF', ''), rest.join('\0'));
    } else add(id, value);
  }
}

/** NUL separates values, also where the standard has no such thing. */
function toTexts(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'object' && value !== null) return toTexts(readLyrics(value));
  return typeof value === 'string' ? value.split('\0') : [];
}

/** The parser puts U+FFFD for what is no text. */
const isReadable = (value: string) => value.isWellFormed() && !value.includes('\uFFFD');

/** Some tag writers leave control characters, byte order marks and repeated spaces. */
const clean = (value: string): string =>
  value
    .normalize('NFC')
    .replace(/[\p{Cc}\uFEFF]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_MAX);

/** Lyrics are a text, or texts with times. */
const readLyrics = ({ text, syncText }: { text?: unknown; syncText?: unknown }): unknown =>
  Array.isArray(syncText) ? syncText.map((line: { text?: unknown }) => line.text).join('\n') : text;

function multilineText(value: unknown): string | undefined {
  const text = toTexts(value).find((part) => part.trim() !== '' && part.isWellFormed());
  const lines = text
    ?.normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  return lines ? lines : undefined;
}

/** Reads the iTunes advisory, 1 (earlier 4) is explicit, 2 is clean, or the word. */
function parseAdvisory(value: string | undefined): Explicit {
  if (value === '1' || value === '4' || value === 'explicit') return 'explicit';
  return value === '2' || value === 'clean' ? 'clean' : 'unknown';
}

const positiveInteger = (value: number, max: number) =>
  Number.isInteger(value) && value > 0 && value <= max ? value : undefined;

/** `day` is undefined for a year or a month without day. */
function parseDate(value: string): { year: number; day: string | undefined } | undefined {
  const parts = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2})(?!\d).*)?)?$|^(\d{4})(\d\d)(\d\d)$/.exec(value);
  const [year = '', month, day] = (parts ?? []).slice(1).filter((part) => part !== undefined);
  if (!(Number(year) > 0 && Number(year) <= 2100 && Number(month ?? 1) <= 12)) return undefined;
  if (day === undefined) return { year: Number(year), day: undefined };
  const text = `${year}-${month?.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return existsInCalendar(text) ? { year: Number(year), day: text } : undefined;
}

/** `Date.parse` takes 30 February for 2 March. */
function existsInCalendar(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** @param dayAndMonth `DDMM` of ID3v2.3 */
const joinDay = (year: number | undefined, dayAndMonth: string | undefined) =>
  year && /^\d{4}$/.test(dayAndMonth ?? '')
    ? parseDate(`${year}-${dayAndMonth?.slice(2)}-${dayAndMonth?.slice(0, 2)}`)?.day
    : undefined;

function parseTempo(value: string): number | undefined {
  const bpm = Number(value.replace(',', '.').replace(/\s*bpm$/i, ''));
  return bpm >= 20 && bpm <= 400 ? bpm : undefined;
}

/** The © line and the ℗ line, which may be in one text. */
function splitCopyright(value: string | undefined): [c_line: string | undefined, p_line: string | undefined] {
  const parts = (value ?? '').split(/(?=℗|©|\([PC]\)\s)/i).map((part) => part.replace(/[\s;,/|·–-]+$/, ''));
  const isProduction = (part: string) => /^(℗|\(P\))/i.test(part);
  const join = (lines: string[]) => lines.filter(Boolean).join(' ') || undefined;
  // "℗ & © 2026 Kite" is both.
  if (parts.some((part) => /^(℗|©|\([PC]\))\s*(&|and|\+)?$/i.test(part))) return [value, value];
  return [join(parts.filter((part) => !isProduction(part))), join(parts.filter(isProduction))];
}

/** ISO 639-1 codes by those of ISO 639-2. */
const LANGUAGES = new Map(
  iso6392.flatMap(({ iso6391, iso6392B, iso6392T }) =>
    [iso6392B, iso6392T].flatMap((code): [string, string][] => (code ? [[code, iso6391 ?? code]] : [])),
  ),
);

/** Separates `eng/fre` and `engfre`, and gives codes of two letters where there are. */
function listLanguages(values: string[]): string[] {
  const codes = values
    .flatMap((value) => value.split(/[,;/]/))
    .flatMap((value) => {
      const language = value.trim();
      const parts = language.toLowerCase().match(/.{3}/gsu) ?? [];
      const areCodes = language.length % 3 === 0 && parts.every((part) => LANGUAGES.has(part));
      return areCodes && parts.length > 0 ? parts.map((part) => LANGUAGES.get(part) ?? part) : [language];
    });
  return [...new Set(codes)].filter((code) => !/^(und|xxx)?$/i.test(code));
}

export const NO_TAGS = parseTags({});
