import { LINE_MAX } from '@promenade/contract/limits';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useSetParams } from '../platform/searchParams.ts';

/** The filters of a list by their names in the address: what each may be, or `text`. */
export type ListFilters = Readonly<Record<string, readonly string[] | 'text'>>;

type FilterValues<Filters> = {
  [Name in keyof Filters]?: Filters[Name] extends readonly (infer Value)[] ? Value : string;
};

/** What is shown of a list, as the address says it. */
export interface ListParams<Sort extends string, Filters> {
  query: { sort: Sort; page: number; filter?: string } & FilterValues<Filters>;
  /** Whether something is searched or filtered. */
  isFiltered: boolean;
  set: ReturnType<typeof useSetParams>;
  turnTo: (page: number) => void;
}

/** What a list may be asked. */
interface ListDeclaration<Sort, Filters> {
  /** Its orders: each a column, or `-` and a column. */
  sorts?: readonly Sort[];
  /** The order without a parameter. */
  initial?: Sort;
  filters?: Filters;
}

/** Search, filters, order and page of a list in the address; what it may not be is left out. `list`: always the same object. */
export function useListParams<const Sort extends string = '', const Filters extends ListFilters = Record<never, never>>(
  list: ListDeclaration<Sort, Filters>,
): ListParams<Sort, Filters> {
  const [params] = useSearchParams();
  const set = useSetParams();
  const search = params.toString();
  const shown = useMemo(() => {
    const now = new URLSearchParams(search);
    const read = (name: string) => now.get(name)?.slice(0, LINE_MAX) ?? '';
    const values = Object.entries(list.filters ?? {})
      .map(([name, allowed]) => [name, allowed === 'text' || allowed.includes(read(name)) ? read(name) : ''] as const)
      .filter(([, value]) => value !== '');
    const filter = read('q');
    return {
      query: {
        sort: list.sorts?.find((sort) => sort === read('sort')) ?? list.initial ?? ('' as Sort),
        page: Math.max(1, Number.parseInt(read('page'), 10) || 1),
        ...(filter && { filter }),
        ...(Object.fromEntries(values) as FilterValues<Filters>),
      },
      isFiltered: filter !== '' || values.length > 0,
    };
  }, [search, list]);
  const turnTo = useCallback((page: number) => set({ page: page > 1 ? String(page) : '' }, true), [set]);
  return { ...shown, set, turnTo };
}
