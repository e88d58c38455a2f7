export type CsvCell = string | number | null;

/** Of a table for people: the name of each column, and its cell of a row. */
export type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => CsvCell])[];

/** Cells of rows, below the names of the columns. */
export const toTable = <Row>(columns: Columns<Row>, rows: Row[]): CsvCell[][] => [
  columns.map(([name]) => name),
  ...toCells(columns, rows),
];

const toCells = <Row>(columns: Columns<Row>, rows: Row[]) => rows.map((row) => columns.map(([, cell]) => cell(row)));

/** Formats rows as CSV (RFC 4180), with a byte order mark for spreadsheets. */
export const formatCsv = (rows: CsvCell[][]): string => `\ufeff${formatRows(rows)}`;

/** The same of any number of rows, of which one batch is in memory. */
export async function* streamCsv<Row>(columns: Columns<Row>, batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield formatCsv(toTable(columns, []));
  for await (const rows of batches) yield formatRows(toCells(columns, rows));
}

const formatRows = (rows: CsvCell[][]): string =>
  rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('');

/** A place where a cell begins for some spreadsheet, and what it would execute as a formula; `＝` is executed like `=`. */
const FORMULA_START = /(?<=^|[,;\t"\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** Quotes and guards a cell, whichever of comma, semicolon and tab a spreadsheet splits at. */
function formatCell(cell: CsvCell): string {
  const text = String(cell ?? '').replace(FORMULA_START, "'");
  return /[,;\t"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
