import { LIST_COLUMNS_MAX } from '@promenade/contract/lists/lists';
import { type Entry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { CELL_MAX, cleanCell, READ_ROWS_MAX, type ReadTable, type TableRow } from './table.ts';

// Reads the first sheet of an Excel workbook (.xlsx, ECMA-376) that is shown: the text of each cell, or the link behind it
// where the text has no address. Formulas are not evaluated: a workbook holds their last results.

/** Of all parts that are read, unpacked. */
const UNPACKED_BYTES_MAX = 32 * 1024 * 1024;
const ENTRIES_MAX = 2_000;
const STRINGS_MAX = 500_000;
const MERGES_MAX = 2_000;

interface Sheet {
  rows: Map<number, { cells: string[]; isHidden: boolean }>;
  merges: string[];
  /** Address of a link, by cell or by its relationship. */
  links: { ref: string; relationship: string }[];
}

/** @throws when it is no workbook, or a larger one than is read */
export async function readWorkbook(bytes: Buffer): Promise<ReadTable> {
  const options = { useWebWorkers: false, checkCrc32: true, filenameValidation: 'tolerant' } as const;
  const zip = new ZipReader(new Uint8ArrayReader(bytes), options);
  const parts = new Map<string, Entry>();
  for await (const entry of zip.getEntriesGenerator()) {
    parts.set(entry.filename.replace(/^\//, ''), entry);
    if (parts.size > ENTRIES_MAX) throw new Error('The workbook has too many parts.');
  }
  const budget = { bytes: UNPACKED_BYTES_MAX };
  const read = (path: string, handlers: Handlers) => readPart(parts.get(path), budget, handlers);
  const path = await findFirstSheet(read);
  const strings = await readStrings(read);
  const sheet = await readSheet(read, path, strings);
  await addLinks(read, path, sheet);
  const isMerged = fillMerged(sheet);
  const rows = [...sheet.rows]
    .map(
      ([row, { cells, isHidden }]): TableRow => ({
        row,
        isHidden,
        cells: Array.from(cells, (cell) => cleanCell(cell ?? '')),
      }),
    )
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .sort((a, b) => a.row - b.row);
  return { rows, charset: 'utf-8', isGuessed: false, isMerged, isCut: rows.length >= READ_ROWS_MAX };
}

interface Handlers {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string, text: string) => void;
}
type ReadPart = (path: string, handlers: Handlers) => Promise<void>;

/** Reads a part as a stream. `text`: since the last tag that opened. */
async function readPart(entry: Entry | undefined, budget: { bytes: number }, { open, close }: Handlers): Promise<void> {
  if (!entry || entry.directory) return;
  const parser = new SaxesParser();
  parser.ENTITIES = Object.assign(Object.create(null) as object, { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" });
  const localName = (name: string) => name.slice(name.indexOf(':') + 1);
  let text = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('A workbook has no DOCTYPE.');
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    text = '';
    open?.(localName(name), attributes);
  });
  parser.on('text', (part) => {
    if (text.length < CELL_MAX) text += part;
  });
  parser.on('closetag', ({ name }) => {
    close?.(localName(name), text);
    text = '';
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  await entry.getData(
    new WritableStream<Uint8Array>({
      write(chunk) {
        budget.bytes -= chunk.byteLength;
        if (budget.bytes < 0) throw new Error('The workbook is too large.');
        parser.write(decoder.decode(chunk, { stream: true }));
      },
    }),
  );
  parser.write(decoder.decode()).close();
}

async function findFirstSheet(read: ReadPart): Promise<string> {
  const sheets: { id: string; isShown: boolean }[] = [];
  await read('xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'sheet')
        sheets.push({ id: attributes['r:id'] ?? '', isShown: (attributes['state'] ?? 'visible') === 'visible' });
    },
  });
  const first = sheets.find(({ isShown }) => isShown) ?? sheets[0];
  if (!first) throw new Error('The workbook has no sheet.');
  const target = (await readTargets(read, 'xl/_rels/workbook.xml.rels')).get(first.id);
  return target === undefined ? 'xl/worksheets/sheet1.xml' : `xl/${target.replace(/^\/?(xl\/)?/, '')}`;
}

/** Relationships by id. */
async function readTargets(read: ReadPart, path: string): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await read(path, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target);
    },
  });
  return targets;
}

