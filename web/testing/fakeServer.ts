import { type ErrorCode, errors } from '@promenade/contract/errors';
import type { Route, RouteAnswer } from '@promenade/contract/route';
import { afterEach, vi } from 'vitest';

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Replaces `fetch`; its answers are typed by the contract. */
export interface FakeServer {
  answer<R extends Route>(route: R, answer: RouteAnswer<R>): void;
  refuse(route: Route, code: ErrorCode): void;
  /** Answers with a status and a body outside the contract. */
  fail(route: Route, status: number, body?: string): void;
  respondWith(route: Route, handler: Handler): void;
  /** Fails with a network error. */
  disconnect(route: Route): void;
  /** Never sends the response, or never its body, until the caller aborts. */
  stall(route: Route, sent: 'nothing' | 'head'): void;
  calls: Call[];
}

type Handler = (signal: AbortSignal | null, call: Call) => Response | Promise<Response>;

/** Replaces `fetch` until the end of the test. Routes without an answer give 404; texts are a list with English only. */
export function fakeServer(): FakeServer {
  const handlers = new Map<string, Handler>();
  const calls: Call[] = [];
  const respondWith = (route: Route, handler: Handler) =>
    void handlers.set(`${route.method} ${createPathPattern(route.path)}`, handler);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (!path.startsWith('/api/')) return Response.json({ lang: [{ code: 'en', name: 'English' }] });
    const { method = 'GET', body, signal = null } = init;
    const call: Call = {
      method,
      path,
      headers: { ...(init.headers as Record<string, string>) },
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    calls.push(call);
    const target = `${method} ${path.split('?')[0]}`;
    const key = [...handlers.keys()].find((pattern) => new RegExp(`^${pattern}$`).test(target));
    return (key && handlers.get(key)?.(signal, call)) || createRefusal('NOT_FOUND');
  });
  return {
    calls,
    answer: (route, answer) =>
      respondWith(route, () => {
        const { status = answer === undefined ? 204 : 200 } = route;
        return answer === undefined ? new Response(null, { status }) : Response.json(answer, { status });
      }),
    refuse: (route, code) => respondWith(route, () => createRefusal(code)),
    fail: (route, status, body = '') => respondWith(route, () => new Response(body, { status })),
    respondWith,
    disconnect: (route) =>
      respondWith(route, () => {
        throw new TypeError('Failed to fetch');
      }),
    stall: (route, sent) =>
      respondWith(route, (signal) => (sent === 'head' ? createEndlessResponse(signal) : waitForAbort(signal))),
  };
}

afterEach(() => vi.unstubAllGlobals());

/** Delays all calls of a method until `unblock` is called. */
export function blockRequests(method: Call['method']): { unblock: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch: original } = globalThis;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method === method) await promise;
    return original(path, init);
  });
  return { unblock: resolve };
}

const createPathPattern = (path: string) => `/api${path.replaceAll(/:\w+/g, '[^/]+')}`;

async function waitForAbort(signal: AbortSignal | null): Promise<Response> {
  await new Promise((resolve) => signal?.addEventListener('abort', resolve));
  signal?.throwIfAborted();
  return Response.error();
}

function createEndlessResponse(signal: AbortSignal | null): Response {
  const start = (body: ReadableStreamDefaultController) =>
    void waitForAbort(signal).catch((reason) => body.error(reason));
  return new Response(new ReadableStream({ start }));
}

function createRefusal(code: ErrorCode): Response {
  const [status, message] = errors[code];
  return Response.json({ error: { code, message } }, { status });
}
