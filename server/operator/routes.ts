import * as operator from '@promenade/contract/operator';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { getMailPage, sendMailView } from './mails.ts';

export function operatorRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, operator.mails, ({ query }) => getMailPage(context.db, query.page));
  serve(app, operator.mailView, ({ params, query, reply }) => sendMailView(context, params.mailid, query.part, reply));
}
