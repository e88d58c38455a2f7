import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import type { Metrics } from './metrics.ts';

/** `/metrics` for Prometheus; with a token only for requests that carry it. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', async ({ headers }, reply) => {
    if (token !== undefined && !isEqual(headers.authorization ?? '', `Bearer ${token}`))
      throw new Refusal('UNAUTHENTICATED');
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.format());
  });
}

/** Compares in a time that tells nothing about the expected text, not even its length. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
