import type { Release, ReleaseDetail, releases, ToHear, Track } from '@promenade/contract/catalogue';
import type { RouteAnswer } from '@promenade/contract/route';
import type { SearchResults } from '@promenade/contract/search';
import {
  type InfiniteData,
  notifyManager,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { patchQueries } from '../platform/queryClient.ts';

// Releases and tracks in the query cache. The same release may be part of several lists, of search results and of its own
// details: a change is patched in everywhere, and lists show or hide the release accordingly. An index by id serves the
// buttons of a list, which ask for the current marks of their release.

/**
 * The lists of releases: the gallery, the releases of one artist or label in the search (`profile`) and on its page
 * (`named`), flagged, archived and played releases, and the shelf of the company.
 */
export type ListName = 'gallery' | 'profile' | 'named' | 'flagged' | 'archived' | 'history' | 'shelf';

/** Which of its cached releases a list shows. A release that was just marked is hidden, and undo shows it again. */
export const listFilters: Record<ListName, (release: Release) => boolean> = {
  gallery: ({ archived }) => !archived,
  profile: ({ archived }) => !archived,
  named: () => true,
  flagged: ({ flagged, flaggedtrackcount }) => flagged || flaggedtrackcount > 0,
  archived: ({ archived }) => archived,
  history: () => true,
  shelf: () => true,
};

/** The query keys of all releases and tracks. */
export const keys = {
  lists: ['releases'] as const,
  list: (name: ListName, query: object) => ['releases', name, query] as const,
  details: ['release'] as const,
  release: (releaseid: string) => ['release', releaseid] as const,
  /** Lists of tracks, each an object with `items`. */
  tracks: ['tracks'] as const,
  flaggedTracks: ['tracks', 'flagged'] as const,
  searches: ['search'] as const,
  search: (query: object) => ['search', query] as const,
  shelf: ['releases', 'shelf'] as const,
  shelfMembership: ['shelf', 'membership'] as const,
  /** Numbers beside the links to lists. */
  counts: ['counts'] as const,
};

/** A page of a list; the last one counts in `removedCount` how many releases left the list since it was fetched. */
export type Page = RouteAnswer<typeof releases> & { removedCount?: number };
export type Pages = InfiniteData<Page, number>;

/** Changes a release in all lists, search results and its details. Lists that it leaves or joins change their totals. */
export function patchRelease(cache: QueryClient, releaseid: string, change: Partial<Release>): void {
  const patch = <Item extends Release>(item: Item) => {
    if (item.releaseid !== releaseid) return item;
    const changed = { ...item, ...change };
    return { ...changed, tohear: change.tohear ?? getToHear(changed) };
  };
  patchQueries<ReleaseDetail>(cache, { queryKey: keys.release(releaseid) }, patch);
  for (const [name, isListed] of Object.entries(listFilters))
    patchQueries<Pages>(cache, { queryKey: [...keys.lists, name] }, (list) =>
      patchPages(list, releaseid, patch, isListed),
    );
  patchQueries<SearchResults>(cache, { queryKey: keys.searches }, (results) => ({
    ...results,
    releases: results.releases.map(patch),
  }));
}

/** Follows marks and plays of this browser as the server does (see `ToHear` of the contract). */
function getToHear({ flagged, archived, flaggedtrackcount, unheardtrackcount, trackcount }: Release): ToHear {
  if (flagged || archived || flaggedtrackcount > 0 || unheardtrackcount === 0) return 'none';
  return unheardtrackcount < trackcount ? 'some' : 'all';
}

/** Changes a track in the details of its release, in lists of tracks and in search results. */
export function patchTrack(
  cache: QueryClient,
  { releaseid, trackid }: Pick<Track, 'releaseid' | 'trackid'>,
  change: Partial<Track>,
): void {
  const patch = <Item extends Track>(item: Item) => (item.trackid === trackid ? { ...item, ...change } : item);
  patchQueries<ReleaseDetail>(cache, { queryKey: keys.release(releaseid) }, (detail) => ({
    ...detail,
    songs: detail.songs.map(patch),
  }));
  patchQueries<{ items: Track[] }>(cache, { queryKey: keys.tracks }, (list) => ({
    ...list,
    items: list.items.map(patch),
  }));
  patchQueries<SearchResults>(cache, { queryKey: keys.searches }, (results) => ({
    ...results,
    tracks: results.tracks.map(patch),
  }));
}

/** Refetches the lists that a release joins by a change and that do not have it yet: visible ones now, others when shown. */
export function invalidateJoinedLists(cache: QueryClient, changes: { before: Release; after: Release }[]): void {
  void cache.invalidateQueries({
    queryKey: keys.lists,
    predicate: ({ queryKey, state }) => {
      const isListed = listFilters[queryKey[1] as ListName];
      const isCached = ({ releaseid }: Release) =>
        (state.data as Pages | undefined)?.pages.some(({ items }) => findById(items, releaseid));
      return changes.some(({ before, after }) => !isListed(before) && isListed(after) && !isCached(after));
    },
  });
}

const findById = (items: readonly Release[], releaseid: string) => items.find((item) => item.releaseid === releaseid);

function patchPages(
  list: Pages,
  releaseid: string,
  patch: (item: Release) => Release,
  isListed: (release: Release) => boolean,
): Pages {
  const before = list.pages.map(({ items }) => findById(items, releaseid)).find(Boolean);
  if (!before) return list;
  const removed = Number(isListed(before)) - Number(isListed(patch(before)));
  const pages = list.pages.map((page, index) => ({
    ...page,
    items: findById(page.items, releaseid) ? page.items.map(patch) : page.items,
    // The last page states the total. A page fetched later is counted by the server, which knows of the change.
    ...(index === list.pages.length - 1 &&
      removed !== 0 && { total: page.total - removed, removedCount: (page.removedCount ?? 0) + removed }),
  }));
  return { ...list, pages };
}

/** The release with its current marks; rerenders when they change. */
export const useCachedRelease = (release: Release): Release => useCached((cache) => getCachedRelease(cache, release));

/** The track with its current marks; rerenders when they change. */
export const useCachedTrack = (track: Track): Track =>
  useCached((cache) => getIndex(cache).tracks.get(track.trackid) ?? track);

export const findCachedRelease = (cache: QueryClient, releaseid: string): Release | undefined =>
  getIndex(cache).releases.get(releaseid);

export const getCachedRelease = (cache: QueryClient, fallback: Release): Release =>
  findCachedRelease(cache, fallback.releaseid) ?? fallback;

export const listCachedTracks = (cache: QueryClient, releaseid: string): Track[] =>
  [...getIndex(cache).tracks.values()].filter((track) => track.releaseid === releaseid);

export const listCachedReleases = (cache: QueryClient): Release[] => [...getIndex(cache).releases.values()];

function useCached<Value>(getValue: (cache: QueryClient) => Value): Value {
  const cache = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => cache.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  return useSyncExternalStore(subscribe, () => getValue(cache));
}

/** First parts of the query keys that the index reads. */
const indexedRoots: readonly unknown[] = [keys.details, keys.searches, keys.lists, keys.tracks].map(([root]) => root);

/** Built on the first read after a change of these queries. */
const indexes = new WeakMap<QueryClient, ReturnType<typeof buildIndex>>();

function getIndex(cache: QueryClient) {
  const existing = indexes.get(cache);
  if (existing) return existing;
  const index = buildIndex(cache);
  indexes.set(cache, index);
  const unsubscribe = cache.getQueryCache().subscribe(({ type, query }) => {
    const [root] = query.queryKey as QueryKey;
    if ((type !== 'updated' && type !== 'removed') || !indexedRoots.includes(root)) return;
    indexes.delete(cache);
    unsubscribe();
  });
  return index;
}

function buildIndex(cache: QueryClient) {
  const list = <Data>(queryKey: QueryKey): Data[] =>
    cache.getQueriesData<Data>({ queryKey }).flatMap(([, data]) => data ?? []);
  const details = list<ReleaseDetail>(keys.details);
  const searches = list<SearchResults>(keys.searches);
  const pages = list<Pages>(keys.lists).flatMap((pagesOfList) => pagesOfList.pages);
  // Of equal ids the last one wins: details know most.
  const releases = [
    ...searches.flatMap((results) => results.releases),
    ...pages.flatMap(({ items }) => items),
    ...details,
  ];
  const tracks = [
    ...searches.flatMap((results) => results.tracks),
    ...list<{ items: Track[] }>(keys.tracks).flatMap(({ items }) => items),
    ...details.flatMap(({ songs }) => songs),
  ];
  return {
    releases: new Map(releases.map((release) => [release.releaseid, release])),
    tracks: new Map(tracks.map((track) => [track.trackid, track])),
  };
}
