import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { signIn } from '@promenade/contract/access';
import { reportListening, reportPlay } from '@promenade/contract/library';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../monitoring/metrics.ts';
import { Refusal } from './refusal.ts';

// Works on a few requests at once, lets others wait for a moment, and answers 503 with Retry-After to those that waited in
// vain. So accepted requests stay fast, and songs do not queue behind them. It goes by the matched route: an address has
// many spellings.

interface LaneLimits {
  /** Requests that are worked on at once. */
  runningMax: number;
  /** The same while a song has not begun; default: `runningMax`. Started requests share the processor and the database with it. */
  runningBesideSongMax?: number;
  /** Longest wait for one of them to end. */
  queuedMs: number;
  /** A request that takes longer waits for a lock or a client, not for the processor, and no longer counts. */
  slowMs: number;
}

export interface LoadLimits {
  /** Mean delay of the event loop within a sample interval; 0: any. */
  eventLoopDelayMs: number;
  /** Long enough that one slow piece of work is not taken for an overload. */
  sampleIntervalMs: number;
  requests: LaneLimits;
  /** Passwords are hashed one after the other: sign-ins must not take the places of other requests. */
  signIns: LaneLimits;
  /** Reports of listening wait for each other, to be written together. */
  reports: LaneLimits;
}

/**
 * A refusal waits so long, because a client sends its next request on a connection only after the answer to the last. By
 * chance up to twice as long: clients that were refused together do not come back together.
 */
const REFUSAL_DELAY_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;
/** Each measurement of the event loop wakes the process. */
const RESOLUTION_MS = 50;

const LIMITS: LoadLimits = {
  eventLoopDelayMs: 150,
  sampleIntervalMs: 1_000,
  requests: { runningMax: 16, runningBesideSongMax: 4, queuedMs: 250, slowMs: 1_000 },
  signIns: { runningMax: 8, queuedMs: 2_000, slowMs: Number.POSITIVE_INFINITY },
  reports: { runningMax: 64, queuedMs: 250, slowMs: 1_000 },
};
/**
 * Health checks, metrics, and songs that play: they cost little, and songs are limited per account. The page of the web app
 * and its files (`/*`) cost as little: a browser would show the refusal as it is, and ask no second time for a file.
 */
const EXEMPT = /^\/(|\*|metrics|health\/.*|api\/(audio|video)\/.*)$/;
const SONG = /^\/api\/(audio|video)\//;
const SIGN_IN = `/api${signIn.path}`;
const REPORTS = [reportPlay, reportListening].map(({ method, path }) => `${method} /api${path}`);

/** Adds the hook, which comes before those that count requests, and begins to measure the event loop. */
export async function shedLoad(
  app: FastifyInstance,
  limits: Partial<LoadLimits> = {},
  metrics?: Metrics,
): Promise<void> {
  const { eventLoopDelayMs, sampleIntervalMs, requests, signIns, reports } = { ...LIMITS, ...limits };
  const isOverloaded = watchEventLoop(app, eventLoopDelayMs, sampleIntervalMs);
  /** Requests for songs that have not begun to be answered. */
  const songs = new Set<ServerResponse>();
  const isSongStarting = () => {
    for (const song of songs) {
      if (!song.headersSent) return true;
      songs.delete(song);
    }
    return false;
  };
  const enter = createLane(requests, isSongStarting);
  const enterSignIn = createLane(signIns, isSongStarting);
  const enterReport = createLane(reports, isSongStarting);
  const { answer, status } = new Refusal('BUSY');
  const body = JSON.stringify(answer);
  const refusalHeaders = {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'retry-after': String(RETRY_AFTER_SECONDS),
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    // 404 costs as little as a refusal.
    if (route === undefined || EXEMPT.test(route)) {
      if (route !== undefined && SONG.test(route)) {
        songs.add(reply.raw);
        reply.raw.once('close', () => songs.delete(reply.raw));
      }
      return done();
    }
    const refuse = (reason: string) => {
      metrics?.shedRequests.inc({ reason });
      // Past the error handler, which costs as much as an answer.
      reply.hijack();
      const headers = { ...(reply.getHeaders() as OutgoingHttpHeaders), ...refusalHeaders };
      setTimeout(() => reply.raw.writeHead(status, headers).end(body), REFUSAL_DELAY_MS * (1 + Math.random()));
    };
    if (isOverloaded()) return refuse('event loop');
    const isReport = REPORTS.includes(`${request.method} ${route}`);
    const lane = route === SIGN_IN ? enterSignIn : isReport ? enterReport : enter;
    lane(reply.raw, done, () => refuse('waiting'));
  });
}

/** Measures the event loop until the service ends. Returns whether its mean delay was too long in the last interval. */
function watchEventLoop(app: FastifyInstance, delayMs: number, intervalMs: number): () => boolean {
  let isTooLong = false;
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const timer = setInterval(() => {
    isTooLong = delayMs > 0 && histogram.mean / 1e6 - RESOLUTION_MS > delayMs;
    histogram.reset();
  }, intervalMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    histogram.disable();
  });
  return () => isTooLong;
}

type EnterLane = (response: ServerResponse, start: () => void, refuse: () => void) => void;

/** Calls `start` as soon as there is room, else `refuse`; neither when the client has gone meanwhile. */
function createLane(
  { runningMax, runningBesideSongMax = runningMax, queuedMs, slowMs }: LaneLimits,
  isSongStarting: () => boolean,
): EnterLane {
  /** Unanswered requests, with the time at which work on them began. */
  const running = new Map<ServerResponse, number>();
  /** With their start functions, the oldest first. */
  const queue = new Map<ServerResponse, () => void>();

  function hasRoom(): boolean {
    const max = isSongStarting() ? runningBesideSongMax : runningMax;
    if (running.size < max) return true;
    const now = performance.now();
    let count = 0;
    for (const [response, since] of running) {
      // Long answers, such as zips, cost little once they are being sent.
      if (response.headersSent) running.delete(response);
      // A request whose body is still arriving does not use the processor.
      else if (response.req.complete && now - since < slowMs) count += 1;
    }
    return count < max;
  }

  function startQueued(): void {
    for (const [response, start] of queue) {
      if (!hasRoom()) return;
      queue.delete(response);
      running.set(response, performance.now());
      start();
    }
  }

  return (response, start, refuse) => {
    queue.set(response, start);
    startQueued();
    const timer =
      queue.has(response) &&
      setTimeout(() => {
        startQueued();
        if (queue.delete(response)) refuse();
      }, queuedMs);
    response.once('close', () => {
      if (timer) clearTimeout(timer);
      queue.delete(response);
      running.delete(response);
      startQueued();
    });
  };
}
