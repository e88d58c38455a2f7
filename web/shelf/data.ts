import type { RouteAnswer, RouteRequest } from '@promenade/contract/route';
import * as contract from '@promenade/contract/shelf';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys, patchRelease } from '../catalogue/cacheData.ts';
import { GC_TIME_MS, getListState } from '../catalogue/data.ts';
import { call } from '../platform/api.ts';

export type ShelfQuery = Omit<NonNullable<RouteRequest<typeof contract.shelf>['query']>, 'page' | 'pagesize'>;
export type ShelfDecision = Omit<RouteRequest<typeof contract.decideShelf>['body'], 'releaseids'>;
export type ShelfWord = RouteRequest<typeof contract.voteShelf>['body'];
type ShelfPage = RouteAnswer<typeof contract.shelf>;

const membershipQuery = queryOptions({
  queryKey: keys.shelfMembership,
  queryFn: ({ signal }) => call(contract.shelfMembership, {}, { signal }),
});

/** Whether this account shares the shelf of its company, and who does. */
export const useMembership = () => useQuery({ ...membershipQuery, refetchOnMount: 'always' });

/** The same, from the cache if it is there. Throws ApiError. */
export const getMembership = (cache: QueryClient) => cache.query(membershipQuery);

/** Begins or ends sharing. */
export function useShareShelf() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (ison: boolean) => call(contract.shareShelf, { body: { ison } }),
    onSuccess: (membership) => {
      cache.setQueryData(keys.shelfMembership, membership);
      cache.removeQueries({ queryKey: keys.shelf });
      return cache.invalidateQueries({ queryKey: keys.counts });
    },
  });
}

/** The shelf, page by page; the server's events fetch it again. */
export function useShelf(query: ShelfQuery) {
  const list = useInfiniteQuery({
    queryKey: keys.list('shelf', query),
    queryFn: ({ pageParam, signal }): Promise<ShelfPage> =>
      call(contract.shelf, { query: { ...query, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pagesize, total }) => (page * pagesize < total ? page + 1 : undefined),
    refetchOnMount: 'always',
    gcTime: GC_TIME_MS,
    placeholderData: keepPreviousData,
  });
  const items = useMemo(() => {
    const all = list.data?.pages.flatMap((page) => page.items) ?? [];
    return [...new Map(all.map((item) => [item.releaseid, item])).values()];
  }, [list.data]);
  return { items, ...getListState(list) };
}

/** Decides about releases; throws ApiError. */
export function useDecideShelf() {
  const cache = useQueryClient();
  return async (releaseids: string[], decision: ShelfDecision): Promise<void> => {
    const { items } = await call(contract.decideShelf, { body: { releaseids, ...decision } });
    for (const item of items) patchRelease(cache, item.releaseid, item);
    await cache.invalidateQueries({ queryKey: keys.shelf });
  };
}

/** Votes for or against a release, with a note to colleagues; throws ApiError. */
export function useVoteShelf() {
  const cache = useQueryClient();
  return async (releaseid: string, body: ShelfWord): Promise<void> => {
    await call(contract.voteShelf, { params: { releaseid }, body });
    await cache.invalidateQueries({ queryKey: keys.shelf });
  };
}
