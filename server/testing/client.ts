import { type ErrorAnswer, type ErrorCode, errors } from '@promenade/contract/errors';
import type { Answer, Ask, Route } from '@promenade/contract/route';

/** What came back: `body` is the answer of the contract, or its refusal. */
export interface Answered<R extends Route> {
  status: number;
  headers: Headers;
  body: Answer<R>;
  refusal: ErrorAnswer['error'] | undefined;
}

export type Call = <R extends Route>(route: R, ask?: Ask<R>, headers?: Record<string, string>) => Promise<Answered<R>>;

/** A caller of the running server in the types of the contract. */
export function client(url: string, token?: string): Call {
  return async (route, ask, headers = {}) => {
    const {
      params = {},
      query = {},
      body,
    } = (ask ?? {}) as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
    const path = route.path.replace(/:([a-z]+)/gi, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const response = await fetch(`${url}/api${path}?${search.toString()}`, {
      method: route.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    // The server's own schemas check what it answers here; the client takes them at their word.
    const parsed = (isJson ? JSON.parse(text) : undefined) as Answered<typeof route>['body'] & Partial<ErrorAnswer>;
    return { status: response.status, headers: response.headers, body: parsed, refusal: parsed?.error };
  };
}

/** The status and code a refusal must have, for `toMatchObject`. */
export const refused = (code: ErrorCode) => ({ status: errors[code][0], refusal: { code } });
