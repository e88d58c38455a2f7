import { type ReleaseDetail, release, releases, type Track } from '@promenade/contract/catalogue';
import type { Ask } from '@promenade/contract/route';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../platform/api.ts';
import { revalidate } from '../platform/refresh.ts';
import {
  KEEP_MS,
  keys,
  known,
  type ListName,
  type Page,
  type Pages,
  patchRelease,
  useReleasePages,
} from './listData.ts';

/** What a list of releases is asked for beside the page: filters, sort, page size. */
export type ReleasesAsked = Omit<NonNullable<Ask<typeof releases>['query']>, 'page'>;

/** The releases that fit, as far as they were scrolled. */
export function useReleases(asked: ReleasesAsked, name: ListName = 'gallery') {
  return useReleasePages(keys.list(name, asked), (page, signal) => fetchPage(asked, page, signal));
}

/** Loads page 1 anew; it replaces the list (C-GALLERY-20). */
export function useRefreshReleases(asked: ReleasesAsked): () => Promise<void> {
  const cache = useQueryClient();
  return useCallback(async () => {
    const first = await fetchPage(asked, 1);
    cache.setQueryData<Pages>(keys.list('gallery', asked), { pages: [first], pageParams: [1] });
  }, [cache, asked]);
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

/** The tracks of a release that can be heard in a playlist (C-PLAYLIST-15). Throws ApiError. */
export function useAskAudio(): (releaseid: string) => Promise<Track[]> {
  const askRelease = useAskRelease();
  return useCallback(
    async (releaseid) => (await askRelease(releaseid)).songs.filter(({ assettype }) => assettype === 'audio'),
    [askRelease],
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
async function fetchPage(asked: ReleasesAsked, page: number, signal?: AbortSignal): Promise<Page> {
  await revalidate(Date.now());
  return call(releases, { query: { ...asked, page } }, { signal });
}
