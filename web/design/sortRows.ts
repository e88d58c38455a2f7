import type { TableSort } from './tableColumns.ts';

/** What a row is sorted by; dates as numbers. */
export type SortValue = string | number | null | undefined;

/** The order after a press on a header: ascending first, the same column turns around (C-TABLE-04). */
export const nextSort = (now: TableSort | undefined, column: string): TableSort => ({
  column,
  isDescending: now?.column === column && !now.isDescending,
});

/**
 * The rows in order: strings whatever their case, numbers by value, what is missing last both ways; equal rows stay as
 * they came (C-TABLE-05, C-TABLE-06).
 */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  isDescending: boolean,
  language: string,
): Row[] {
  const { compare } = new Intl.Collator(language, { sensitivity: 'accent', numeric: true });
  const turn = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((one, other) => {
      if (isMissing(one.value) || isMissing(other.value))
        return Number(isMissing(one.value)) - Number(isMissing(other.value));
      if (typeof one.value === 'number' && typeof other.value === 'number') return turn * (one.value - other.value);
      return turn * compare(String(one.value), String(other.value));
    })
    .map(({ row }) => row);
}

const isMissing = (value: SortValue): boolean =>
  value === null || value === undefined || value === '' || Number.isNaN(value);
