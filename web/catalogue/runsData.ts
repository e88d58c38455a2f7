import type { RunDetail } from '@promenade/contract/desk';
import * as desk from '@promenade/contract/desk';
import type { RouteRequest } from '@promenade/contract/route';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { call } from '../platform/api.ts';
import { onServerEvent } from '../platform/events.ts';
import { ApiError } from '../platform/request.ts';

/** The list that a run is made of. */
export type RunSource = RouteRequest<typeof desk.startRun>['body']['source'];

const keys = { runs: ['runs'] as const };

/** The open runs, the last used first; none until loaded. */
export function useOpenRuns() {
  const cache = useQueryClient();
  const { data } = useQuery({
    queryKey: keys.runs,
    queryFn: ({ signal }) => call(desk.runs, {}, { signal }),
    refetchOnMount: 'always',
  });
  useEffect(() => onServerEvent('run-changed', () => void cache.invalidateQueries({ queryKey: keys.runs })), [cache]);
  return data?.items.filter(({ finishedat }) => finishedat === null) ?? [];
}

/** Throws ApiError. */
export const startRun = (source: RunSource, anew = false): Promise<RunDetail> =>
  call(desk.startRun, { body: { source, anew } });

/** The id of the open run over the same list that refused a start. */
export const getOpenRunid = (failure: unknown): string | undefined =>
  failure instanceof ApiError && failure.code === 'RUN_OPEN' ? failure.fields.runid : undefined;

/** Deletes a run; what was decided stays. Throws ApiError. */
export function useDeleteRun(): (runid: string) => Promise<void> {
  const cache = useQueryClient();
  return useCallback(
    async (runid) => {
      await call(desk.deleteRun, { params: { runid } });
      await cache.invalidateQueries({ queryKey: keys.runs });
    },
    [cache],
  );
}
