import * as operator from '@promenade/contract/operator';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/serve.ts';
import type { World } from '../platform/world.ts';
import { mailPage, sendMail } from './mails.ts';

/** What only operators see: the outbox. */
export function operatorRoutes(app: FastifyInstance, world: World): void {
  serve(app, operator.mails, ({ query }) => mailPage(world.db, query.page));
  serve(app, operator.mailView, ({ params, query, reply }) => sendMail(world, params.mailid, query.part, reply));
}
