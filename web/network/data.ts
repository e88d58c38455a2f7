import * as network from '@promenade/contract/network';
import type { RouteAnswer, RouteRequest } from '@promenade/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallOptions, call } from '../platform/api.ts';
import { getRefusalText } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';

type Connection = network.Connection;

/** The connections of the account, sorted by name. */
export const connectionsQuery = {
  queryKey: ['connections'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(network.connections, {}, { signal })).data.connections,
};
const { queryKey } = connectionsQuery;

/** `connections` is undefined while they load and after a failure. */
export function useConnections() {
  const { data, isError, refetch } = useQuery(connectionsQuery);
  return { connections: data, hasFailed: isError && !data, retry: () => void refetch() };
}

/** The wire has two names for the same id (requirement A-NETWORK-06). */
export const getConnectionId = ({ player_id, connected_player_id }: Connection): string =>
  player_id || connected_player_id;

/** Removes a connection optimistically. A failure is undone, logged and returned as text: the server's or `fallback`. */
export function useDeleteConnection(fallback: string) {
  const cache = useQueryClient();
  const getText = (failure: unknown) => getRefusalText(failure) ?? fallback;
  const { mutate, error } = useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call(network.deleteConnection, { body: { connected_player_id: id } }),
    onMutate: async (id) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<Connection[]>(queryKey);
      cache.setQueryData<Connection[]>(queryKey, (cached) =>
        cached?.filter((connection) => getConnectionId(connection) !== id),
      );
      return before;
    },
    onError: (failure, _id, before) => {
      cache.setQueryData(queryKey, before);
      logError(getText(failure), failure);
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  });
  return { remove: mutate, failure: error ? getText(error) : undefined };
}

/** The invitations that were mailed, and the addresses that were skipped. */
export type SentInvitations = RouteAnswer<typeof network.invite>['data'];

export const sendInvitations = async (invitations: network.Invitee[]): Promise<SentInvitations> =>
  (await call(network.invite, { body: { invitations } })).data;

export const shareRelease = (body: RouteRequest<typeof network.shareRelease>['body']) =>
  call(network.shareRelease, { body });

export const sendContactOpened = (releaseid: string) => call(network.commentClick, { params: { releaseid } });

export const sendContactRequest = (releaseid: string, body: RouteRequest<typeof network.comment>['body']) =>
  call(network.comment, { params: { releaseid }, body });

export const acceptInvitation = (invitation_token: string, options: CallOptions) =>
  call(network.acceptInvitation, { body: { invitation_token } }, options);

/** Connects the account with those who accepted an invitation; returns the ones not announced yet. */
export const connectAccepted = async (options: CallOptions): Promise<Connection[]> =>
  (await call(network.connect, {}, options)).data.connected;
