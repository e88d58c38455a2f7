import type { Route, RouteAnswer, RouteRequest } from '@promenade/contract/route';
import { createId } from './createId.ts';
import { ApiError, sendRequest } from './request.ts';
import { useSession } from './session.ts';
import { getPendingRenewal, recoverSession } from './sessionRefresh.ts';
import { parseAccessToken } from './tokens.ts';

/** `token` replaces the access token of the current session: sign-out is sent after the session was cleared. */
export interface CallOptions {
  signal?: AbortSignal;
  token?: string;
  /** The request outlives the page. */
  keepalive?: boolean;
  headers?: Record<string, string>;
}

/**
 * Calls a route of the contract. If the server refuses the access token, the session is renewed and the call is sent once
 * more (requirements decision 29).
 * @throws ApiError; AbortError when `signal` aborted the call
 */
export async function call<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  { signal, token, keepalive, headers }: CallOptions = {},
): Promise<RouteAnswer<R>> {
  // The same in both attempts, and when the browser sends one again by itself, as it does when a connection closes.
  const sent = route.once ? { ...headers, 'idempotency-key': createId() } : headers;
  const send = (accessToken: string | null) =>
    sendRequest(route, request, accessToken, { signal, keepalive, headers: sent });
  if (token !== undefined || route.access === 'public') return send(token ?? useSession.getState().accessToken);
  return withSession(send);
}

/** Runs a request of the session; a refused one is repeated after the session was renewed. @throws ApiError; AbortError */
export async function withSession<Value>(send: (accessToken: string | null) => Promise<Value>): Promise<Value> {
  const pending = getPendingRenewal();
  if (pending) await pending;
  const { accessToken } = useSession.getState();
  try {
    return await send(accessToken);
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'UNAUTHENTICATED' || accessToken === null) throw failure;
    const renewal = await recoverSession(accessToken);
    if (renewal instanceof ApiError) throw renewal;
    const renewed = useSession.getState().accessToken;
    // A request of one account is never repeated by another.
    const isSameAccount = parseAccessToken(renewed)?.playerid === parseAccessToken(accessToken)?.playerid;
    if (renewal === 'refused' || !isSameAccount) throw failure;
    return send(renewed);
  }
}
