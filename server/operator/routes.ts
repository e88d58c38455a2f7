import * as operator from '@promenade/contract/operator';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { mailPage, sendMail } from './mails.ts';

/** What only operators see: the outbox. */
export function operatorRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, operator.mails, ({ query }) => mailPage(context.db, query.page));
  serve(app, operator.mailView, ({ params, query, reply }) => sendMail(context, params.mailid, query.part, reply));
}
