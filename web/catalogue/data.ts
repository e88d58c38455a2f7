import { type ReleaseDetail, release, releases, type Track } from '@promenade/contract/catalogue';
import { options } from '@promenade/contract/options';
import type { RouteRequest } from '@promenade/contract/route';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../platform/api.ts';
import { checkSession } from '../platform/sessionRefresh.ts';
import {
  findCachedRelease,
  keys,
  type ListName,
  listFilters,
  type Page,
  type Pages,
  patchRelease,
} from './cacheData.ts';

/** How long unused lists and releases stay cached, so that returning to a list restores its scroll position. */
export const GC_TIME_MS = 30 * 60_000;

/** Filters, sort and page size of a list of releases. */
export type ReleaseQuery = Omit<NonNullable<RouteRequest<typeof releases>['query']>, 'page'>;

export function useReleases(query: ReleaseQuery, name: ListName = 'gallery') {
  return useReleasePages(keys.list(name, query), (page, signal) => fetchPage(query, page, signal));
}

/** Refetches page 1, which replaces the list (requirement C-GALLERY-20). */
export function useRefreshReleases(query: ReleaseQuery): () => Promise<void> {
  const cache = useQueryClient();
  return useCallback(async () => {
    const first = await fetchPage(query, 1);
    cache.setQueryData<Pages>(keys.list('gallery', query), { pages: [first], pageParams: [1] });
  }, [cache, query]);
}

/** Refreshes an expiring token first; when that fails the search is still sent (requirements C-GALLERY-21, C-GALLERY-35). */
async function fetchPage(query: ReleaseQuery, page: number, signal?: AbortSignal): Promise<Page> {
  await checkSession(Date.now());
  return call(releases, { query: { ...query, page } }, { signal });
}

/**
 * A list whose pages are only appended (requirements C-GALLERY-19, C-FLAG-10). When releases left the list, the last page is
 * fetched again, because others moved up into it.
 */
export function useReleasePages(
  key: ReturnType<typeof keys.list>,
  fetchListPage: (page: number, signal?: AbortSignal) => Promise<Page>,
) {
  const [, name] = key;
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchListPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pagesize, total, removedCount = 0 }) => {
      const loaded = page * pagesize - removedCount;
      return loaded < total ? Math.floor(loaded / pagesize) + 1 : undefined;
    },
    // A refetch would load every page again; the person refreshes instead.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: GC_TIME_MS,
    // New filters keep the former list until their answer is here; another artist or label starts empty.
    ...(name !== 'profile' && name !== 'named' && { placeholderData: keepPreviousData }),
  });
  const { data } = list;
  const items = useMemo(() => {
    // A release published meanwhile pushes others onto the next page: each id is listed once.
    const all = data?.pages.flatMap((page) => page.items) ?? [];
    return [...new Map(all.map((item) => [item.releaseid, item])).values()].filter(listFilters[name]);
  }, [data, name]);
  return { items, ...getListState(list) };
}

export function getListState<ListPage extends { total: number }>(list: UseInfiniteQueryResult<InfiniteData<ListPage>>) {
  const { data, error, isError, isPlaceholderData, isFetchingNextPage, isFetchNextPageError, hasNextPage } = list;
  const status: 'loading' | 'done' | 'error' = data ? 'done' : isError ? 'error' : 'loading';
  const canLoadMore = hasNextPage && !isPlaceholderData && !isFetchingNextPage && !isFetchNextPageError;
  return {
    total: data?.pages.at(-1)?.total ?? 0,
    status,
    error,
    /** The list of the former query is shown until the answer is here. */
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    /** Fetches the next page, if there is one, none is being fetched and the last fetch did not fail. */
    loadMore: () => canLoadMore && void list.fetchNextPage(),
    fetchNextPage: list.fetchNextPage,
    refetch: list.refetch,
  };
}

/** One release with its tracks; `known` is what lists and searches tell until it is fetched. Without an id nothing. */
export function useRelease(releaseid: string | undefined) {
  const cache = useQueryClient();
  const isNamed = releaseid !== undefined;
  const { data, error, refetch } = useQuery({ ...releaseQuery(cache, releaseid ?? ''), enabled: isNamed });
  const known = data ?? (isNamed ? findCachedRelease(cache, releaseid) : undefined);
  return { release: data, known, error: data ? null : error, refetch };
}

/** Fetches a release unless a fresh copy is cached. Throws ApiError. */
export type FetchRelease = (releaseid: string) => Promise<ReleaseDetail>;

export function useFetchRelease(): FetchRelease {
  const cache = useQueryClient();
  return useCallback((releaseid) => cache.query(releaseQuery(cache, releaseid)), [cache]);
}

/** Fetches a release, whether or not a copy is cached. Throws ApiError. */
export function useRefetchRelease(): FetchRelease {
  const cache = useQueryClient();
  return useCallback((releaseid) => cache.query({ ...releaseQuery(cache, releaseid), staleTime: 0 }), [cache]);
}

/** Fetches the audio tracks of a release, without videos (requirement C-PLAYLIST-15). Throws ApiError. */
export function useFetchAudioTracks(): (releaseid: string) => Promise<Track[]> {
  const fetchRelease = useFetchRelease();
  return useCallback(
    async (releaseid) => (await fetchRelease(releaseid)).songs.filter(({ assettype }) => assettype === 'audio'),
    [fetchRelease],
  );
}

/** Caches a release that came with others. */
export function cacheRelease(cache: QueryClient, detail: ReleaseDetail): void {
  patchListed(cache, detail);
  cache.setQueryData(keys.release(detail.releaseid), detail);
}

function patchListed(cache: QueryClient, detail: ReleaseDetail): void {
  const { songs, downloaded, promoinfo, attachments, ...listed } = detail;
  patchRelease(cache, detail.releaseid, listed);
}

/** Whether a copy is cached that a fetch would return. */
export function useIsReleaseCached(): (releaseid: string) => boolean {
  const cache = useQueryClient();
  return useCallback(
    (releaseid) => (cache.getQueryState(keys.release(releaseid))?.dataUpdatedAt ?? 0) > Date.now() - FRESH_MS,
    [cache],
  );
}

const FRESH_MS = 5 * 60_000;

function releaseQuery(cache: QueryClient, releaseid: string) {
  return queryOptions({
    queryKey: keys.release(releaseid),
    queryFn: async ({ signal }) => {
      const detail = await call(release, { params: { releaseid } }, { signal });
      patchListed(cache, detail);
      return detail;
    },
    staleTime: FRESH_MS,
    gcTime: GC_TIME_MS,
  });
}

/** The choices of the filters; they seldom change and stay fresh for an hour. */
export const optionsQuery = {
  queryKey: ['options'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(options, {}, { signal }),
  staleTime: 60 * 60_000,
};

/** Undefined while loading, after a failure, and unless `isEnabled`. */
export function useOptions(isEnabled = true) {
  const { data, isError } = useQuery({ ...optionsQuery, enabled: isEnabled });
  return { options: data, hasFailed: isError && !data };
}
