import * as operator from '@promenade/contract/operator';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { getMailPage, sendMailView } from './mails.ts';

export function operatorRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, operator.mails, ({ caller, query }) => getMailPage(context, caller, query.page));
  serve(app, operator.mailView, ({ caller, params, query, reply }) =>
    sendMailView(context, caller, { ...params, ...query }, reply),
  );
}
