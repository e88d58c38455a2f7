import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  /** Minimum pixels until the person resizes the column. */
  width: number;
  /** Share of the remaining width; a column without one keeps its width. */
  share?: number | undefined;
  isSortable?: boolean | undefined;
  /** Holds pictures or controls: it cannot be resized and its header is for screen readers only. */
  isFixed?: boolean | undefined;
  /** Is left out where the table would scroll sideways with it, the last one first. */
  isOptional?: boolean | undefined;
  /** Names the row for screen readers. */
  isRowName?: boolean | undefined;
  /**
   * Renders a cell. Controls take `tabIndex`: only one row of the table is in the tab order.
   * One control of each row carries `data-stop`: the arrow keys focus it.
   */
  cell: (row: Row, tabIndex: number) => ReactNode;
}

/** Pixels by column id, only of resized columns. */
export type ColumnWidths = Readonly<Record<string, number>>;

export interface TableSort {
  column: string;
  isDescending: boolean;
}

type ColumnSize = Pick<Column<never>, 'id' | 'width' | 'share'>;

/** The columns that a width in pixels has room for, before the person resizes them. */
export function fitColumns<Fitted extends Pick<Column<never>, 'width' | 'isOptional'>>(
  columns: readonly Fitted[],
  availableWidth: number,
): readonly Fitted[] {
  const last = columns.findLastIndex(({ isOptional }) => isOptional);
  if (last < 0 || sum(columns.map(({ width }) => width)) <= availableWidth) return columns;
  return fitColumns(columns.toSpliced(last, 1), availableWidth);
}

/** Pixels of each column: resized columns keep their width, the others share what remains. */
export function columnWidths(columns: readonly ColumnSize[], widths: ColumnWidths, availableWidth: number): number[] {
  const minimums = columns.map(({ id, width }) => widths[id] ?? width);
  const shares = columns.map(({ id, share = 0 }) => (id in widths ? 0 : share));
  const remaining = Math.max(0, availableWidth - sum(minimums));
  const totalShare = sum(shares);
  return minimums.map((width, index) =>
    totalShare === 0 ? width : width + Math.floor((remaining * (shares[index] ?? 0)) / totalShare),
  );
}

/** Widths after a resize. Columns before the resized one are fixed too, so that its edge follows the pointer. */
export function resizeColumn(
  columns: readonly ColumnSize[],
  widths: ColumnWidths,
  pixels: readonly number[],
  resizedIndex: number,
  width: number,
): ColumnWidths {
  const next: Record<string, number> = { ...widths };
  columns.forEach(({ id, share }, index) => {
    if (index < resizedIndex && share) next[id] = pixels[index] ?? 0;
    if (index === resizedIndex) next[id] = width;
  });
  return next;
}

export const resetColumnWidth = (widths: ColumnWidths, id: string): ColumnWidths =>
  Object.fromEntries(Object.entries(widths).filter(([column]) => column !== id));

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
