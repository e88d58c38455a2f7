import type { ReleaseSort, Track } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { ARCHIVE_PAGE_SIZE, FLAGGED_PAGE_SIZE, PAGE_SIZE_MAX } from '@promenade/contract/limits';
import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys, type ListName, listCachedReleases, type Pages } from '../catalogue/cacheData.ts';
import { useReleasePages } from '../catalogue/data.ts';
import { getMarks, setMarks, withoutFlags } from '../catalogue/marksData.ts';
import { call } from '../platform/api.ts';
import { foldText } from '../platform/format.ts';
import { logError } from '../platform/logError.ts';

/** Without a sort the newest come first. */
export interface FlaggedListQuery {
  sort?: ReleaseSort | undefined;
  /** Words in title or artist. */
  filter?: string | undefined;
}

export function useFlagged(query: FlaggedListQuery) {
  const key = keys.list('flagged', query);
  return useMarkedPages(key, (page, signal) =>
    call(library.flagged, { query: { ...query, page, pagesize: FLAGGED_PAGE_SIZE } }, { signal }),
  );
}

export function useArchived(query: Pick<FlaggedListQuery, 'sort'>) {
  const key = keys.list('archived', query);
  return useMarkedPages(key, (page, signal) =>
    call(library.archived, { query: { ...query, page, pagesize: ARCHIVE_PAGE_SIZE } }, { signal }),
  );
}

/** More flagged songs than these are not shown. */
const FLAGGED_SONGS_MAX = 1_000;

/** Flagged songs, newest flag first, with the words of `filter` in title, artist or release. Undo shows unflagged ones again. */
export function useFlaggedSongs(filter = ''): Track[] {
  const { data } = useQuery({
    queryKey: keys.flaggedTracks,
    queryFn: ({ signal }) => fetchFlaggedTracks(signal),
    refetchOnMount: 'always',
  });
  return useMemo(() => {
    const words = foldText(filter).split(/\s+/);
    const hasWords = ({ title, artist, album }: Track) => {
      const text = foldText(`${title} ${artist} ${album}`);
      return words.every((word) => text.includes(word));
    };
    return data?.items.filter((track) => track.flagged && hasWords(track)) ?? [];
  }, [data, filter]);
}

async function fetchFlaggedTracks(signal: AbortSignal): Promise<{ items: Track[] }> {
  const fetchPage = (page: number) =>
    call(library.flaggedTracks, { query: { page, pagesize: PAGE_SIZE_MAX } }, { signal });
  const first = await fetchPage(1);
  const pages = Math.ceil(Math.min(first.total, FLAGGED_SONGS_MAX) / PAGE_SIZE_MAX);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_none, index) => fetchPage(index + 2)),
  );
  return { items: [first, ...others].flatMap(({ items }) => items) };
}

/** `refresh` clears the list, then loads page 1 (requirements C-FLAG-13, C-ARCHIVE-04). */
function useMarkedPages(...[key, fetchPage]: Parameters<typeof useReleasePages>) {
  const cache = useQueryClient();
  return { ...useReleasePages(key, fetchPage), refresh: () => void cache.resetQueries({ queryKey: key, exact: true }) };
}

/** Removes all flags of this account; rolled back and logged on error (requirements C-FLAG-14, C-FLAG-15). */
export function useClearFlags(): () => Promise<void> {
  const cache = useQueryClient();
  return () =>
    withRollback(cache, async () => {
      for (const release of listCachedReleases(cache))
        setMarks(cache, release.releaseid, withoutFlags(getMarks(cache, release)));
      emptyCachedList(cache, 'flagged');
      await call(library.clearFlags, {});
    });
}

/** Restores all archived releases; rolled back and logged on error (requirements C-ARCHIVE-06, C-ARCHIVE-09). */
export function useRestoreAll(): () => Promise<void> {
  const cache = useQueryClient();
  return () =>
    withRollback(cache, async () => {
      for (const release of listCachedReleases(cache).filter(({ archived }) => archived))
        setMarks(cache, release.releaseid, { ...getMarks(cache, release), archived: false });
      emptyCachedList(cache, 'archived');
      await call(library.clearArchive, {});
      // Only the server knows the positions of the restored releases.
      await cache.invalidateQueries({ queryKey: [...keys.lists, 'gallery'] });
      await cache.invalidateQueries({ queryKey: [...keys.lists, 'profile'] });
    });
}

/** Runs an optimistic change, then fetches the counts; restores all cached lists when it fails. */
async function withRollback(cache: QueryClient, change: () => Promise<void>): Promise<void> {
  const roots: QueryKey[] = [keys.lists, ['release'], keys.tracks, keys.searches, keys.counts];
  const before = roots.flatMap((queryKey) => cache.getQueriesData({ queryKey }));
  try {
    await change();
    await cache.invalidateQueries({ queryKey: keys.counts });
  } catch (failure) {
    for (const [key, data] of before) cache.setQueryData(key, data);
    logError('Clearing a list failed and was rolled back', failure);
  }
}

function emptyCachedList(cache: QueryClient, name: ListName): void {
  cache.setQueriesData<Pages>({ queryKey: [...keys.lists, name] }, (data) => {
    const [first] = data?.pages ?? [];
    return first && { pages: [{ ...first, items: [], total: 0, removedCount: 0 }], pageParams: [1] };
  });
}
