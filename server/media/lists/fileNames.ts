import { formatKeyTag } from '@promenade/contract/codes';
import type { Naming } from '@promenade/contract/downloads';
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
>;

/** What some readers of lists, playout programs and file systems take for something else. */
const UNSAFE = /[#%?;"*<>:|\\/]/g;
const NOT_ASCII = /[^A-Za-z0-9._-]+/g;
const SHORT_CHARACTERS = 8;
const PATH_BYTES_MAX = 240;

/**
 * Returns a path for the file of each track, with `/` between folders. No two differ in case alone.
 * @throws CUT_NUMBERS_USED_UP if the pattern has `{number}` and the range has fewer numbers than there are tracks
 */
export function nameFiles(tracks: NamedTrack[], { format, ...naming }: Naming): string[] {
  const { first, last, pattern, folder, letters } = naming;
  const isNumbered = `${pattern}${folder}`.includes('{number}');
  if (isNumbered && first + tracks.length - 1 > last) throw new Refusal('CUT_NUMBERS_USED_UP');
  const ending = letters === 'short' ? format.slice(0, 3).toUpperCase() : format;
  const used = new Set<string>();
  return tracks.map((track, index) => {
    const number = String(first + index).padStart(String(last).length, '0');
    const fill = (text: string) => cleanName(fillPattern(text, track, number), letters);
    const folders = folder.split('/').map(fill).filter(Boolean);
    const name = fill(pattern) || (letters === 'short' ? 'SONG' : 'Song');
    const pathOf = (count: number) => [...folders, `${numberName(name, count, letters)}.${ending}`].join('/');
    let count = 1;
    while (used.has(pathOf(count).toLowerCase())) count++;
    used.add(pathOf(count).toLowerCase());
    return pathOf(count);
  });
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
      .trim();
  }
  const plain = sanitizeFileName(
    anyAscii(text)
      .replace(NOT_ASCII, '_')
      .replace(/^[._]+|[._]+$/g, ''),
  ).slice(0, 120);
  if (letters === 'ascii') return plain;
  return plain
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(0, SHORT_CHARACTERS);
}
