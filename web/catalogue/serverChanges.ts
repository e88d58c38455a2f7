import type { Track } from '@promenade/contract/catalogue';
import type { SearchResults } from '@promenade/contract/search';
import type { QueryClient } from '@tanstack/react-query';
import { patchQueries } from '../platform/queryClient.ts';
import { keys, type Pages } from './cacheData.ts';

/** Removes a withdrawn release everywhere; visible lists and its details are fetched again. */
export function removeRelease(cache: QueryClient, releaseid: string): void {
  const isOther = (item: { releaseid: string }) => item.releaseid !== releaseid;
  const filter = <List extends { items: { releaseid: string }[] }>(list: List) => ({
    ...list,
    items: list.items.filter(isOther),
  });
  patchQueries<Pages>(cache, { queryKey: keys.lists }, (list) => ({ ...list, pages: list.pages.map(filter) }));
  patchQueries<{ items: Track[] }>(cache, { queryKey: keys.tracks }, filter);
  patchQueries<SearchResults>(cache, { queryKey: keys.searches }, (found) => ({
    ...found,
    releases: found.releases.filter(isOther),
    tracks: found.tracks.filter(isOther),
  }));
  // An open page shows why it has no access, instead of what can no longer be done.
  void cache.resetQueries({ queryKey: keys.release(releaseid) });
  for (const queryKey of [keys.lists, keys.tracks, keys.counts]) void cache.invalidateQueries({ queryKey });
}

/** After a change elsewhere: counts are fetched again, lists when they are shown next. */
export function refreshLists(cache: QueryClient, { isOwn = false } = {}): void {
  if (!isOwn) void cache.invalidateQueries({ queryKey: keys.counts });
  void cache.invalidateQueries({ queryKey: keys.lists, refetchType: 'none' });
}

/** After a colleague changed the shelf of the company, began or stopped sharing it. */
export function refreshShelf(cache: QueryClient): void {
  for (const queryKey of [keys.shelf, keys.shelfMembership]) void cache.invalidateQueries({ queryKey });
}
