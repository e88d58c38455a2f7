import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './request.ts';

const RETRIES = 2;

/** Query cache of one signed-in account. 4xx responses are not retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failureCount, error) => failureCount < RETRIES && !isRefusal(error),
      },
    },
  });
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;
