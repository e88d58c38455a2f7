import type { Explicit } from '@promenade/contract/catalogue';
import type { IAudioMetadata, IPicture } from 'music-metadata';
import { DeliveryRefusal } from './deliveryRules.ts';

/** Tags of a delivered file, in one shape for all formats. Blank values are undefined. */
export type Tags = ReturnType<typeof parseTags>;

const TEXT_MAX = 500;

export function parseTags({ common, native }: Pick<IAudioMetadata, 'common' | 'native'>) {
  return {
    title: text(common.title),
    version: text(common.subtitle?.[0]),
    artist: text(common.artist),
    artists: texts(common.artists),
    albumArtist: text(common.albumartist),
    album: text(common.album),
    track: positiveInteger(common.track.no, 999),
    disc: positiveInteger(common.disk.no, 99),
    date: text(common.date ?? common.originaldate),
    year: positiveInteger(common.year, 2100),
    genres: texts(common.genre?.flatMap((genre) => genre.split(/[;\0]/))),
    label: text(common.label?.[0]),
    catalognumber: text(common.catalognumber?.[0]),
    upc: parseBarcode(common.barcode),
    isrc: parseIsrc(common.isrc?.[0]),
    composers: texts(common.composer),
    writers: texts([...(common.writer ?? []), ...(common.lyricist ?? [])]),
    producer: text(common.producer?.join(', ')),
    publisher: text(common.publisher?.[0]),
    language: text(common.language),
    copyright: text(common.copyright),
    lyrics: multilineText(common.lyrics?.map((lyrics) => lyrics.text ?? '').find((lyrics) => lyrics.trim() !== '')),
    bpm: common.bpm && common.bpm >= 20 && common.bpm <= 400 ? common.bpm : undefined,
    mood: text(common.mood),
    explicit: parseAdvisory(native),
  };
}

export function findFrontPicture({ common }: IAudioMetadata): IPicture | undefined {
  const pictures = common.picture ?? [];
  return pictures.find(({ type }) => /front/i.test(type ?? '')) ?? pictures[0];
}

const ADVISORY = /(^|:)(itunesadvisory|rtng)$/i;

/** Reads the iTunes advisory: 1 (earlier 4) is explicit, 2 is clean. */
function parseAdvisory(native: IAudioMetadata['native']): Explicit {
  const tag = Object.values(native)
    .flat()
    .find(({ id }) => ADVISORY.test(id));
  const value = String(Array.isArray(tag?.value) ? tag.value[0] : tag?.value);
  if (value === '1' || value === '4') return 'explicit';
  return value === '2' ? 'clean' : 'unknown';
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  requireStorableText(value);
  // Some tag writers leave control characters and repeated spaces.
  const clean = value
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return clean === '' ? undefined : clean.slice(0, TEXT_MAX);
}

function multilineText(value: string | undefined): string | undefined {
  if (value !== undefined) requireStorableText(value);
  const clean = value
    ?.normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  return clean ? clean : undefined;
}

/** NUL characters at the end of a tag fill it up; elsewhere they and halves of characters are damage. */
function requireStorableText(value: string): void {
  if (!value.isWellFormed() || value.replace(/\0+$/, '').includes('\0'))
    throw new DeliveryRefusal('Its tags contain NUL characters or halves of characters.');
}

const texts = (values: readonly unknown[] | undefined): string[] => [
  ...new Set((values ?? []).map(text).filter((value) => value !== undefined)),
];

const positiveInteger = (value: number | null | undefined, max: number) =>
  value && Number.isInteger(value) && value > 0 && value <= max ? value : undefined;

function parseBarcode(value: string | undefined): string | undefined {
  const code = (value ?? '').replace(/[\s-]/g, '');
  // Only zeros are a placeholder.
  return /^(?!0+$)\d{8,14}$/.test(code) ? code : undefined;
}

/** Removes hyphens and spaces and gives capitals; undefined when the value is not an ISRC. */
export function parseIsrc(value: string | undefined): string | undefined {
  const code = (value ?? '').replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(code) ? code : undefined;
}

const NO_NUMBER = { no: null, of: null };
export const NO_TAGS = parseTags({
  common: { track: NO_NUMBER, disk: NO_NUMBER, movementIndex: NO_NUMBER },
  native: {},
});
