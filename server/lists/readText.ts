import { LIST_COLUMNS_MAX } from '@promenade/contract/lists/lists';
import { CELL_MAX, cleanCell, READ_ROWS_MAX, type ReadTable, type TableRow } from './table.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Reads CSV, or a table that was pasted. Linear in its length. */
export function readTextTable(bytes: Buffer, charset: string | undefined): ReadTable {
  const decoded = decode(bytes, charset);
  const text = decoded.text.replaceAll(/\r\n?/g, '\n');
  const rows = splitRows(text, findSeparator(text));
  return {
    rows,
    text,
    charset: decoded.charset,
    isGuessed: decoded.isGuessed,
    isMerged: false,
    isCut: rows.length >= READ_ROWS_MAX,
  };
}

function decode(bytes: Buffer, charset: string | undefined): { text: string; charset: string; isGuessed: boolean } {
  const marks = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] };
  for (const [name, mark] of Object.entries(marks))
    if (mark.every((byte, index) => bytes[index] === byte))
      return { text: new TextDecoder(name).decode(bytes), charset: name, isGuessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), charset: 'utf-8', isGuessed: false };
  } catch {
    const name = charset ?? 'windows-1252';
    return { text: new TextDecoder(name).decode(bytes), charset: name, isGuessed: charset === undefined };
  }
}

/** What divides the first line into most cells. In countries with a decimal comma spreadsheets write semicolons. */
function findSeparator(text: string): string {
  const head = text.trimStart().split('\n', 1)[0] ?? '';
  const count = (separator: string) => splitRows(head, separator)[0]?.cells.length ?? 0;
  return SEPARATORS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/**
 * Rows that are not blank. A quotation mark at the start of a cell holds it together, also over lines, when one before a
 * separator or line end closes it; any other one is a letter (abook does not double those inside).
 */
export function splitRows(text: string, separator: string): TableRow[] {
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let index = 0;
  let start = 1;
  /** Before this index no quotation mark closes a cell, so that no text is searched twice. */
  let searched = 0;
  const findClosing = (opening: number): number => {
    const last = Math.min(text.length, opening + 2 * CELL_MAX);
    for (let at = Math.max(opening + 1, searched); at < last; at++) {
      if (text[at] !== '"') continue;
      if (text[at + 1] === '"') at += 1;
      else if (isCellEnd(text, at + 1, separator)) return at;
    }
    searched = last;
    return -1;
  };
  const endRow = () => {
    if (cells.some((cell) => cell !== '')) rows.push({ row: start, cells, isHidden: false });
    cells = [];
  };
  while (index <= text.length && rows.length < READ_ROWS_MAX) {
    const closing = text[index] === '"' ? findClosing(index) : -1;
    const end = closing < 0 ? findEnd(text, index, separator) : findEnd(text, closing + 1, separator);
    const raw = closing < 0 ? text.slice(index, end) : text.slice(index + 1, closing).replaceAll('""', '"');
    if (cells.length < LIST_COLUMNS_MAX) cells.push(cleanCell(raw));
    line += closing < 0 ? 0 : countLineEnds(raw);
    const isEnd = end >= text.length || text[end] === '\n';
    index = end + 1;
    if (!isEnd) continue;
    endRow();
    line += 1;
    start = line;
  }
  return rows;
}

const countLineEnds = (text: string): number => text.split('\n').length - 1;

function findEnd(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++) if (text[at] === separator || text[at] === '\n') return at;
  return text.length;
}

const isCellEnd = (text: string, at: number, separator: string): boolean => {
  let next = at;
  while (text[next] === ' ') next += 1;
  return next >= text.length || text[next] === separator || text[next] === '\n';
};
