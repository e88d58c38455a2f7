import { LINE_MAX } from '@promenade/contract/limits';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useSetParams } from '../platform/searchParams.ts';

/** What is shown of a list, as the URL says it. */
export interface ListParams {
  query: { sort: string; page: number; filter?: string | undefined };
  set: ReturnType<typeof useSetParams>;
}

/** Filter, order and page of a list in the URL, `filters` being the names of its own filters. An order is a column, or `-` and a column. */
export function useListParams<Sort extends string, Filter extends string = never>(
  sorts: readonly Sort[],
  initial: Sort,
  filters: readonly Filter[] = [],
) {
  const [params] = useSearchParams();
  const set = useSetParams();
  const search = params.toString();
  const query = useMemo(() => {
    const now = new URLSearchParams(search);
    const values = filters.flatMap((name) => (now.get(name) ? [[name, now.get(name)?.slice(0, LINE_MAX)]] : []));
    const filter = now.get('q')?.slice(0, LINE_MAX);
    return {
      sort: sorts.find((sort) => sort === now.get('sort')) ?? initial,
      page: Math.max(1, Number.parseInt(now.get('page') ?? '', 10) || 1),
      ...(filter && { filter }),
      ...(Object.fromEntries(values) as Partial<Record<Filter, string>>),
    };
  }, [search, sorts, initial, filters]);
  return { query, set };
}
