import { events } from '@promenade/contract/events';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/http/serve.ts';
import type { EventHub } from './eventHub.ts';

/** The streams end first, so that a stop does not wait for them. */
export function eventRoutes(app: FastifyInstance, hub: EventHub): void {
  app.addHook('preClose', () => hub.close());
  serve(app, events, ({ caller, request, reply }) => hub.open(caller, request, reply));
}
