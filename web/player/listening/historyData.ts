import * as library from '@promenade/contract/library';
import { HISTORY_MAX } from '@promenade/contract/limits';
import type { RouteInput } from '@promenade/contract/route';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys, patchTrack } from '../../catalogue/cacheData.ts';
import { changeRelease } from '../../catalogue/countsData.ts';
import { call } from '../../platform/api.ts';

const query = { page: 1, pagesize: HISTORY_MAX };

/** The history of this account from all its devices, refetched whenever the page opens. A list is undefined until loaded. */
export function useServerHistory() {
  // An infinite query, because changes to a release are patched into every cached list of pages.
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

/** A report of one listen. */
export type PlayReport = Required<RouteInput<typeof library.reportPlay>['body']>;

/** Reports what was heard and patches the cache with the response. @throws ApiError */
export type ReportPlay = (report: PlayReport) => Promise<void>;

export function useReportPlay(): ReportPlay {
  const queryClient = useQueryClient();
  return useCallback(
    async (body) => {
      const options = { keepalive: true };
      const { releaseid, trackid, heard, unheardtrackcount } = await call(library.reportPlay, { body }, options);
      patchTrack(queryClient, { releaseid, trackid }, { heard });
      changeRelease(queryClient, releaseid, { unheardtrackcount });
    },
    [queryClient],
  );
}
