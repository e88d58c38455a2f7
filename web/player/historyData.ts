import * as library from '@promenade/contract/library';
import { HISTORY_MAX } from '@promenade/contract/limits';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../platform/api.ts';
import { keys, patchRelease, patchTrack } from '../releases/listData.ts';

const query = { page: 1, pagesize: HISTORY_MAX };

/** What this account played on any computer, asked anew each time the page is opened; undefined until both lists are here. */
export function usePlays() {
  // As pages, which marks change in all lists.
  const releases = useInfiniteQuery({
    queryKey: keys.list('history', {}),
    queryFn: ({ signal }) => call(library.playedReleases, { query }, { signal }),
    initialPageParam: 1,
    getNextPageParam: () => undefined,
    refetchOnMount: 'always',
  });
  const songs = useQuery({
    queryKey: [...keys.tracks, 'history'],
    queryFn: ({ signal }) => call(library.plays, { query }, { signal }),
    refetchOnMount: 'always',
  });
  const [page] = releases.data?.pages ?? [];
  return {
    releases: page?.items,
    songs: songs.data?.items,
    isError: releases.isError || songs.isError,
    retry: () => void Promise.all([releases.refetch(), songs.refetch()]),
  };
}

/** Tells how many seconds of a track were heard; what that makes of it is shown everywhere. @throws ApiError */
export type ReportPlay = (trackid: string, seconds: number) => Promise<void>;

/** The same function as long as the cache is the same. */
export function useReportPlay(): ReportPlay {
  const cache = useQueryClient();
  return useCallback(
    async (trackid, seconds) => {
      const { releaseid, heard, unheardtrackcount } = await call(library.reportPlay, { body: { trackid, seconds } });
      patchTrack(cache, { releaseid, trackid }, { heard });
      patchRelease(cache, releaseid, { unheardtrackcount });
    },
    [cache],
  );
}
