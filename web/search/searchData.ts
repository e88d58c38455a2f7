import { SEARCH_ALL, SEARCH_PREVIEW_ASKED } from '@promenade/contract/limits';
import { type Found, type SearchTab, search } from '@promenade/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { revalidate } from '../platform/refresh.ts';
import { KEEP_MS, keys } from '../releases/listData.ts';

/** Results change when labels deliver: for so long an answer is as good as a new one. */
const FRESH_MS = 60_000;

/** What was found for some words, in all sections or in one; the former results stay until the next are here. */
export function useSearch(filter: string, section: SearchTab) {
  const pagesize = section === 'top' ? SEARCH_PREVIEW_ASKED : SEARCH_ALL;
  const asked = { filter, section, pagesize };
  const { data, isError, isPlaceholderData, refetch } = useQuery<Found>({
    queryKey: keys.search(asked),
    queryFn: async ({ signal }) => {
      await revalidate(Date.now());
      return call(search, { query: asked }, { signal });
    },
    enabled: filter !== '',
    // Of another section the former answer would be an empty list.
    placeholderData: (before, query) => (sectionOf(query?.queryKey) === section ? keepPreviousData(before) : undefined),
    staleTime: FRESH_MS,
    gcTime: KEEP_MS,
  });
  return { found: data, isError, isBefore: isPlaceholderData, refetch };
}

const sectionOf = (key: readonly unknown[] | undefined): unknown =>
  (key?.[1] as { section?: unknown } | undefined)?.section;
