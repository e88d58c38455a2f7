import { events, ServerEvent } from '@promenade/contract/events';
import { EVENT_HEARTBEAT_MS, EVENT_RETRY_MAX_MS, EVENT_RETRY_MS } from '@promenade/contract/limits';
import * as z from 'zod/mini';
import { withSession } from './api.ts';
import { emitServerEvent, type StreamEvent } from './events.ts';
import { getStorage } from './persistedState.ts';
import { buildHeaders, buildUrl, parseError } from './request.ts';
import { useSession } from './session.ts';
import { parseAccessToken } from './tokens.ts';

// One tab of a browser holds the connection and passes each event on to the other tabs of the session: HTTP/1.1 allows
// six connections per host. Tabs of a public computer, and browsers without Web Locks, have one each, while visible.

const NAME = 'promenade-events';
const SharedEvent = z.union([ServerEvent, z.object({ type: z.literal('reconnected') })]);

/** Receives events while somebody is signed in, until `signal` aborts. */
export function watchServerEvents(signal: AbortSignal): void {
  if (signal.aborted) return;
  if (getStorage() === sessionStorage || !('locks' in navigator)) void receive(signal, emitServerEvent, isVisible);
  else {
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }) => emitServerEvent(SharedEvent.parse(data));
    signal.addEventListener('abort', () => channel.close());
    const share = (event: StreamEvent) => {
      emitServerEvent(event);
      if (!signal.aborted) channel.postMessage(event);
    };
    navigator.locks.request(NAME, { signal }, () => receive(signal, share, () => true)).catch(() => {});
  }
}

const isVisible = () => document.visibilityState === 'visible';

const isSignedIn = () => {
  const { accessToken, showLogoutDisclaimerModal } = useSession.getState();
  return accessToken !== null && !showLogoutDisclaimerModal;
};

const getPlayerid = () => parseAccessToken(useSession.getState().accessToken)?.playerid;

/** Connects again and again until `signal` aborts. */
async function receive(
  signal: AbortSignal,
  onEvent: (event: StreamEvent) => void,
  isWanted: () => boolean,
): Promise<void> {
  const canConnect = () => navigator.onLine && isWanted() && isSignedIn();
  let failures = 0;
  let hasConnected = false;
  let openedAt = Number.POSITIVE_INFINITY;
  const onOpen = () => {
    openedAt = performance.now();
    if (hasConnected) {
      onEvent({ type: 'reconnected' });
      onEvent({ type: 'counts-changed' });
    }
    hasConnected = true;
  };
  while (!signal.aborted) {
    if (!canConnect()) {
      await waitForChange(signal);
      continue;
    }
    openedAt = Number.POSITIVE_INFINITY;
    await readStream(signal, { onOpen, onEvent, canConnect });
    // One that ends soon was replaced by that of another device, which this one shall not replace at once.
    if (performance.now() - openedAt > EVENT_HEARTBEAT_MS) failures = 0;
    const delay = Math.min(EVENT_RETRY_MAX_MS, EVENT_RETRY_MS * 2 ** failures);
    failures += 1;
    if (canConnect()) await wait(delay * (0.5 + Math.random() / 2), signal);
  }
}

interface StreamOptions {
  onOpen: () => void;
  onEvent: (event: ServerEvent) => void;
  canConnect: () => boolean;
}

/** Reads one connection until it breaks, is not wanted any more, or is silent for two heartbeats. */
async function readStream(signal: AbortSignal, { onOpen, onEvent, canConnect }: StreamOptions): Promise<void> {
  const end = new AbortController();
  const ended = AbortSignal.any([signal, end.signal]);
  const playerid = getPlayerid();
  const unsubscribe = onConditions(ended, () => {
    if (!canConnect() || getPlayerid() !== playerid) end.abort();
  });
  const restartTimer = () => {
    clearTimeout(timer);
    return setTimeout(() => end.abort(), 2 * EVENT_HEARTBEAT_MS);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  timer = restartTimer();
  try {
    const chunks = await openEventStream(ended);
    onOpen();
    let rest = '';
    for await (const chunk of chunks) {
      timer = restartTimer();
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const event of lines.map(parseEvent)) if (event) onEvent(event);
    }
  } catch {
    // Whatever broke it, `receive` connects again.
  } finally {
    clearTimeout(timer);
    unsubscribe();
    end.abort();
  }
}

/** Calls the listener when the network, the visibility or the session changes. Returns a stop function. */
function onConditions(signal: AbortSignal, listener: () => void): () => void {
  window.addEventListener('online', listener, { signal });
  window.addEventListener('offline', listener, { signal });
  document.addEventListener('visibilitychange', listener, { signal });
  return useSession.subscribe(listener);
}

/** Undefined for comments, empty lines and event types of later versions. */
function parseEvent(line: string): ServerEvent | undefined {
  if (!line.startsWith('data: ')) return undefined;
  return ServerEvent.safeParse(JSON.parse(line.slice(6))).data;
}

/** Resolves after this time, or as soon as the signal aborts. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function waitForChange(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const finish = () => {
      done.abort();
      unsubscribe();
      resolve();
    };
    const unsubscribe = onConditions(done.signal, finish);
    signal.addEventListener('abort', finish, { signal: done.signal });
  });
}

/** Opens the event stream: its text in pieces, until `signal` aborts it. @throws ApiError; AbortError */
function openEventStream(signal: AbortSignal): Promise<AsyncIterable<string>> {
  return withSession(async (accessToken) => {
    const headers = { ...buildHeaders({}, accessToken), accept: 'text/event-stream' };
    const response = await fetch(buildUrl(events, {}), { headers, signal });
    if (!response.ok || !response.body) throw await parseError(response);
    return readText(response.body);
  });
}

async function* readText(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
    yield decoder.decode(chunk.value, { stream: true });
}
