import * as reports from '@promenade/contract/reports';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { formatSeenCsv, listSeen, seenHeaders } from './seen.ts';

/** What labels see of the calling account: as a list and as CSV. */
export function reportRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, reports.seen, ({ caller, query, read }) => read((db) => listSeen(db, context, caller, query)));
  serve(app, reports.seenTable, async ({ caller, read, reply }) => {
    const csv = await read((db) => formatSeenCsv(db, context, caller));
    reply.type('text/csv; charset=utf-8').headers(seenHeaders).send(csv);
  });
}
