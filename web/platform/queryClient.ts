import { QueryClient, type QueryFilters, replaceEqualDeep } from '@tanstack/react-query';
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

/**
 * Changes what these queries have cached. Unlike `setQueriesData`, which takes the change for a new answer of the server,
 * it lets one that was invalidated be fetched when it is shown next.
 */
export function patchQueries<Data>(client: QueryClient, filters: QueryFilters, patch: (data: Data) => Data): void {
  for (const query of client.getQueryCache().findAll(filters)) {
    const before = query.state.data as Data | undefined;
    const after = before && replaceEqualDeep(before, patch(before));
    if (after !== before) query.setState({ data: after });
  }
}

/** Fetches once more what is shown as failed. */
export const refetchFailed = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;
