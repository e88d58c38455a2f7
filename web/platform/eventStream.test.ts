import { refresh } from '@promenade/contract/access';
import { events, type ServerEvent } from '@promenade/contract/events';
import { EVENT_HEARTBEAT_MS, EVENT_RETRY_MAX_MS } from '@promenade/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createAccessToken } from '../testing/tokens.ts';
import { watchServerEvents } from './eventStream.ts';
import { onServerEvent, type StreamEvent } from './events.ts';
import { endSession, startSession } from './session.ts';

const RELEASE = '11111111-1111-4111-8111-111111111111';
const withdrawn: ServerEvent = { type: 'release-withdrawn', releaseid: RELEASE };
const stops: (() => void)[] = [];
let server: FakeServer;
/** The streams that the server holds open, oldest first. */
let streams: { send(text: string): void; end(): void; signal: AbortSignal | null }[];
let received: StreamEvent[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  server = fakeServer();
  streams = [];
  received = [];
  server.respondWith(events, (signal) => {
    return new Response(
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          signal?.addEventListener('abort', () => controller.error(signal.reason));
          streams.push({
            send: (text) => controller.enqueue(new TextEncoder().encode(text)),
            end: () => controller.close(),
            signal,
          });
        },
      }),
    );
  });
  startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false);
  for (const type of ['session-ended', 'release-withdrawn', 'counts-changed', 'reconnected'] as const)
    stops.push(onServerEvent(type, (event) => received.push(event)));
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  endSession();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Returns a function that closes the stream, as closing the tab does. */
function open(): () => void {
  const abort = new AbortController();
  watchServerEvents(abort.signal);
  stops.push(() => abort.abort());
  return () => abort.abort();
}
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const line = (event: ServerEvent) => `data: ${JSON.stringify(event)}\n\n`;

test('events reach the listeners of their type, also when they arrive in pieces', async () => {
  open();
  await pass();
  const [first, second] = [line(withdrawn).slice(0, 20), line(withdrawn).slice(20)];
  streams[0]?.send(`:\n\n${first}`);
  streams[0]?.send(`${second}data: {"type":"from-a-later-version"}\n\n`);
  streams[0]?.send(line({ type: 'session-ended' }));
  await pass();
  expect(received).toEqual([withdrawn, { type: 'session-ended' }]);
  expect(server.calls[0]?.headers).toMatchObject({ authorization: `Bearer ${createAccessToken(1800)}` });
});

test('a broken stream is opened again, ever later, and what may have been missed is fetched', async () => {
  open();
  await pass();
  streams[0]?.end();
  await pass(1_000);
  expect(streams).toHaveLength(2);
  expect(received).toEqual([{ type: 'reconnected' }, { type: 'counts-changed' }]);
  server.disconnect(events);
  streams[1]?.end();
  await pass(5 * EVENT_RETRY_MAX_MS);
  const early = server.calls.length;
  await pass(EVENT_RETRY_MAX_MS);
  expect(server.calls.length - early).toBeLessThanOrEqual(2);
  expect(server.calls.length - early).toBeGreaterThanOrEqual(1);
});

test('a stream that is silent for two heartbeats is opened again', async () => {
  open();
  await pass();
  streams[0]?.send(':\n\n');
  await pass(EVENT_HEARTBEAT_MS);
  streams[0]?.send(':\n\n');
  await pass(2 * EVENT_HEARTBEAT_MS - 1);
  expect(streams).toHaveLength(1);
  await pass(2_000);
  expect(streams).toHaveLength(2);
  expect(streams[0]?.signal?.aborted).toBe(true);
});

test('nothing is opened offline or signed out; both continue by themselves', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  open();
  await pass(EVENT_RETRY_MAX_MS);
  expect(streams).toHaveLength(0);
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await pass();
  expect(streams).toHaveLength(1);
  endSession();
  await pass(EVENT_RETRY_MAX_MS);
  expect(streams).toHaveLength(1);
  expect(streams[0]?.signal?.aborted).toBe(true);
  startSession({ 'access-token': createAccessToken(1700), 'refresh-token': 'r' }, false);
  await pass();
  expect(streams).toHaveLength(2);
});

test('another account that signs in has a stream of its own', async () => {
  open();
  await pass();
  startSession({ 'access-token': createAccessToken(1800, { playerid: 'other' }), 'refresh-token': 'r' }, false);
  await pass(1_000);
  expect(streams).toHaveLength(2);
  expect(streams[0]?.signal?.aborted).toBe(true);
});

test('a refused access token is renewed before the stream is opened again', async () => {
  const renewed = createAccessToken(1799);
  const connect = vi.fn<() => void>();
  server.respondWith(events, (_signal, { headers }) => {
    connect();
    const isRenewed = headers['authorization'] === `Bearer ${renewed}`;
    const error = { code: 'UNAUTHENTICATED', message: 'You must log in to continue' };
    return isRenewed ? new Response(line(withdrawn)) : Response.json({ error }, { status: 401 });
  });
  server.answer(refresh, { 'access-token': renewed, 'refresh-token': 'r2' });
  open();
  await pass(100);
  expect(connect).toHaveBeenCalledTimes(2);
  expect(received[0]).toEqual(withdrawn);
});

test('two tabs share one connection, and the second takes over when the first is closed', async () => {
  const queue: (() => void)[] = [];
  let isHeld = false;
  const request = async (_name: string, _options: object, run: () => Promise<void>) => {
    if (isHeld) await new Promise<void>((resolve) => queue.push(resolve));
    isHeld = true;
    await run();
    isHeld = false;
    queue.shift()?.();
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  stops.push(() => void Reflect.deleteProperty(navigator, 'locks'));
  const closeFirst = open();
  open();
  await pass();
  expect(streams).toHaveLength(1);
  closeFirst();
  await pass(1_000);
  expect(streams).toHaveLength(2);
  streams[1]?.send(line(withdrawn));
  await pass();
  expect(received).toContainEqual(withdrawn);
});
