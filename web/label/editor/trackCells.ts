import type { DocumentTrack } from '@promenade/contract/delivery';
import { type StaffDocument, StaffPatch } from '@promenade/contract/label';
import { foldText } from '../../platform/format.ts';
import { type FieldKind, type TrackField, toText, toValue, trackColumns } from '../editorFields.ts';
import { formatLanguages, parseLanguages } from '../languages.ts';

/** A text for one field of one track. */
export interface CellText {
  trackid: string;
  field: TrackField;
  text: string;
}

type Tracks = StaffDocument['document']['tracks'];
export type TracksPatch = Record<string, Record<string, unknown>>;
/** The visible text of a choice or check by its value; of a check `true` and `false`. */
export type ChoiceText = (field: TrackField, value: string) => string;

export const cellKey = ({ trackid, field }: Pick<CellText, 'trackid' | 'field'>): string => `${trackid} ${field}`;

const kinds = Object.fromEntries(trackColumns.map(([field, kind]) => [field, kind])) as Record<TrackField, FieldKind>;
const choices = Object.fromEntries<readonly string[]>(
  trackColumns.map(([field, kind, values]) => [field, kind === 'check' ? ['true', 'false'] : (values ?? [])]),
) as Record<TrackField, readonly string[]>;

export const listChoices = (field: TrackField): readonly string[] => choices[field];

export function formatCell(track: DocumentTrack | undefined, field: TrackField, choiceText: ChoiceText): string {
  const value = track?.[field];
  if (kinds[field] === 'language') return formatLanguages(toText(value));
  if (value === undefined || choices[field].length === 0) return toText(value, kinds[field]);
  return choiceText(field, String(value));
}

/** Words for yes and no in spreadsheets. */
const YES = ['true', 'yes', 'y', 'x', '1', '✓', 'explicit'];
const NO = ['false', 'no', 'n', '0', '-', 'clean'];

/** The value of a typed or pasted text, null for none; undefined when the field does not take it. */
export function parseCell({ trackid, field, text }: CellText, choiceText: ChoiceText): unknown {
  const value =
    kinds[field] === 'language'
      ? toValue('language', parseLanguages(text))
      : choices[field].length === 0
        ? toValue(kinds[field], text)
        : parseChoice(field, text, choiceText);
  const parsed = StaffPatch.safeParse({ tracks: { [trackid]: { [field]: value } } }).data;
  return (parsed?.tracks?.[trackid] as TracksPatch[string] | undefined)?.[field];
}

function parseChoice(field: TrackField, text: string, choiceText: ChoiceText): unknown {
  const typed = foldText(text.trim());
  if (typed === '') return null;
  const found =
    choices[field].find((value) => [value, foldText(choiceText(field, value))].includes(typed)) ??
    choices[field][YES.includes(typed) ? 0 : NO.includes(typed) ? 1 : -1];
  return kinds[field] === 'check' && found !== undefined ? found === 'true' : found;
}

/** The patch that gives the fields of `patch` the values that they have in `tracks`. */
export const invertPatch = (tracks: Tracks, patch: TracksPatch): TracksPatch =>
  Object.fromEntries(
    Object.entries(patch).map(([trackid, fields]) => {
      const values = tracks[trackid] as Record<string, unknown> | undefined;
      return [trackid, Object.fromEntries(Object.keys(fields).map((field) => [field, values?.[field] ?? null]))];
    }),
  );

/** In the order of the release. */
export const orderTracks = (tracks: Tracks): string[] =>
  Object.entries(tracks)
    .toSorted(([, a], [, b]) => (a.disc ?? 1) - (b.disc ?? 1) || (a.ordinal ?? 0) - (b.ordinal ?? 0))
    .map(([trackid]) => trackid);

/** The patch that puts tracks in an order, counted from 1 over all discs. Discs keep the number of their tracks. */
export function patchOrder(tracks: Tracks, order: readonly string[]): TracksPatch {
  const discs = orderTracks(tracks).map((trackid) => tracks[trackid]?.disc);
  const patch: TracksPatch = {};
  for (const [index, trackid] of order.entries()) {
    const disc = discs[index];
    const ordinal = index + 1;
    const fields = {
      ...(disc !== tracks[trackid]?.disc && { disc: disc ?? null }),
      ...(ordinal !== tracks[trackid]?.ordinal && { ordinal }),
    };
    if (Object.keys(fields).length > 0) patch[trackid] = fields;
  }
  return patch;
}

const LINE_END = /\r\n|\r|\n/;

/**
 * The cells of a copied part of a spreadsheet. Quotation marks hold a cell together (RFC 4180) only around a tab, a line end
 * or doubled ones; spreadsheets leave all others as they are, those of a title and of inches.
 */
export function parseClipboard(text: string): string[][] {
  const widths = new Set(
    text
      .replace(/[\r\n]+$/, '')
      .split(LINE_END)
      .map((line) => line.split('\t').length),
  );
  const isGrid = widths.size === 1 && !widths.has(1);
  const rows: string[][] = [];
  const quoted = /"((?:[^"]|"")*)"(\t|\r\n|\r|\n|$)/y;
  const plain = /([^\t\r\n]*)(\t|\r\n|\r|\n|$)/y;
  for (let row: string[] = [], position = 0; ; ) {
    quoted.lastIndex = plain.lastIndex = position;
    const held = quoted.exec(text);
    const cell = held && isHeld(held[1] ?? '', row.length, isGrid) ? held : plain.exec(text);
    const [, content = '', end = ''] = cell ?? [];
    row.push(cell === held ? content.replaceAll('""', '"') : content);
    position += cell?.[0].length ?? 0;
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    if (position >= text.length) return rows;
  }
}

/**
 * Whether quotation marks around a text are those of a cell. Lines that fit a grid are rows when the marks begin and end in
 * the same column, as those of two titles do, and so are lines that end in inches (`7"`).
 */
function isHeld(content: string, column: number, isGrid: boolean): boolean {
  if (content.includes('""')) return true;
  const last = content.split(LINE_END).slice(1).at(-1);
  if (last === undefined) return content.includes('\t');
  const isSameColumn = isGrid && last.split('\t').length - 1 === column;
  return !isSameColumn && !/(?:^|[^\d])\d{1,2}$/.test(last);
}

export const formatClipboard = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((text) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'))
    .join('\n');
