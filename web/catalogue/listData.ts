import type { Release, ReleaseDetail, releases, Track } from '@promenade/contract/catalogue';
import type { Answer } from '@promenade/contract/route';
import type { Found } from '@promenade/contract/search';
import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** The lists of releases: the gallery with its filters, flagged, archived, and those of one artist or label. */
export type ListName = 'gallery' | 'flagged' | 'archived' | 'profile';

/** Where each answer stands in the cache; whoever asks for releases or tracks asks under one of these. */
export const keys = {
  lists: ['releases'] as const,
  /** `asked` is what the question holds beside the page; equal questions share an answer. */
  list: (name: ListName, asked: object) => ['releases', name, asked] as const,
  release: (releaseid: string) => ['release', releaseid] as const,
  /** Answers of `search` (`Found`). */
  searches: ['search'] as const,
  search: (asked: object) => ['search', asked] as const,
};

/** A page of any list of releases. */
export type Page = Answer<typeof releases>;
/** All pages that were loaded, in order. */
export type Pages = InfiniteData<Page, number>;

/** How long what was seen stays in memory, so that coming back to a list finds it and its place. */
export const KEEP_MS = 30 * 60_000;

/** `idle` is before the first question, which a shown list never is. */
export type ListStatus = 'loading' | 'done' | 'error';

/** A list as far as it was scrolled; a page is only ever appended to the one before it (C-GALLERY-19, C-FLAG-10). */
export function useReleasePages(
  key: ReturnType<typeof keys.list>,
  fetchPage: (page: number, signal?: AbortSignal) => Promise<Page>,
) {
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: key,
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

/** Changes a release wherever the cache holds it: in every list, in search results and in its detail. */
export function patchRelease(cache: QueryClient, releaseid: string, change: Partial<Release>): void {
  const patched = <Item extends Release>(item: Item) => (item.releaseid === releaseid ? { ...item, ...change } : item);
  cache.setQueryData<ReleaseDetail>(keys.release(releaseid), (held) => held && { ...held, ...change });
  cache.setQueriesData<Pages>({ queryKey: keys.lists }, (held) => held && inPages(held, releaseid, patched));
  cache.setQueriesData<Found>(
    { queryKey: keys.searches },
    (held) => held && { ...held, releases: held.releases.map(patched) },
  );
}

/** Changes a track wherever the cache holds it: in the detail of its release and in search results. */
export function patchTrack(cache: QueryClient, { releaseid, trackid }: TrackOf, change: Partial<Track>): void {
  const patched = <Item extends Track>(item: Item) => (item.trackid === trackid ? { ...item, ...change } : item);
  cache.setQueryData<ReleaseDetail>(
    keys.release(releaseid),
    (held) => held && { ...held, songs: held.songs.map(patched) },
  );
  cache.setQueriesData<Found>(
    { queryKey: keys.searches },
    (held) => held && { ...held, tracks: held.tracks.map(patched) },
  );
}

type TrackOf = Pick<Track, 'releaseid' | 'trackid'>;

/** Takes a release out of every list of that name. */
export function dropRelease(cache: QueryClient, name: ListName, releaseid: string): void {
  cache.setQueriesData<Pages>({ queryKey: [...keys.lists, name] }, (held) => {
    if (!held?.pages.some(({ items }) => items.some((item) => item.releaseid === releaseid))) return held;
    const pages = held.pages.map((page) => ({
      ...page,
      items: page.items.filter((item) => item.releaseid !== releaseid),
      total: page.total - 1,
    }));
    return { ...held, pages };
  });
}

/** What some list or search already said of a release. */
export function known(cache: QueryClient, releaseid: string): Release | undefined {
  for (const [, held] of cache.getQueriesData<Pages>({ queryKey: keys.lists })) {
    for (const { items } of held?.pages ?? []) {
      const found = items.find((item) => item.releaseid === releaseid);
      if (found) return found;
    }
  }
  for (const [, held] of cache.getQueriesData<Found>({ queryKey: keys.searches })) {
    const found = held?.releases.find((item) => item.releaseid === releaseid);
    if (found) return found;
  }
  return undefined;
}

function inPages(held: Pages, releaseid: string, patched: (item: Release) => Release): Pages {
  const pages = held.pages.map((page) =>
    page.items.some((item) => item.releaseid === releaseid) ? { ...page, items: page.items.map(patched) } : page,
  );
  return { ...held, pages };
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
