import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { getLoggedPath } from '../http/errorHandler.ts';
import { truncateAddress } from '../http/rateLimit.ts';
import { DamagedFileRefusal } from '../http/refusal.ts';
import type { Config } from '../process/config.ts';
import type { AnswerStatus } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set only while traces are on. */
    span?: Span;
  }
}

const NO_ROUTE = 'none';

/** Counts, traces and logs requests, as far as that is on; otherwise requests run no code for it. */
export function observeRequests(
  app: FastifyInstance,
  { metrics, tracing, config }: Pick<AppContext, 'metrics' | 'tracing' | 'config'>,
): void {
  if (!metrics && !tracing && !config.accessLog) return;
  app.addHook('onRequest', async (request, reply) => {
    const startedMs = performance.now();
    const { socket } = request.raw;
    const bytesBefore = socket.bytesWritten;
    const span = tracing?.startRequest(request.method, request.headers.traceparent);
    if (span) request.span = span;
    // Unlike onResponse, this also runs when the client disconnects early.
    reply.raw.once('close', () => {
      try {
        observe();
      } catch (reason) {
        // Nothing else would catch it: it would end the process.
        request.log.error({ err: reason }, 'A request could not be observed');
      }
    });
    function observe(): void {
      const seconds = (performance.now() - startedMs) / 1000;
      // What a closed connection had not sent yet is no longer counted.
      const bytes = Math.max(0, socket.bytesWritten - bytesBefore);
      const { url: route = NO_ROUTE } = request.routeOptions;
      const status = reply.raw.headersSent ? reply.raw.statusCode : 'closed';
      metrics?.requests.observe({ route, method: request.method, status }, seconds);
      metrics?.sentBytes.inc({ kind: getKind(route) }, bytes);
      if (span) tracing?.endRequest(span, { method: request.method, route, status, requestid: request.id });
      if (config.accessLog) logRequest(request, config, { route, status, bytes, seconds });
    }
  });
  if (metrics)
    app.addHook('onError', async (_request, _reply, error) => {
      if (error instanceof DamagedFileRefusal) metrics.storageErrors.inc({ operation: 'send' });
    });
}

function getKind(route: string): string {
  if (/\/stream\//.test(route)) return 'stream';
  if (/\/download\//.test(route)) return 'download';
  if (/\/zip\//.test(route)) return 'zip';
  return route.startsWith('/api/') ? 'api' : 'web';
}

function logRequest(
  request: FastifyRequest,
  { logPersonal }: Pick<Config, 'logPersonal'>,
  { route, status, bytes, seconds }: { route: string; status: AnswerStatus; bytes: number; seconds: number },
): void {
  const { log, method, ip } = request;
  const path = getLoggedPath(request);
  const network = logPersonal ? ip : truncateAddress(ip);
  log.info({ method, path, route, status, bytes, ms: Math.round(seconds * 1000), network }, 'Request');
}
