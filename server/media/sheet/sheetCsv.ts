import { formatCanadianRoles, formatDuration } from '../format.ts';
import type { ReleaseSheet, SheetTrack } from './sheetQueries.ts';

type Cell = string | number | null;

const columns: [name: string, cell: (track: SheetTrack, release: ReleaseSheet) => Cell][] = [
  ['Release title', (_, release) => release.title],
  ['Release artist', (_, release) => release.artist],
  ['Release type', (_, release) => release.release_type],
  ['Disc', (track) => track.disc],
  ['Track', (track) => track.ordinal],
  ['Artist', (track) => track.artist],
  ['Title', (track) => track.title],
  ['Version', (track) => track.version],
  ['Explicit', (track) => track.explicit],
  ['Kind', (track) => track.assettype],
  ['Duration', (track) => formatDuration(track.duration)],
  ['Seconds', (track) => Math.round(track.duration * 1000) / 1000],
  ['ISRC', (track) => track.isrc],
  ['UPC', (_, release) => release.upc],
  ['Catalogue number', (_, release) => release.catalognumber],
  ['Label', (_, release) => joinNames(release.labels.map(({ name }) => name))],
  ['P-line', (_, release) => release.p_line],
  ['C-line', (_, release) => release.c_line],
  ['Copyright year', (_, release) => release.copyrightyear],
  ['Composer', (track) => track.composer],
  ['Writers', (track) => joinNames(track.writers)],
  ['Publisher', (track) => track.publishing],
  ['Producer', (track) => track.producer],
  ['Language', (track, release) => track.language ?? release.language],
  ['Available', (_, release) => release.available_at.toISOString().slice(0, 10)],
  ['Impact date', (_, release) => release.impact_date],
  ['Genres', (_, release) => joinNames(release.genres)],
  ['Moods', (_, release) => joinNames(release.moods)],
  ['Instruments', (_, release) => joinNames(release.instruments)],
  ['Markets', (_, release) => joinNames(release.markets)],
  ['Canadian content', (track) => joinNames(formatCanadianRoles(track))],
];

/** Formats one row per track (RFC 4180), with a byte order mark for spreadsheets. */
export function formatSheetCsv(release: ReleaseSheet): string {
  const header = columns.map(([name]) => name);
  const rows = release.tracks.map((track) => columns.map(([, cell]) => cell(track, release)));
  return `\ufeff${[header, ...rows].map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')}`;
}

/** Prefixes text that a spreadsheet would execute as a formula, also after leading spaces and in full-width characters. */
function formatCell(cell: Cell): string {
  const text = String(cell ?? '');
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const joinNames = (names: string[]) => names.join('; ');
