import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

const RETRIES = 2;

/** The query cache of one signed-in account: what was refused is not asked again, what failed is, twice. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (times, failure) => times < RETRIES && !isRefusal(failure),
      },
    },
  });
}

const isRefusal = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.status >= 400 && failure.status < 500;
