import { options } from '@promenade/contract/options';
import { useQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';

/** What there is to choose from; changes so seldom that an hour old is new enough. */
export const optionsQuery = {
  queryKey: ['options'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(options, {}, { signal }),
  staleTime: 60 * 60_000,
};

/** The options; undefined while they are on their way, when they did not come, and when nobody needs them. */
export function useOptions(isNeeded = true) {
  const { data, isError } = useQuery({ ...optionsQuery, enabled: isNeeded });
  return { options: data, hasFailed: isError && !data };
}
