import { type ErrorCode, errors } from '@promenade/contract/errors';
import type { Route, RouteAnswer } from '@promenade/contract/route';
import { afterEach, vi } from 'vitest';

/** One call as it went out. */
export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A server in the place of `fetch`; what it says is typed by the contract. */
export interface FakeServer {
  answer<R extends Route>(route: R, answer: RouteAnswer<R>): void;
  refuse(route: Route, code: ErrorCode): void;
  /** A status with a body that is not the contract's. */
  fail(route: Route, status: number, body?: string): void;
  /** An answer of the test's own making: bytes, parts of them, a line that breaks. */
  serve(route: Route, say: Say): void;
  /** No answer at all. */
  silence(route: Route): void;
  /** Keeps the caller waiting, for the whole answer or for the rest of it, until the caller gives up. */
  stall(route: Route, begun: 'nothing' | 'head'): void;
  calls: Call[];
}

type Say = (signal: AbortSignal | null, asked: Call) => Response | Promise<Response>;

/**
 * Takes the place of the network until the test is over: of the list of languages, and of the API. What was not told
 * is answered with 404.
 */
export function fakeServer(): FakeServer {
  const said = new Map<string, Say>();
  const calls: Call[] = [];
  const on = (route: Route, say: Say) => said.set(`${route.method} ${shape(route.path)}`, say);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (!path.startsWith('/api/')) return Response.json({ lang: [{ code: 'en', name: 'English' }] });
    const { method = 'GET', body, signal = null } = init;
    const asked: Call = {
      method,
      path,
      headers: { ...(init.headers as Record<string, string>) },
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    calls.push(asked);
    const key = [...said.keys()].find((one) => new RegExp(`^${one}$`).test(`${method} ${path.split('?')[0]}`));
    return (key && said.get(key)?.(signal, asked)) || refusal('NOT_FOUND');
  });
  return {
    calls,
    answer: (route, answer) =>
      on(route, () => {
        const { status = answer === undefined ? 204 : 200 } = route;
        return answer === undefined ? new Response(null, { status }) : Response.json(answer, { status });
      }),
    refuse: (route, code) => on(route, () => refusal(code)),
    fail: (route, status, body = '') => on(route, () => new Response(body, { status })),
    serve: on,
    silence: (route) =>
      on(route, () => {
        throw new TypeError('Failed to fetch');
      }),
    stall: (route, begun) => on(route, (signal) => (begun === 'head' ? endless(signal) : givenUp(signal))),
  };
}

afterEach(() => vi.unstubAllGlobals());

/** Calls of this method go no further until they are let go. */
export function held(method: Call['method']): { letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch: instead } = globalThis;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method === method) await promise;
    return instead(path, init);
  });
  return { letGo: resolve };
}

const shape = (path: string) => `/api${path.replaceAll(/:\w+/g, '[^/]+')}`;

async function givenUp(signal: AbortSignal | null): Promise<Response> {
  await new Promise((told) => signal?.addEventListener('abort', told));
  signal?.throwIfAborted();
  return Response.error();
}

function endless(signal: AbortSignal | null): Response {
  const start = (body: ReadableStreamDefaultController) => void givenUp(signal).catch((reason) => body.error(reason));
  return new Response(new ReadableStream({ start }));
}

function refusal(code: ErrorCode): Response {
  const [status, message] = errors[code];
  return Response.json({ error: { code, message } }, { status });
}
