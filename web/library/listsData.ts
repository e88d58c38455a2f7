import type { ReleaseSort } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { ARCHIVE_PAGE_SIZE, FLAGGED_PAGE_SIZE } from '@promenade/contract/limits';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { logged } from '../platform/logged.ts';
import { allReleases } from '../releases/heldData.ts';
import { keys, type ListName, type Pages, useReleasePages } from '../releases/listData.ts';
import { read, unflagged, write } from '../releases/marksData.ts';

/** What the flagged list is asked for beside the page; without a sort the newest come first. */
export interface FlaggedAsked {
  sort?: ReleaseSort | undefined;
  /** Words that title or artist must hold. */
  filter?: string | undefined;
}

/** The flagged releases as far as they were scrolled. */
export function useFlagged(asked: FlaggedAsked) {
  const key = keys.list('flagged', asked);
  return useMarkedPages(key, (page, signal) =>
    call(library.flagged, { query: { ...asked, page, pagesize: FLAGGED_PAGE_SIZE } }, { signal }),
  );
}

/** The archived releases as far as they were scrolled. */
export function useArchived(asked: Pick<FlaggedAsked, 'sort'>) {
  const key = keys.list('archived', asked);
  return useMarkedPages(key, (page, signal) =>
    call(library.archived, { query: { ...asked, page, pagesize: ARCHIVE_PAGE_SIZE } }, { signal }),
  );
}

/** `refresh` clears the list, then loads page 1 (C-FLAG-13, C-ARCHIVE-04). */
function useMarkedPages(...[key, fetchPage]: Parameters<typeof useReleasePages>) {
  const cache = useQueryClient();
  return { ...useReleasePages(key, fetchPage), refresh: () => void cache.resetQueries({ queryKey: key, exact: true }) };
}

/** Takes every flag of this account; a refusal takes that back and is logged (C-FLAG-14, C-FLAG-15). */
export function useClearFlags(): () => Promise<void> {
  const cache = useQueryClient();
  return () =>
    ahead(cache, async () => {
      for (const release of allReleases(cache)) write(cache, release.releaseid, unflagged(read(cache, release)));
      empty(cache, 'flagged');
      await call(library.clearFlags, {});
    });
}

/** Brings every archived release back; a refusal takes that back and is logged (C-ARCHIVE-06, C-ARCHIVE-09). */
export function useRestoreAll(): () => Promise<void> {
  const cache = useQueryClient();
  return () =>
    ahead(cache, async () => {
      for (const release of allReleases(cache).filter(({ archived }) => archived))
        write(cache, release.releaseid, { ...read(cache, release), archived: false });
      empty(cache, 'archived');
      await call(library.clearArchive, {});
      // Which of them belong where, only the server knows.
      await cache.invalidateQueries({ queryKey: [...keys.lists, 'gallery'] });
      await cache.invalidateQueries({ queryKey: [...keys.lists, 'profile'] });
    });
}

/** Runs a change that shows itself before the server answers; when that says no, everything is as it was. */
async function ahead(cache: QueryClient, change: () => Promise<void>): Promise<void> {
  const roots: QueryKey[] = [keys.lists, ['release'], keys.tracks, keys.searches];
  const before = roots.flatMap((queryKey) => cache.getQueriesData({ queryKey }));
  try {
    await change();
  } catch (failure) {
    for (const [key, held] of before) cache.setQueryData(key, held);
    logged('Clearing a list was refused and is taken back', failure);
  }
}

function empty(cache: QueryClient, name: ListName): void {
  cache.setQueriesData<Pages>({ queryKey: [...keys.lists, name] }, (held) => {
    const [first] = held?.pages ?? [];
    return first && { pages: [{ ...first, items: [], total: 0, left: 0 }], pageParams: [1] };
  });
}
