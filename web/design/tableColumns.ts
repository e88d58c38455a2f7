import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  id: string;
  /** Words of its header. */
  header: string;
  /** Pixels it takes at least until somebody drags it. */
  width: number;
  /** Its share of the room that is left over; without one it stays as wide as it is. */
  share?: number | undefined;
  isSortable?: boolean | undefined;
  /** Pictures and controls: no separator, and its header is only heard. */
  isFixed?: boolean | undefined;
  /** Names its row to a screen reader. */
  isRowName?: boolean | undefined;
  /**
   * What stands in a row. Controls take `tabIndex`: only the row that the Tab key stops at has them in its way. One
   * control of each row carries `data-stop`; arrows lead there.
   */
  cell: (row: Row, tabIndex: number) => ReactNode;
}

/** Column id to pixels, of those that somebody dragged. */
export type Widths = Readonly<Record<string, number>>;

/** Which column the rows are sorted by. */
export interface TableSort {
  column: string;
  isDescending: boolean;
}

type Measures = Pick<Column<never>, 'id' | 'width' | 'share'>;

/** Pixels of each column in a room: what was dragged keeps its width, the others divide what is left. */
export function columnPixels(columns: readonly Measures[], widths: Widths, room: number): number[] {
  const least = columns.map(({ id, width }) => widths[id] ?? width);
  const shares = columns.map(({ id, share = 0 }) => (id in widths ? 0 : share));
  const left = Math.max(0, room - sum(least));
  const all = sum(shares);
  return least.map((width, at) => (all === 0 ? width : width + Math.floor((left * (shares[at] ?? 0)) / all)));
}

/** The widths after a column got a new one: those before it stay where they are, so that its edge follows the hand. */
export function resized(
  columns: readonly Measures[],
  widths: Widths,
  pixels: readonly number[],
  at: number,
  width: number,
): Widths {
  const changed: Record<string, number> = { ...widths };
  columns.forEach(({ id, share }, place) => {
    if (place < at && share) changed[id] = pixels[place] ?? 0;
    if (place === at) changed[id] = width;
  });
  return changed;
}

/** The widths without that of one column, which shares the room again. */
export const unsized = (widths: Widths, id: string): Widths =>
  Object.fromEntries(Object.entries(widths).filter(([column]) => column !== id));

/** All of them together; 0 of none. */
export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
