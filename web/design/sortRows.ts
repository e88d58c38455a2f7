import type { TableSort } from './tableColumns.ts';

/** Dates are numbers. */
export type SortValue = string | number | null | undefined;

/** The sort order after a click on a header: ascending first, then reversed (requirement C-TABLE-04). */
export const nextSort = (now: TableSort | undefined, column: string): TableSort => ({
  column,
  isDescending: now?.column === column && !now.isDescending,
});

/** The order that an address or a call says as a column, or as `-` and a column. */
export const parseSort = (sort: string): TableSort => ({
  column: sort.replace(/^-/, ''),
  isDescending: sort.startsWith('-'),
});

export const formatSort = ({ column, isDescending }: TableSort): string => `${isDescending ? '-' : ''}${column}`;

/**
 * Sorts stably: strings without regard to case, numbers by value, missing values last in both directions
 * (requirements C-TABLE-05, C-TABLE-06).
 */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  isDescending: boolean,
  language: string,
): Row[] {
  const { compare } = new Intl.Collator(language, { sensitivity: 'accent', numeric: true });
  const direction = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((a, b) => {
      if (isMissing(a.value) || isMissing(b.value)) return Number(isMissing(a.value)) - Number(isMissing(b.value));
      if (typeof a.value === 'number' && typeof b.value === 'number') return direction * (a.value - b.value);
      return direction * compare(String(a.value), String(b.value));
    })
    .map(({ row }) => row);
}

const isMissing = (value: SortValue): boolean =>
  value === null || value === undefined || value === '' || Number.isNaN(value);
