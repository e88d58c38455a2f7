import type { ReleaseSort } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { ARCHIVE_PAGE_SIZE, FLAGGED_PAGE_SIZE } from '@promenade/contract/limits';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { logError } from '../platform/logError.ts';
import { keys, type ListName, listCachedReleases, type Pages } from '../releases/cacheData.ts';
import { useReleasePages } from '../releases/data.ts';
import { getMarks, setMarks, withoutFlags } from '../releases/marksData.ts';

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

/** Runs an optimistic change and restores all cached lists when it fails. */
async function withRollback(cache: QueryClient, change: () => Promise<void>): Promise<void> {
  const roots: QueryKey[] = [keys.lists, ['release'], keys.tracks, keys.searches];
  const before = roots.flatMap((queryKey) => cache.getQueriesData({ queryKey }));
  try {
    await change();
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
