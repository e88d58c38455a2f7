import * as network from '@promenade/contract/network';
import type { Ask } from '@promenade/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type How } from '../platform/api.ts';
import { refusalText } from '../platform/errorText.ts';
import { logged } from '../platform/logged.ts';

type Connection = network.Connection;

/** Everybody this account is connected with, by name. */
export const connectionsQuery = {
  queryKey: ['connections'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(network.connections, {}, { signal })).data.connections,
};
const { queryKey } = connectionsQuery;

/** The connections; undefined while they are on their way, and when they did not come. */
export function useConnections() {
  const { data, isError, refetch } = useQuery(connectionsQuery);
  return { connections: data, hasFailed: isError && !data, retry: () => void refetch() };
}

/** Both names of the id say the same (A-NETWORK-06). */
export const idOf = ({ player_id, connected_player_id }: Connection): string => player_id || connected_player_id;

/**
 * Ends a connection: gone at once, then the list is read again. A failure takes it back, is logged and kept as `failure`:
 * the server's words, else `fallback`.
 */
export function useDeleteConnection(fallback: string) {
  const cache = useQueryClient();
  const wordsOf = (failure: unknown) => refusalText(failure) ?? fallback;
  const { mutate, error } = useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call(network.deleteConnection, { body: { connected_player_id: id } }),
    onMutate: async (id) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<Connection[]>(queryKey);
      cache.setQueryData<Connection[]>(queryKey, (shown) => shown?.filter((one) => idOf(one) !== id));
      return before;
    },
    onError: (failure, _id, before) => {
      cache.setQueryData(queryKey, before);
      logged(wordsOf(failure), failure);
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  });
  return { remove: mutate, failure: error ? wordsOf(error) : undefined };
}

/** Mails the invitations. @throws ApiError VALIDATION, TOO_MANY_REQUESTS */
export const sendInvitations = (invitations: network.Invitee[]) => call(network.invite, { body: { invitations } });

/** Passes a release on. @throws ApiError SHARING_NOT_ALLOWED, NOT_CONNECTED … */
export const shareRelease = (body: Ask<typeof network.shareRelease>['body']) => call(network.shareRelease, { body });

/** Tells that the contact form of a release was opened. */
export const noteContact = (releaseid: string) => call(network.commentClick, { params: { releaseid } });

/** Sends a contact request to the label of a release. @throws ApiError COMMENTING_NOT_ALLOWED, VALIDATION … */
export const sendContact = (releaseid: string, body: Ask<typeof network.comment>['body']) =>
  call(network.comment, { params: { releaseid }, body });

/** Accepts an invitation. @throws ApiError INVITATION_ACCEPTED, INVITATION_NOT_YOURS, INVALID_TOKEN, TOKEN_EXPIRED */
export const acceptInvitation = (invitation_token: string, how: How) =>
  call(network.acceptInvitation, { body: { invitation_token } }, how);

/** Joins everybody whose invitation was accepted; answers those this account was not told of yet. */
export const connect = async (how: How): Promise<Connection[]> => (await call(network.connect, {}, how)).data.connected;
