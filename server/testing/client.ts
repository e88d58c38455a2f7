import { randomUUID } from 'node:crypto';
import { type ErrorAnswer, type ErrorCode, errors } from '@promenade/contract/errors';
import type { Route, RouteAnswer, RouteRequest } from '@promenade/contract/route';

export interface ClientResponse<R extends Route> {
  status: number;
  headers: Headers;
  body: RouteAnswer<R>;
  refusal: ErrorAnswer['error'] | undefined;
}

export type Call = <R extends Route>(
  route: R,
  input?: RouteRequest<R>,
  headers?: Record<string, string>,
) => Promise<ClientResponse<R>>;

/** A typed API client. */
export function createClient(url: string, token?: string): Call {
  return async (route, input, headers = {}) => {
    const {
      params = {},
      query = {},
      body,
    } = (input ?? {}) as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
    const path = route.path.replace(/:([a-z]+)/gi, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const response = await fetch(`${url}/api${path}?${search.toString()}`, {
      method: route.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        // As the web app does.
        ...(route.once && { 'idempotency-key': randomUUID() }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    // The server validates its answers in tests, so the client need not.
    const parsed = (isJson ? JSON.parse(text) : undefined) as ClientResponse<typeof route>['body'] &
      Partial<ErrorAnswer>;
    return { status: response.status, headers: response.headers, body: parsed, refusal: parsed?.error };
  };
}

/** The expected response of a refusal, for `toMatchObject`. */
export const refused = (code: ErrorCode) => ({ status: errors[code][0], refusal: { code } });
