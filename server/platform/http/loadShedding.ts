import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../monitoring/metrics.ts';
import { Refusal } from './refusal.ts';
import { getRequestId, REQUEST_ID_HEADER } from './requestId.ts';

/*
 * Answers 503 with Retry-After before the process drowns, so that accepted requests stay fast. It answers before Fastify:
 * a refusal that costs as much as an answer would not help.
 */

export interface LoadLimits {
  /** Mean delay of the event loop within a sample interval; 0: any. */
  eventLoopDelayMs: number;
  /** Long enough that one slow piece of work is not taken for an overload. */
  sampleIntervalMs: number;
  /** It is an overload when so many complete requests wait for an answer and the oldest has waited so long: a short burst is none. */
  waitingMax: number;
  waitedMs: number;
}

/** A refusal waits so long, because a client sends its next request on a connection only after the answer to the last. */
const REFUSAL_DELAY_MS = 1_000;

const LIMITS: LoadLimits = { eventLoopDelayMs: 150, sampleIntervalMs: 1_000, waitingMax: 64, waitedMs: 100 };
/** Health checks, metrics, and songs that play: they cost little, and songs are limited per account. */
const EXEMPT = /^\/(metrics$|(health|api\/+(player\/v2\/+)?(audio|video))\/)/;

export interface LoadShedding {
  /** Answers a request itself, or hands it on. */
  handle(next: RequestListener): RequestListener;
  /** Begins to measure the event loop. */
  watch(app: FastifyInstance): Promise<void>;
}

export function createLoadShedding(
  securityHeaders: Record<string, string>,
  limits: Partial<LoadLimits> = {},
  metrics?: Metrics,
): LoadShedding {
  const { eventLoopDelayMs, sampleIntervalMs, waitingMax, waitedMs } = { ...LIMITS, ...limits };
  /** Since when, the oldest first. */
  const responses = new Map<ServerResponse, number>();
  let isLoopLate = () => false;
  const { answer, retryAfterSeconds = 0, status } = new Refusal('BUSY', undefined, 2);
  const body = JSON.stringify(answer);
  const headers = Object.entries({
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'retry-after': String(retryAfterSeconds),
  }).flat();

  function isFull(now: number): boolean {
    if (responses.size < waitingMax) return false;
    let waiting = 0;
    for (const [response, since] of responses) {
      // Long answers, such as zips, no longer wait once they are being sent.
      if (response.headersSent) responses.delete(response);
      // A body that arrives slowly costs nothing.
      else if (!response.req.complete) continue;
      else if (waiting === 0 && now - since < waitedMs) return false;
      else waiting += 1;
    }
    return waiting >= waitingMax;
  }

  return {
    handle: (next) => (request: IncomingMessage, response) => {
      if (EXEMPT.test(request.url ?? '')) return next(request, response);
      const now = performance.now();
      const reason = isLoopLate() ? 'event loop' : isFull(now) ? 'waiting' : undefined;
      if (reason) {
        metrics?.shedRequests.inc({ reason });
        const allHeaders = [...headers, REQUEST_ID_HEADER, getRequestId(request)];
        return void setTimeout(() => response.writeHead(status, allHeaders).end(body), REFUSAL_DELAY_MS);
      }
      responses.set(response, now);
      response.once('close', () => responses.delete(response));
      next(request, response);
    },
    async watch(app) {
      // The handler lets everything pass: `handle` refuses.
      const pressureHandler = () => undefined;
      await app.register(underPressure, {
        maxEventLoopDelay: eventLoopDelayMs,
        sampleInterval: sampleIntervalMs,
        pressureHandler,
      });
      isLoopLate = () => app.isUnderPressure();
    },
  };
}
