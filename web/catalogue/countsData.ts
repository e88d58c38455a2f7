import type { Release } from '@promenade/contract/catalogue';
import { type Counts, counts } from '@promenade/contract/counts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { findCachedRelease, keys, listFilters, patchRelease } from './cacheData.ts';

const countsQuery = queryOptions({ queryKey: keys.counts, queryFn: ({ signal }) => call(counts, {}, { signal }) });

/** How many entries each list of the account has; undefined until loaded. The server's events refetch them. */
export const useCounts = (): Counts | undefined => useQuery(countsQuery).data;

/** One of the counts; rerenders when this one changes. */
export const useCount = (name: Exclude<keyof Counts, 'hasshelf'>): number | undefined =>
  useQuery({ ...countsQuery, select: (all) => all[name] }).data;

/** `patchRelease` for what this account does: the counts follow at once. */
export function changeRelease(cache: QueryClient, releaseid: string, change: Partial<Release>): void {
  const before = findCachedRelease(cache, releaseid);
  patchRelease(cache, releaseid, change);
  const after = findCachedRelease(cache, releaseid);
  // What is not cached cannot be counted here.
  if (!before) void cache.invalidateQueries({ queryKey: keys.counts });
  else if (after) cache.setQueryData<Counts>(keys.counts, (current) => current && adjustCounts(current, before, after));
}

const isCountedBy = {
  releases: listFilters.gallery,
  tohear: ({ tohear }: Release) => tohear !== 'none',
  flagged: listFilters.flagged,
  archived: listFilters.archived,
};

function adjustCounts(current: Counts, before: Release, after: Release): Counts {
  const adjusted = { ...current };
  for (const name of Object.keys(isCountedBy) as (keyof typeof isCountedBy)[]) {
    const isCounted = isCountedBy[name];
    adjusted[name] = Math.max(0, current[name] + Number(isCounted(after)) - Number(isCounted(before)));
  }
  return adjusted;
}

/** From a thousand on a count is only "999+". */
export const formatCount = (count: number): string => (count > 999 ? '999+' : String(count));
