import * as library from '@promenade/contract/library';
import { HISTORY_MAX } from '@promenade/contract/limits';
import type { RouteInput } from '@promenade/contract/route';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys, patchTrack } from '../../catalogue/cacheData.ts';
import { changeRelease } from '../../catalogue/countsData.ts';
import { sendWithOpenings } from '../../catalogue/openingData.ts';
import { call } from '../../platform/api.ts';
import { ownPage } from '../../platform/events.ts';

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
export type PlayReport = Required<RouteInput<typeof library.reportListening>['body']['listens'][number]>;

/**
 * Reports what was heard, and the openings that wait, and patches the cache with the answer. Returns of each report the
 * code of its refusal. @throws ApiError
 */
export type ReportListens = (reports: PlayReport[]) => Promise<(string | undefined)[]>;

export function useReportListens(): ReportListens {
  const cache = useQueryClient();
  return useCallback(
    (reports) =>
      sendWithOpenings(async (opened) => {
        const body = { listens: reports, opened };
        const { listens } = await call(library.reportListening, { body }, { keepalive: true, headers: ownPage });
        return listens.map((answer) => {
          if ('code' in answer) return answer.code;
          const { releaseid, trackid, heard, unheardtrackcount } = answer;
          patchTrack(cache, { releaseid, trackid }, { heard });
          changeRelease(cache, releaseid, { unheardtrackcount });
          return undefined;
        });
      }),
    [cache],
  );
}