/** The texts that cells refer to; parts of rich text are joined, readings (`rPh`) are left out. */
async function readStrings(read: ReadPart): Promise<string[]> {
  const strings: string[] = [];
  let current = '';
  let isReading = false;
  await read('xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 'rPh') isReading = true;
    },
    close: (name, text) => {
      if (name === 'rPh') isReading = false;
      if (name === 't' && !isReading) current = (current + text).slice(0, CELL_MAX);
      if (name === 'si' && strings.push(current) > STRINGS_MAX) throw new Error('The workbook has too many texts.');
    },
  });
  return strings;
}

async function readSheet(read: ReadPart, path: string, strings: string[]): Promise<Sheet> {
  const sheet: Sheet = { rows: new Map(), merges: [], links: [] };
  let row = 0;
  let column = 0;
  let cells: string[] | undefined;
  let cell = { type: '', value: '', inline: '', formula: '' };
  await read(path, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1);
        column = 0;
        const isTaken = Number.isSafeInteger(row) && row > 0 && sheet.rows.size < READ_ROWS_MAX;
        cells = isTaken ? [] : undefined;
        const isHidden = ['1', 'true'].includes(attributes['hidden'] ?? '');
        if (cells) sheet.rows.set(row, { cells, isHidden });
      }
      if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : parseRef(attributes['r']).column;
        cell = { type: attributes['t'] ?? 'n', value: '', inline: '', formula: '' };
      }
      if (name === 'mergeCell' && sheet.merges.length < MERGES_MAX) sheet.merges.push(attributes['ref'] ?? '');
      if (name === 'hyperlink' && sheet.links.length < READ_ROWS_MAX)
        sheet.links.push({ ref: attributes['ref'] ?? '', relationship: attributes['r:id'] ?? '' });
    },
    close: (name, text) => {
      if (name === 'v') cell.value = text;
      if (name === 'f') cell.formula = text;
      if (name === 't') cell.inline += text;
      if (name !== 'c' || !cells || column < 1 || column > LIST_COLUMNS_MAX) return;
      const shown = cell.type === 's' ? (strings[Number(cell.value)] ?? '') : cell.inline || cell.value;
      const [, link = ''] = /^\s*HYPERLINK\(\s*"mailto:([^"?]+)/i.exec(cell.formula) ?? [];
      cells[column - 1] = withLink(shown, link);
    },
  });
  return sheet;
}

const withLink = (shown: string, link: string): string =>
  shown.includes('@') || link === '' ? shown : `${shown} <${link}>`.trim();

/** `B3`, or the first cell of `B3:C4`. */
function parseRef(ref: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})/.exec(ref) ?? [];
  return {
    row: Number(digits || -1),
    column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
  };
}

async function addLinks(read: ReadPart, path: string, sheet: Sheet): Promise<void> {
  if (sheet.links.length === 0) return;
  const targets = await readTargets(read, path.replace(/([^/]+)$/, '_rels/$1.rels'));
  for (const { ref, relationship } of sheet.links) {
    const { row, column } = parseRef(ref);
    const cells = sheet.rows.get(row)?.cells;
    const [, link = ''] = /^mailto:([^?]+)/i.exec(targets.get(relationship) ?? '') ?? [];
    if (!cells || column < 1 || column > LIST_COLUMNS_MAX || link === '') continue;
    cells[column - 1] = withLink(cells[column - 1] ?? '', decodeLink(link));
  }
}

function decodeLink(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

/** Fills down what is merged over rows: a workbook has it in the first cell only. Returns whether something was. */
function fillMerged(sheet: Sheet): boolean {
  let isFilled = false;
  for (const merge of sheet.merges) {
    const [from, to] = merge.split(':').map(parseRef);
    if (!from || !to || from.column < 1 || from.column > LIST_COLUMNS_MAX) continue;
    const value = sheet.rows.get(from.row)?.cells[from.column - 1];
    if (!value || to.row <= from.row) continue;
    for (const [row, { cells }] of sheet.rows) {
      if (row <= from.row || row > to.row || cells[from.column - 1]) continue;
      cells[from.column - 1] = value;
      isFilled = true;
    }
  }
  return isFilled;
}
