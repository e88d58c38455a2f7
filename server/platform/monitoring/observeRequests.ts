import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { coarsenNetwork, getNetwork } from '../http/rateLimit.ts';
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
/** Longest path in the access log, in characters. */
const PATH_MAX = 1_000;

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
      const seconds = (performance.now() - startedMs) / 1000;
      const bytes = socket.bytesWritten - bytesBefore;
      const { url: route = NO_ROUTE } = request.routeOptions;
      const status = reply.raw.headersSent ? reply.raw.statusCode : 'closed';
      metrics?.requests.observe({ route, method: request.method, status }, seconds);
      metrics?.sentBytes.inc({ kind: getKind(route) }, bytes);
      if (span) tracing?.endRequest(span, { method: request.method, route, status, requestid: request.id });
      if (config.accessLog) logRequest(request, config, { route, status, bytes, seconds });
    });
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

/** Without the query, which may have a token; the log removes tokens and addresses of mail from the path. */
function logRequest(
  { log, method, url, ip }: FastifyRequest,
  { logPersonal }: Pick<Config, 'logPersonal'>,
  { route, status, bytes, seconds }: { route: string; status: AnswerStatus; bytes: number; seconds: number },
): void {
  const path = url.split('?', 1)[0]?.slice(0, PATH_MAX);
  const network = logPersonal ? ip : coarsenNetwork(getNetwork(ip));
  log.info({ method, path, route, status, bytes, ms: Math.round(seconds * 1000), network }, 'Request');
}
