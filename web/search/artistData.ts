import * as contract from '@promenade/contract/artists';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../catalogue/cacheData.ts';
import { GC_TIME_MS, useReleasePages } from '../catalogue/data.ts';
import { call } from '../platform/api.ts';
import { getRefusalCode } from '../platform/errorText.ts';

/** Whether there is no such artist or label, or the account may hear nothing of it. */
export const isMissing = (error: unknown): boolean => getRefusalCode(error) === 'NOT_FOUND';

export function useArtist(artistid: string) {
  return useQuery({
    queryKey: ['artist', artistid],
    queryFn: ({ signal }) => call(contract.artist, { params: { artistid } }, { signal }),
    gcTime: GC_TIME_MS,
  });
}

export function useLabel(labelid: string) {
  return useQuery({
    queryKey: ['label', labelid],
    queryFn: ({ signal }) => call(contract.label, { params: { labelid } }, { signal }),
    gcTime: GC_TIME_MS,
  });
}

export function useArtistReleases(artistid: string) {
  return useReleasePages(keys.list('named', { artistid }), (page, signal) =>
    call(contract.artistReleases, { params: { artistid }, query: { page } }, { signal }),
  );
}

export function useLabelReleases(labelid: string) {
  return useReleasePages(keys.list('named', { labelid }), (page, signal) =>
    call(contract.labelReleases, { params: { labelid }, query: { page } }, { signal }),
  );
}

/** The songs of an artist; `loadMore` is undefined when all are there. */
export function useArtistTracks(artistid: string) {
  const [pageCount, setPageCount] = useState(1);
  // Each page is a query of its own, because changes of a track are patched into lists with `items`.
  const pages = useQueries({
    queries: Array.from({ length: pageCount }, (_none, index) => ({
      queryKey: [...keys.tracks, 'artist', artistid, index + 1],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(contract.artistTracks, { params: { artistid }, query: { page: index + 1 } }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: GC_TIME_MS,
    })),
  });
  const last = pages.at(-1);
  const hasMore = last?.data !== undefined && pageCount * last.data.pagesize < last.data.total;
  return {
    songs: pages.flatMap(({ data }) => data?.items ?? []),
    isLoading: last?.isPending === true,
    hasFailed: last?.isError === true,
    retry: () => void last?.refetch(),
    loadMore: hasMore ? () => setPageCount(pageCount + 1) : undefined,
  };
}
