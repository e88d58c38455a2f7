import type { Explicit } from '@promenade/contract/catalogue';
import type { IAudioMetadata, IPicture } from 'music-metadata';

/** What a file says about itself. Empty and blank values are absent; nothing is corrected here. */
export interface Tags {
  title?: string;
  version?: string;
  /** As shown. */
  artist?: string;
  /** One per name where the tag holds several values. */
  artists: string[];
  albumArtist?: string;
  album?: string;
  track?: number;
  disc?: number;
  date?: string;
  year?: number;
  genres: string[];
  label?: string;
  catalognumber?: string;
  upc?: string;
  isrc?: string;
  composers: string[];
  writers: string[];
  producer?: string;
  publisher?: string;
  language?: string;
  copyright?: string;
  lyrics?: string;
  bpm?: number;
  mood?: string;
  explicit: Explicit;
}

export const NO_TAGS: Tags = { artists: [], genres: [], composers: [], writers: [], explicit: 'unknown' };

const TEXT_MAX = 500;

/** The tags of a file in one shape, whatever their format. */
export function readTags({ common, native }: IAudioMetadata): Tags {
  return dropAbsent({
    title: text(common.title),
    version: text(common.subtitle?.[0]),
    artist: text(common.artist),
    artists: texts(common.artists),
    albumArtist: text(common.albumartist),
    album: text(common.album),
    track: whole(common.track.no, 999),
    disc: whole(common.disk.no, 99),
    date: text(common.date ?? common.originaldate),
    year: whole(common.year, 2100),
    genres: texts(common.genre?.flatMap((genre) => genre.split(/[;\0]/))),
    label: text(common.label?.[0]),
    catalognumber: text(common.catalognumber?.[0]),
    upc: digits(common.barcode),
    isrc: isrc(common.isrc?.[0]),
    composers: texts(common.composer),
    writers: texts([...(common.writer ?? []), ...(common.lyricist ?? [])]),
    producer: text(common.producer?.join(', ')),
    publisher: text(common.publisher?.[0]),
    language: text(common.language),
    copyright: text(common.copyright),
    lyrics: long(common.lyrics?.map(({ text: words }) => words ?? '').find((words) => words.trim() !== '')),
    bpm: common.bpm && common.bpm >= 20 && common.bpm <= 400 ? common.bpm : undefined,
    mood: text(common.mood),
    explicit: advisory(native),
  });
}

/** The picture that stands for the front, else the first. */
export function frontPicture({ common }: IAudioMetadata): IPicture | undefined {
  const pictures = common.picture ?? [];
  return pictures.find(({ type }) => /front/i.test(type ?? '')) ?? pictures[0];
}

const ADVISORY = /(^|:)(itunesadvisory|rtng)$/i;

/** iTunes writes 1 (earlier 4) for explicit, 2 for clean, 0 for neither. */
function advisory(native: IAudioMetadata['native']): Explicit {
  const tag = Object.values(native)
    .flat()
    .find(({ id }) => ADVISORY.test(id));
  const value = String(Array.isArray(tag?.value) ? tag.value[0] : tag?.value);
  if (value === '1' || value === '4') return 'explicit';
  return value === '2' ? 'clean' : 'unknown';
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Control characters and doubled blanks come from broken writers.
  const clean = value
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return clean === '' ? undefined : clean.slice(0, TEXT_MAX);
}

function long(value: string | undefined): string | undefined {
  const clean = value
    ?.normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  return clean ? clean : undefined;
}

const texts = (values: readonly unknown[] | undefined): string[] => [
  ...new Set((values ?? []).map(text).filter((value) => value !== undefined)),
];

const whole = (value: number | null | undefined, most: number) =>
  value && Number.isInteger(value) && value > 0 && value <= most ? value : undefined;

function digits(value: string | undefined): string | undefined {
  const found = (value ?? '').replace(/[\s-]/g, '');
  return /^\d{8,14}$/.test(found) ? found : undefined;
}

/** `DE-AA1-25-00002` and `deaa12500002` are one code. */
export function isrc(value: string | undefined): string | undefined {
  const code = (value ?? '').replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(code) ? code : undefined;
}

/** So that a missing tag and one that says nothing look the same. */
function dropAbsent(tags: Tags): Tags {
  return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined)) as unknown as Tags;
}
