import type { Pickup } from '@promenade/contract/desk';
import * as contract from '@promenade/contract/desk';
import type { AudioFormat } from '@promenade/contract/fields';
import type { RouteRequest } from '@promenade/contract/route';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../platform/api.ts';
import type { ListSource } from './namingData.ts';

type PickupSource = RouteRequest<typeof contract.previewPickup>['body']['source'];

const key = ['pickup'] as const;

const toSource = (source: ListSource): PickupSource =>
  source.kind === 'releases' ? { ...source, releaseids: [...source.releaseids] } : source;

/** What a pick-up of a list would have, and who picked up what of it. */
export const usePickupPreview = (source: ListSource, format: AudioFormat) =>
  useQuery({
    queryKey: [...key, source, format],
    queryFn: ({ signal }) => call(contract.previewPickup, { body: { source: toSource(source), format } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** Names the files of a pick-up. Throws ApiError. */
export function useStartPickup() {
  const cache = useQueryClient();
  return useCallback(
    async (source: ListSource, isnew: boolean): Promise<Pickup> => {
      const pickup = await call(contract.startPickup, { body: { source: toSource(source), isnew } });
      await cache.invalidateQueries({ queryKey: key, refetchType: 'none' });
      return pickup;
    },
    [cache],
  );
}
