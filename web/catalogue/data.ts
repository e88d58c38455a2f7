import { type Release, type ReleaseDetail, release, releases } from '@promenade/contract/catalogue';
import type { Answer } from '@promenade/contract/route';
import {
  type InfiniteData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../platform/api.ts';
import { revalidate } from '../platform/refresh.ts';

const keys = {
  list: ['releases'] as const,
  release: (releaseid: string) => ['release', releaseid] as const,
};

type Page = Answer<typeof releases>;
type Pages = InfiniteData<Page, number>;

/** How long what was seen stays in memory, so that coming back to the list finds it and its place. */
const KEEP_MS = 30 * 60_000;

/** `idle` is before the first question, which a shown list never is. */
export type ListStatus = 'loading' | 'done' | 'error';

/** The release list as far as it was scrolled, newest first (C-GALLERY-19). */
export function useReleases() {
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: keys.list,
      queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
      initialPageParam: 1,
      getNextPageParam: ({ page, pagesize, total }) => (page * pagesize < total ? page + 1 : undefined),
      // Asking again would fetch every page that was scrolled past; the person refreshes instead.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: KEEP_MS,
    });
  const items = useMemo(() => unique(data?.pages ?? []), [data]);
  const total = data?.pages.at(-1)?.total ?? 0;
  const status: ListStatus = data ? 'done' : isError ? 'error' : 'loading';
  return { items, total, status, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch };
}

/** Loads page 1 anew; it replaces the list (C-GALLERY-20). */
export function useRefreshReleases(): () => Promise<void> {
  const cache = useQueryClient();
  return useCallback(async () => {
    const first = await fetchPage(1);
    cache.setQueryData<Pages>(keys.list, { pages: [first], pageParams: [1] });
  }, [cache]);
}

/** One release with its tracks; until it is here, `known` is what a list already said about it. */
export function useRelease(releaseid: string) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(detail(cache, releaseid));
  return { release: data, known: data ?? known(cache, releaseid), error: data ? null : error, refetch };
}

/** The same outside of a view; a fresh copy costs nothing. Throws ApiError. */
export type AskRelease = (releaseid: string) => Promise<ReleaseDetail>;

/** The same function as long as the cache is the same. */
export function useAskRelease(): AskRelease {
  const cache = useQueryClient();
  return useCallback((releaseid) => cache.query(detail(cache, releaseid)), [cache]);
}

/** Changes a release wherever the cache holds it: in the list and in its detail. */
export function patchRelease(cache: QueryClient, releaseid: string, change: Partial<Release>): void {
  cache.setQueryData<ReleaseDetail>(keys.release(releaseid), (held) => held && { ...held, ...change });
  cache.setQueryData<Pages>(
    keys.list,
    (held) => held && { ...held, pages: held.pages.map((page) => patchPage(page, releaseid, change)) },
  );
}

function detail(cache: QueryClient, releaseid: string) {
  return queryOptions({
    queryKey: keys.release(releaseid),
    queryFn: async ({ signal }) => {
      const found = await call(release, { params: { releaseid } }, { signal });
      const { songs, promoinfo, attachments, ...listed } = found;
      patchRelease(cache, releaseid, listed);
      return found;
    },
    staleTime: 5 * 60_000,
    gcTime: KEEP_MS,
  });
}

/** A token about to end is refreshed first; a failed refresh is logged there and the search still goes out (C-GALLERY-21, C-GALLERY-35). */
async function fetchPage(page: number, signal?: AbortSignal): Promise<Page> {
  await revalidate(Date.now());
  return call(releases, { query: { page, sort: '-date' } }, { signal });
}

function known(cache: QueryClient, releaseid: string): Release | undefined {
  const pages = cache.getQueryData<Pages>(keys.list)?.pages ?? [];
  for (const { items } of pages) {
    const found = items.find((item) => item.releaseid === releaseid);
    if (found) return found;
  }
  return undefined;
}

/** A release that arrived meanwhile pushes others onto the next page: each is shown once. */
function unique(pages: Page[]): Release[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) =>
    items.filter(({ releaseid }) => {
      const isNew = !seen.has(releaseid);
      seen.add(releaseid);
      return isNew;
    }),
  );
}

function patchPage(page: Page, releaseid: string, change: Partial<Release>): Page {
  const has = page.items.some((item) => item.releaseid === releaseid);
  if (!has) return page;
  return { ...page, items: page.items.map((item) => (item.releaseid === releaseid ? { ...item, ...change } : item)) };
}
