import { LIST_ROWS_MAX } from '@promenade/contract/lists/lists';

export interface TableRow {
  /** In the file, from 1. */
  row: number;
  cells: string[];
  /** A filter of the spreadsheet hides it. */
  isHidden: boolean;
}

/** What was read of a file, whatever it was. */
export interface ReadTable {
  rows: TableRow[];
  /** The text itself, which may be a list of addresses instead of a table; undefined for a workbook. */
  text?: string;
  charset: string;
  /** It is no UTF-8, so that the charset is a guess. */
  isGuessed: boolean;
  /** Cells that are merged over rows were filled. */
  isMerged: boolean;
  isCut: boolean;
}

/** The heading, the rows that are taken, and one more, which tells that there are more. */
export const READ_ROWS_MAX = LIST_ROWS_MAX + 2;
/** Characters of a cell; what is longer is cut. */
export const CELL_MAX = 5_000;

/** `_x000D_` is a line end that Gnumeric wrote into a cell of a workbook. */
export const cleanCell = (text: string): string =>
  text
    .slice(0, CELL_MAX)
    .toWellFormed()
    .replaceAll(/_x000D_/gi, '\n')
    .replaceAll('\0', '')
    .trim();
