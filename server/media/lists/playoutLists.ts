import { formatKeyTag } from '@promenade/contract/codes';
import type { ListColumn } from '@promenade/contract/downloads';
import { type Columns, formatCsv, toTable } from '../../platform/http/csv.ts';
import type { DownloadTrack } from '../download/downloadQueries.ts';
import { formatBpm, getReleaseYear } from '../download/trackTags.ts';
import { formatTitle } from '../format.ts';
import { escapeXml } from './xmlText.ts';

/** A song of a list, and the path of its file from there. */
export interface ListedSong {
  track: DownloadTrack;
  path: string;
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** UTF-8 without a mark, which four readers take for a song; whole seconds; the first " - " divides artist and title. */
export function formatM3u8(songs: ListedSong[]): string {
  const lines = songs.flatMap(({ track, path }) => {
    const artist = oneLine(track.artist).replaceAll(' - ', ' – ');
    return [`#EXTINF:${Math.round(track.duration)},${artist} - ${oneLine(formatTitle(track))}`, `./${path}`];
  });
  return `${['#EXTM3U', ...lines].join('\n')}\n`;
}

export function formatXspf(name: string, songs: ListedSong[]): string {
  const element = (tag: string, text: string) => `      <${tag}>${escapeXml(text)}</${tag}>`;
  const tracks = songs.flatMap(({ track, path }) => [
    '    <track>',
    element('location', path.split('/').map(encodeURIComponent).join('/')),
    element('title', formatTitle(track)),
    element('creator', track.artist),
    element('album', track.album),
    ...(track.isrc ? [element('identifier', `urn:isrc:${track.isrc}`)] : []),
    element('duration', String(Math.round(track.duration * 1000))),
    '    </track>',
  ]);
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<playlist version="1" xmlns="http://xspf.org/ns/0/">',
    `  <title>${escapeXml(name)}</title>`,
    '  <trackList>',
    ...tracks,
    '  </trackList>',
    '</playlist>',
  ].join('\n')}\n`;
}

const FILE_TYPES: Record<string, string> = { mp3: 'MP3', aiff: 'AIFF', aif: 'AIFF' };

/** One FILE for each song; inch marks end the texts of several readers, and hyphens are no part of an ISRC. */
export function formatCue(name: string, songs: ListedSong[]): string {
  const quote = (text: string) => `"${oneLine(text).replaceAll('"', '″')}"`;
  const lines = songs.flatMap(({ track, path }, index) => {
    const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    return [
      `FILE ${quote(path)} ${FILE_TYPES[ending] ?? 'WAVE'}`,
      `  TRACK ${String(index + 1).padStart(2, '0')} AUDIO`,
      `    TITLE ${quote(formatTitle(track))}`,
      `    PERFORMER ${quote(track.artist)}`,
      ...(track.isrc ? [`    ISRC ${track.isrc}`] : []),
      '    INDEX 01 00:00:00',
    ];
  });
  return `${[`TITLE ${quote(name)}`, ...lines].join('\r\n')}\r\n`;
}

const columns: Record<ListColumn, Columns<ListedSong & { number: number }>[number]> = {
  file: ['File', ({ path }) => path],
  number: ['Number', ({ number }) => number],
  artist: ['Artist', ({ track }) => track.artist],
  title: ['Title', ({ track }) => track.title],
  version: ['Version', ({ track }) => track.version],
  album: ['Release', ({ track }) => track.album],
  label: ['Label', ({ track }) => track.labels.join(', ')],
  isrc: ['ISRC', ({ track }) => track.isrc],
  seconds: ['Seconds', ({ track }) => Math.round(track.duration)],
  bpm: ['BPM', ({ track }) => formatBpm(track.bpm)],
  key: ['Key', ({ track }) => track.key && formatKeyTag(track.key)],
  loudness: ['LUFS', ({ track }) => track.loudness?.toFixed(1) ?? null],
  explicit: ['Explicit', ({ track }) => track.explicit],
  year: ['Year', ({ track }) => getReleaseYear(track)],
  soundstart: ['First sound', ({ track }) => formatMoment(track.markers.soundstart)],
  introend: ['Intro end', ({ track }) => formatMoment(track.markers.introend)],
  hookstart: ['Hook', ({ track }) => formatMoment(track.markers.hookstart)],
  outrostart: ['Outro begin', ({ track }) => formatMoment(track.markers.outrostart)],
  soundend: ['Last sound', ({ track }) => formatMoment(track.markers.soundend)],
  id: ['Promenade id', ({ track }) => track.trackid],
};

/** `1:03.250`, which no spreadsheet takes for thousands. */
function formatMoment(seconds: number | undefined): string | null {
  if (seconds === undefined) return null;
  const thousandths = Math.round(1_000 * seconds);
  const rest = ((thousandths % 60_000) / 1_000).toFixed(3).padStart(6, '0');
  return `${Math.floor(thousandths / 60_000)}:${rest}`;
}

export const formatListCsv = (songs: ListedSong[], chosen: ListColumn[]): string =>
  formatCsv(
    toTable(
      chosen.map((name) => columns[name]),
      songs.map((song, index) => ({ ...song, number: index + 1 })),
    ),
  );
