import { QueryClient } from '@tanstack/react-query';
import { ApiError, onServiceBack } from './request.ts';

const RETRIES = 2;

/** Query cache of one signed-in account. 4xx responses are not retried; what failed in an outage is fetched after it. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failureCount, error) => failureCount < RETRIES && !isRefusal(error),
      },
    },
  });
  onServiceBack(() => void refetchFailed(client));
  return client;
}

/** Fetches once more what is shown as failed. */
export const refetchFailed = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;
