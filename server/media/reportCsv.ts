import { canadianRoles, playingTime } from './reportFacts.ts';
import type { ReportedRelease, ReportedTrack } from './reportQueries.ts';

type Cell = string | number | null;

const columns: [name: string, cell: (track: ReportedTrack, release: ReportedRelease) => Cell][] = [
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
  ['Duration', (track) => playingTime(track.duration)],
  ['Seconds', (track) => Math.round(track.duration * 1000) / 1000],
  ['ISRC', (track) => track.isrc],
  ['UPC', (_, release) => release.upc],
  ['Catalogue number', (_, release) => release.catalognumber],
  ['Label', (_, release) => joined(release.labels.map(({ name }) => name))],
  ['P-line', (_, release) => release.p_line],
  ['C-line', (_, release) => release.c_line],
  ['Copyright year', (_, release) => release.copyrightyear],
  ['Composer', (track) => track.composer],
  ['Writers', (track) => joined(track.writers)],
  ['Publisher', (track) => track.publishing],
  ['Producer', (track) => track.producer],
  ['Language', (track, release) => track.language ?? release.language],
  ['Available', (_, release) => release.available_at.toISOString().slice(0, 10)],
  ['Impact date', (_, release) => release.impact_date],
  ['Genres', (_, release) => joined(release.genres)],
  ['Moods', (_, release) => joined(release.moods)],
  ['Instruments', (_, release) => joined(release.instruments)],
  ['Markets', (_, release) => joined(release.markets)],
  ['Canadian content', (track) => joined(canadianRoles(track))],
];

/** A table as RFC 4180 wants it, one row per track; the mark in front tells spreadsheets that it is UTF-8. */
export function csvOf(release: ReportedRelease): string {
  const head = columns.map(([name]) => name);
  const rows = release.tracks.map((track) => columns.map(([, cell]) => cell(track, release)));
  return `\ufeff${[head, ...rows].map((cells) => `${cells.map(written).join(',')}\r\n`).join('')}`;
}

/** A spreadsheet must not take a title for a formula, whether it trims it first or reads full-width signs. */
function written(cell: Cell): string {
  const text = String(cell ?? '');
  const harmless = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const joined = (names: string[]) => names.join('; ');
