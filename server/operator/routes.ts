import * as operator from '@promenade/contract/operator';
import type { FastifyInstance } from 'fastify';
import type { World } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { mailPage, sendMail } from './mails.ts';

/** What only operators see: the outbox. */
export function operatorRoutes(app: FastifyInstance, world: World): void {
  serve(app, operator.mails, ({ query }) => mailPage(world.db, query.page));
  serve(app, operator.mailView, ({ params, query, reply }) => sendMail(world, params.mailid, query.part, reply));
}
