import { SEARCH_PAGE_SIZE_MAX, SEARCH_PREVIEW_PAGE_SIZE } from '@promenade/contract/limits';
import { type SearchResults, type SearchTab, search } from '@promenade/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { keys } from '../catalogue/cacheData.ts';
import { GC_TIME_MS } from '../catalogue/data.ts';
import { call } from '../platform/api.ts';
import { checkSession } from '../platform/sessionRefresh.ts';

/** The results of all sections or of one; former results are kept until new ones are loaded. Remount for another section. */
export function useSearch(filter: string, section: SearchTab) {
  const pagesize = section === 'top' ? SEARCH_PREVIEW_PAGE_SIZE : SEARCH_PAGE_SIZE_MAX;
  const query = { filter, section, pagesize };
  const { data, isError, isPlaceholderData, refetch } = useQuery<SearchResults>({
    queryKey: keys.search(query),
    queryFn: async ({ signal }) => {
      await checkSession(Date.now());
      return call(search, { query }, { signal });
    },
    enabled: filter !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: GC_TIME_MS,
  });
  return { results: data, isError, isPlaceholderData, refetch };
}
