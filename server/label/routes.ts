import * as label from '@promenade/contract/label';
import type { FastifyInstance } from 'fastify';
import { listStaffLabels } from '../access/staffQueries.ts';
import { listStaffReleases } from '../catalogue/staffReleaseQueries.ts';
import { requireStaffRelease } from '../catalogue/staffReleases.ts';
import { listAuditOf } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { readApart } from '../platform/database/db.ts';
import { jsonPage, serve } from '../platform/http/serve.ts';
import { changeDocument, readStaffDocument, undoChange } from './staffDocument.ts';

/** The console of labels. */
export function labelRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, now } = context;
  serve(app, label.staffLabels, async ({ caller, query, read }) => ({
    ...(await read((db) => listStaffLabels(db, caller, query))),
    page: query.page,
    pagesize: query.pagesize,
  }));
  serve(app, label.staffReleases, async ({ caller, query, read }) => {
    const { rows, total } = await read((db) => readApart(db, (db) => listStaffReleases(db, caller, query, now())));
    return jsonPage(rows.join(','), { ...query, total });
  });
  serve(app, label.staffRelease, ({ caller, params }) => readStaffDocument(context, caller, params.releaseid));
  serve(app, label.changeRelease, ({ caller, params, body, request }) =>
    changeDocument(context, caller, params.releaseid, body, request.headers['if-match']),
  );
  serve(app, label.releaseHistory, async ({ caller, params: { releaseid }, query }) => {
    await requireStaffRelease(db, { caller, releaseid, now: now() });
    const { lines, total } = await listAuditOf(db, releaseid, query);
    const items = lines.map(({ id, at, ...line }) => ({ changeid: String(id), at: at.toISOString(), ...line }));
    return { items, total, page: query.page, pagesize: query.pagesize };
  });
  serve(app, label.undoChange, ({ caller, params: { releaseid, changeid } }) =>
    undoChange(context, caller, releaseid, changeid),
  );
}
