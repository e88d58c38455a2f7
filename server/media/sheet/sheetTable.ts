import { ProposedKind, type ReleaseFact, releaseFactNames, releaseFacts } from '@promenade/contract/releaseFields';
import { type CsvCell, formatCsv } from '../../platform/http/csv.ts';
import { capitalize, formatCanadianRoles, formatDuration } from '../format.ts';
import type { ReleaseSheet, SheetTrack } from './sheetQueries.ts';

type Column = [name: string, cell: (track: SheetTrack, release: ReleaseSheet) => CsvCell];

const factColumn = (fact: ReleaseFact): Column => [releaseFacts[fact].sheet, (_, release) => release[fact]];

const columns: Column[] = [
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
  ['Seconds', (track) => Math.round(track.duration)],
  ['ISRC', (track) => track.isrc],
  factColumn('upc'),
  factColumn('catalognumber'),
  ['Label', (_, release) => joinNames(release.labels.map(({ name }) => name))],
  ...releaseFactNames.filter((name) => !['upc', 'catalognumber', 'language'].includes(name)).map(factColumn),
  ['Composer', (track) => track.composer],
  ['Writers', (track) => joinNames(track.writers)],
  ['Publisher', (track) => track.publishing],
  ['Producer', (track) => track.producer],
  ['Language', (track, release) => track.language ?? release.language],
  ['Available (UTC)', (_, release) => release.available_at.toISOString().slice(0, 10)],
  ['Impact date', (_, release) => release.impact_date],
  ...ProposedKind.options.map((kind): Column => [capitalize(kind), (_, release) => joinNames(release[kind])]),
  ['Markets', (_, release) => joinNames(release.markets)],
  ['Canadian content', (track) => joinNames(formatCanadianRoles(track))],
];

/** Lists the names of the columns and one row per track. */
const listRows = (release: ReleaseSheet): CsvCell[][] => [
  columns.map(([name]) => name),
  ...release.tracks.map((track) => columns.map(([, cell]) => cell(track, release))),
];

export const formatSheetCsv = (release: ReleaseSheet): string => formatCsv(listRows(release));

const XLSX_CELL_MAX = 32_767;

/** Formats the rows as an Excel workbook, in which codes and dates stay the text that they are. */
export async function formatSheetXlsx(release: ReleaseSheet): Promise<Buffer> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const rows = listRows(release).map((cells, row) => cells.map((cell) => formatXlsxCell(cell, row === 0)));
  return writeExcelFile(rows, { sheet: 'Tracks', stickyRowsCount: 1 }).toBuffer();
}

const formatXlsxCell = (cell: CsvCell, isHeader: boolean) => ({
  ...(typeof cell === 'string' ? { value: escapeXlsx(cell), type: String, format: '@' } : { value: cell ?? undefined }),
  ...(isHeader && { fontWeight: 'bold' as const }),
});

/** Escapes what readers would decode. The writer mixes up names of `Object.prototype`, and omits the U+FFFE that sets them apart. */
const escapeXlsx = (text: string): string =>
  text.slice(0, XLSX_CELL_MAX).replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_') + (text in Object.prototype ? '\ufffe' : '');

const joinNames = (names: string[]) => names.join('; ');
