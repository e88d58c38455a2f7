import { type Reach, seen, seenTable } from '@promenade/contract/reports';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { fetchFile } from '../platform/files.ts';
import { saveFile } from '../platform/saveFile.ts';

/** What labels see of this account, fetched whenever the page opens. `reach` is undefined until loaded. */
export function useSeen() {
  const list = useInfiniteQuery({
    queryKey: ['seen'],
    queryFn: ({ pageParam, signal }) => call(seen, { query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pagesize, total }) => (page * pagesize < total ? page + 1 : undefined),
    refetchOnMount: 'always',
  });
  const reach: Reach[] | undefined = list.data?.pages.flatMap(({ items }) => items);
  return {
    reach,
    isError: list.isError,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    retry: () => void list.refetch(),
    loadMore: () => void list.fetchNextPage(),
  };
}

/** Saves the same as a CSV file. */
export function useSaveSeen() {
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { bytes, name } = await fetchFile(`/api${seenTable.path}`);
      saveFile(bytes, name ?? 'what-labels-see.csv');
    },
  });
}
