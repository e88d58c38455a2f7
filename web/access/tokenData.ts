import type { RouteRequest } from '@promenade/contract/route';
import * as tokens from '@promenade/contract/tokens';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';

const queryKey = ['api-tokens'];

/** The newest personal access tokens of the account. */
export const useApiTokens = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => call(tokens.apiTokens, { query: {} }, { signal }) });

/** Gives the token, which is shown once. */
export function useCreateApiToken() {
  const cache = useQueryClient();
  return async (body: RouteRequest<typeof tokens.createApiToken>['body']) => {
    const created = await call(tokens.createApiToken, { body });
    await cache.invalidateQueries({ queryKey });
    return created;
  };
}

export function useRevokeApiToken() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (tokenid: string) => call(tokens.revokeApiToken, { params: { tokenid } }),
    onSettled: () => cache.invalidateQueries({ queryKey }),
  });
}
