import type { TrackMarkers } from '@promenade/contract/media';
import * as media from '@promenade/contract/media';
import type { Markers } from '@promenade/contract/releaseFields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../platform/api.ts';

const keyOf = (trackid: string) => ['markers', trackid] as const;

/** The moments of a song: found, said by its label, and set by this person. */
export const useMarkers = (trackid: string) =>
  useQuery({
    queryKey: keyOf(trackid),
    queryFn: ({ signal }): Promise<TrackMarkers> => call(media.trackMarkers, { params: { id: trackid } }, { signal }),
    refetchOnMount: 'always',
  });

/** Replaces those of this person. Throws ApiError. */
export function useSaveMarkers(trackid: string) {
  const cache = useQueryClient();
  return useCallback(
    async (own: Markers): Promise<void> => {
      const markers = await call(media.setTrackMarkers, { params: { id: trackid }, body: { own } });
      cache.setQueryData(keyOf(trackid), markers);
    },
    [cache, trackid],
  );
}
