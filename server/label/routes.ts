import * as label from '@promenade/contract/label';
import type { FastifyInstance } from 'fastify';
import { listStaffLabels } from '../access/staffQueries.ts';
import { listStaffReleases } from '../catalogue/staffReleaseQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { readApart } from '../platform/database/db.ts';
import { jsonPage, serve } from '../platform/http/serve.ts';

/** The console of labels. */
export function labelRoutes(app: FastifyInstance, { now }: AppContext): void {
  serve(app, label.staffLabels, async ({ caller, query, read }) => ({
    ...(await read((db) => listStaffLabels(db, caller, query))),
    page: query.page,
    pagesize: query.pagesize,
  }));
  serve(app, label.staffReleases, async ({ caller, query, read }) => {
    const { rows, total } = await read((db) => readApart(db, (db) => listStaffReleases(db, caller, query, now())));
    return jsonPage(rows.join(','), { ...query, total });
  });
}
