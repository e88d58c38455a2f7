import * as reports from '@promenade/contract/reports';
import type { FastifyInstance } from 'fastify';
import { requireStaffRelease } from '../catalogue/staffReleases.ts';
import type { RenderSheet } from '../media/sheet/sheetQueue.ts';
import type { AppContext } from '../platform/context.ts';
import { readApart } from '../platform/database/db.ts';
import { jsonPage, serve } from '../platform/http/serve.ts';
import { mailViewHeaders } from '../platform/mail/mailPictures.ts';
import { getFollowUp, renderFollowUpMail, sendFollowUp } from './followUp.ts';
import { getLabelReport } from './labelReport.ts';
import { createLabelCounts, getReleaseReport, sendReportSheet, sendReportTable } from './report.ts';
import { listReportRecipients } from './reportQueries.ts';
import { listSeen, sendSeenTable } from './seen.ts';

/** What labels see of the calling account, and what became of their releases. */
export function reportRoutes(app: FastifyInstance, appContext: AppContext, render: RenderSheet): void {
  const context = { ...appContext, labelCounts: createLabelCounts(appContext), render };
  const { db, now } = context;
  serve(app, reports.seen, ({ caller, query, read }) => read((db) => listSeen(db, context, caller, query)));
  serve(app, reports.seenTable, (request) => sendSeenTable(context, request));
  serve(app, reports.releaseReport, (request) => getReleaseReport(context, request));
  serve(app, reports.reportRecipients, async ({ caller, params, query, read }) => {
    const { id } = await requireStaffRelease(db, { caller, ...params, now: now() });
    const found = await read((db) => readApart(db, (db) => listReportRecipients(db, id, query)));
    return jsonPage(found.items.join(','), found);
  });
  serve(app, reports.reportTable, (request) => sendReportTable(context, request));
  serve(app, reports.reportSheet, (request) => sendReportSheet(context, request));
  serve(app, reports.labelReport, (request) => getLabelReport(context, request));
  serve(app, reports.followUp, ({ caller, params, read }) => read((db) => getFollowUp(db, caller, params, now())));
  serve(app, reports.followUpMail, async ({ caller, params, reply }) => {
    const html = await renderFollowUpMail(context, caller, params);
    reply.type('text/html; charset=utf-8').headers(mailViewHeaders).send(html);
  });
  serve(app, reports.sendFollowUp, ({ caller, params, db }) => sendFollowUp({ ...context, db }, caller, params));
}
