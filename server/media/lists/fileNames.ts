import { formatKeyTag } from '@promenade/contract/codes';
import type { ListFormat, Naming } from '@promenade/contract/downloads';
import anyAscii from 'any-ascii';
import { Refusal } from '../../platform/http/refusal.ts';
import { sanitizeFileName } from '../../platform/storage/fileName.ts';
import type { DownloadTrack } from '../download/downloadQueries.ts';
import { formatBpm, getReleaseYear } from '../download/trackTags.ts';

type NamedTrack = Pick<
  DownloadTrack,
  | 'artist'
  | 'title'
  | 'version'
  | 'album'
  | 'labels'
  | 'isrc'
  | 'bpm'
  | 'key'
  | 'copyrightyear'
  | 'impact_date'
  | 'available_at'
  | 'trackid'
> & { show?: string | undefined };

export interface NamedFile {
  path: string;
  /** The cut number of the song; null where names have none. */
  number: number | null;
}

/** Names that a station gave before. */
export interface GivenNames {
  /** The track of each path in lower case; null if it is gone. */
  paths: Map<string, string | null>;
  /** The track of each cut number. */
  numbers: Map<number, string | null>;
}

/** What some readers of lists, playout programs and file systems take for something else. */
const UNSAFE = /[#%?;"*<>:|\\/]/g;
const NOT_ASCII = /[^A-Za-z0-9._-]+/g;
const SHORT_CHARACTERS = 8;
const PATH_BYTES_MAX = 240;

/**
 * Returns a path for the file of each track, with `/` between folders. No two differ in case alone, and what another song has
 * already is not given again; a song keeps its cut number.
 * @throws CUT_NUMBERS_USED_UP if the pattern has `{number}` and the range has fewer numbers than there are tracks
 */
export function nameFiles(
  tracks: NamedTrack[],
  { format, ...naming }: Naming,
  given: GivenNames = { paths: new Map(), numbers: new Map() },
): NamedFile[] {
  const { first, last, pattern, folder, letters } = naming;
  const isNumbered = `${pattern}${folder}`.includes('{number}');
  const numbers = isNumbered ? giveNumbers(tracks, { first, last }, given.numbers) : [];
  const ending = letters === 'short' ? format.slice(0, 3).toUpperCase() : format;
  const used = new Set<string>();
  return tracks.map((track, index) => {
    const number = numbers[index] ?? null;
    const digits = String(number).padStart(String(last).length, '0');
    const fill = (text: string) => cleanName(fillPattern(text, track, digits), letters);
    const folders = folder.split('/').map(fill).filter(Boolean);
    const name = fill(pattern) || (letters === 'short' ? 'SONG' : 'Song');
    const pathOf = (count: number) => [...folders, `${numberName(name, count, letters)}.${ending}`].join('/');
    const isTaken = (path: string) =>
      used.has(path) || (given.paths.has(path) && given.paths.get(path) !== track.trackid);
    let count = 1;
    while (isTaken(pathOf(count).toLowerCase())) count++;
    used.add(pathOf(count).toLowerCase());
    return { path: pathOf(count), number };
  });
}

function giveNumbers(
  tracks: NamedTrack[],
  { first, last }: Pick<Naming, 'first' | 'last'>,
  given: GivenNames['numbers'],
): number[] {
  const own = new Map([...given].flatMap(([number, trackid]) => (trackid === null ? [] : [[trackid, number]])));
  let next = first;
  return tracks.map(({ trackid }) => {
    const former = own.get(trackid);
    if (former !== undefined && former >= first && former <= last) return former;
    while (given.has(next)) next++;
    if (next > last) throw new Refusal('CUT_NUMBERS_USED_UP');
    return next++;
  });
}

/** The path of the list file; in eight characters its day and the beginning of its name. */
export function nameList(name: string, list: ListFormat, letters: Naming['letters']): string {
  if (letters !== 'short') return `${cleanName(name, letters)}.${list}`;
  const day = name.match(/\d{4}-(\d\d)-(\d\d)/);
  return `${cleanName(`${day?.[1] ?? ''}${day?.[2] ?? ''}${name}`, letters)}.${list.slice(0, 3).toUpperCase()}`;
}

/** A repeated name: `Name (2)`, `Name_2`, and in eight characters `LONGNA~2`. */
function numberName(name: string, count: number, letters: Naming['letters']): string {
  if (count === 1) return name;
  if (letters === 'plain') return `${name} (${count})`;
  if (letters === 'ascii') return `${name}_${count}`;
  return `${name.slice(0, SHORT_CHARACTERS - 1 - String(count).length)}~${count}`;
}

function fillPattern(pattern: string, track: NamedTrack, number: string): string {
  const texts: Record<string, string | null | undefined> = {
    artist: track.artist,
    title: track.title,
    version: track.version,
    album: track.album,
    label: track.labels[0],
    isrc: track.isrc,
    year: getReleaseYear(track),
    bpm: formatBpm(track.bpm),
    key: track.key && formatKeyTag(track.key),
    show: track.show,
    number,
  };
  return pattern
    .replace(/\{(\w+)\}/g, (_, name: string) => (texts[name] ?? '').replace(/[/\\]/g, '_'))
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s–-]+|[\s–-]+$/g, '');
}

function cleanName(text: string, letters: Naming['letters']): string {
  if (text === '') return '';
  if (letters === 'plain') {
    const clean = sanitizeFileName(text.replace(UNSAFE, '_')).slice(0, 120);
    return new TextDecoder()
      .decode(Buffer.from(clean).subarray(0, PATH_BYTES_MAX))
      .replace(/\ufffd$/, '')
      .replace(/[.\s]+$/, '');
  }
  const plain = sanitizeFileName(
    anyAscii(text)
      .replace(NOT_ASCII, '_')
      .replace(/^[._]+|[._]+$/g, ''),
  ).slice(0, 120);
  if (letters === 'ascii') return plain;
  const short = plain
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(0, SHORT_CHARACTERS);
  // Windows opens devices by these names.
  return /^(CON|PRN|AUX|NUL|COM\d|LPT\d)$/.test(short) ? `${short}0` : short;
}
