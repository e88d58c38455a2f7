import type { Release, ReleaseDetail, releases, Track } from '@promenade/contract/catalogue';
import type { Answer } from '@promenade/contract/route';
import type { Found } from '@promenade/contract/search';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';

/** The lists of releases: the gallery with its filters, those of one artist or label, flagged, archived, played. */
export type ListName = 'gallery' | 'profile' | 'flagged' | 'archived' | 'history';

/** Which releases a list shows: one that was just marked leaves it, and is back at its place when that is taken back. */
const belongs: Record<ListName, (release: Release) => boolean> = {
  gallery: ({ archived }) => !archived,
  profile: ({ archived }) => !archived,
  flagged: ({ flagged, flaggedtrackcount }) => flagged || flaggedtrackcount > 0,
  archived: ({ archived }) => archived,
  history: () => true,
};

/** Where each answer stands in the cache; whoever asks for releases or tracks asks under one of these. */
export const keys = {
  lists: ['releases'] as const,
  /** `asked` is what the question holds beside the page; equal questions share an answer. */
  list: (name: ListName, asked: object) => ['releases', name, asked] as const,
  release: (releaseid: string) => ['release', releaseid] as const,
  /** Plain lists of tracks (`Answer` with `items`). */
  tracks: ['tracks'] as const,
  /** Answers of `search` (`Found`). */
  searches: ['search'] as const,
  search: (asked: object) => ['search', asked] as const,
};

/** A page of any list of releases; `left` counts those before its end that left the list since: the server moved up by them. */
export type Page = Answer<typeof releases> & { left?: number };
/** All pages that were loaded, in order. */
export type Pages = InfiniteData<Page, number>;

/** How long what was seen stays in memory, so that coming back to a list finds it and its place. */
export const KEEP_MS = 30 * 60_000;

/** `idle` is before the first question, which a shown list never is. */
export type ListStatus = 'loading' | 'done' | 'error';

/**
 * A list as far as it was scrolled; a page is only ever appended to the one before it (C-GALLERY-19, C-FLAG-10). When
 * releases left the list meanwhile, the page before is asked again for those that moved up into it.
 */
export function useReleasePages(
  key: ReturnType<typeof keys.list>,
  fetchPage: (page: number, signal?: AbortSignal) => Promise<Page>,
) {
  const [, name] = key;
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pagesize, total, left = 0 }) => {
      const reached = page * pagesize - left;
      return reached < total ? Math.floor(reached / pagesize) + 1 : undefined;
    },
    // Asking again would fetch every page that was scrolled past; the person refreshes instead.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEEP_MS,
    // Another choice for the same list: what was there stays until its answer is here. Another artist is another list.
    ...(name !== 'profile' && { placeholderData: keepPreviousData }),
  });
  const { data } = list;
  const items = useMemo(() => unique(data?.pages ?? []).filter(belongs[name]), [data, name]);
  return { items, ...shownPages(list) };
}

/** What a screen needs to know of a list that comes in pages. */
export function shownPages<Shown extends { total: number }>(list: UseInfiniteQueryResult<InfiniteData<Shown>>) {
  const { data, isError, isPlaceholderData, isFetchingNextPage, isFetchNextPageError, hasNextPage } = list;
  const total = data?.pages.at(-1)?.total ?? 0;
  const status: ListStatus = data ? 'done' : isError ? 'error' : 'loading';
  const canLoadMore = hasNextPage && !isPlaceholderData && !isFetchingNextPage && !isFetchNextPageError;
  return {
    total,
    status,
    /** What is shown was asked for before: the answer to this question is on its way. */
    isHeld: isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    /** Asks for the next page where there is one; not while one is on its way, nor after one that did not come. */
    loadMore: () => canLoadMore && void list.fetchNextPage(),
    fetchNextPage: list.fetchNextPage,
    refetch: list.refetch,
  };
}

/**
 * Changes a release wherever the cache holds it: in every list, in search results and in its detail. A list that it leaves
 * thereby, or comes back into, is shown and counted so at once.
 */
export function patchRelease(cache: QueryClient, releaseid: string, change: Partial<Release>): void {
  const patched = <Item extends Release>(item: Item) => (item.releaseid === releaseid ? { ...item, ...change } : item);
  cache.setQueryData<ReleaseDetail>(keys.release(releaseid), (held) => held && { ...held, ...change });
  for (const [key] of cache.getQueriesData<Pages>({ queryKey: keys.lists })) {
    const inList = belongs[key[1] as ListName];
    cache.setQueryData<Pages>(key, (held) => held && inPages(held, releaseid, patched, inList));
  }
  cache.setQueriesData<Found>(
    { queryKey: keys.searches },
    (held) => held && { ...held, releases: held.releases.map(patched) },
  );
}

/** Changes a track wherever the cache holds it: in the detail of its release, in lists of tracks and in search results. */
export function patchTrack(cache: QueryClient, { releaseid, trackid }: TrackOf, change: Partial<Track>): void {
  const patched = <Item extends Track>(item: Item) => (item.trackid === trackid ? { ...item, ...change } : item);
  cache.setQueryData<ReleaseDetail>(
    keys.release(releaseid),
    (held) => held && { ...held, songs: held.songs.map(patched) },
  );
  cache.setQueriesData<{ items: Track[] }>(
    { queryKey: keys.tracks },
    (held) => held && { ...held, items: held.items.map(patched) },
  );
  cache.setQueriesData<Found>(
    { queryKey: keys.searches },
    (held) => held && { ...held, tracks: held.tracks.map(patched) },
  );
}

type TrackOf = Pick<Track, 'releaseid' | 'trackid'>;

/** Asks every list again that a release joins by a change and that does not hold it yet: one in sight at once, others when shown. */
export function refreshJoined(cache: QueryClient, before: Release, after: Release): void {
  void cache.invalidateQueries({
    queryKey: keys.lists,
    predicate: ({ queryKey, state }) => {
      const inList = belongs[queryKey[1] as ListName];
      const isHeld = (state.data as Pages | undefined)?.pages.some(({ items }) => find(items, after.releaseid));
      return !inList(before) && inList(after) && !isHeld;
    },
  });
}

/** What some list or search already said of a release. */
export function known(cache: QueryClient, releaseid: string): Release | undefined {
  for (const [, held] of cache.getQueriesData<Pages>({ queryKey: keys.lists })) {
    for (const { items } of held?.pages ?? []) {
      const found = find(items, releaseid);
      if (found) return found;
    }
  }
  for (const [, held] of cache.getQueriesData<Found>({ queryKey: keys.searches })) {
    const found = held?.releases && find(held.releases, releaseid);
    if (found) return found;
  }
  return undefined;
}

const find = (items: readonly Release[], releaseid: string) => items.find((item) => item.releaseid === releaseid);

function inPages(
  held: Pages,
  releaseid: string,
  patched: (item: Release) => Release,
  inList: (release: Release) => boolean,
): Pages {
  const before = held.pages.map(({ items }) => find(items, releaseid)).find(Boolean);
  if (!before) return held;
  const moved = Number(inList(before)) - Number(inList(patched(before)));
  const last = held.pages.length - 1;
  const pages = held.pages.map((page, at) => ({
    ...page,
    items: find(page.items, releaseid) ? page.items.map(patched) : page.items,
    // The last page is the one that counts: what the server says next knows of the change.
    ...(at === last && moved !== 0 && { total: page.total - moved, left: (page.left ?? 0) + moved }),
  }));
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
