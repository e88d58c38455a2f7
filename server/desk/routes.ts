import * as desk from '@promenade/contract/desk';
import type { FastifyInstance } from 'fastify';
import type { Gallery } from '../catalogue/gallery.ts';
import type { RenderSheet } from '../media/sheet/sheetQueue.ts';
import type { AppContext } from '../platform/context.ts';
import { getPage, serve } from '../platform/http/serve.ts';
import { listReleasesAhead } from './ahead.ts';
import { decide, undoDecision } from './decisions.ts';
import { previewPickup, startPickup } from './pickups.ts';
import { listRuns } from './queries.ts';
import { sendRunList, sendRunSheet } from './runSheet.ts';
import { deleteRun, getRun, moveRun, startRun } from './runs.ts';

/** Frozen lists of releases that an account decides one by one. */
export function deskRoutes(
  app: FastifyInstance,
  { db, now, secrets, config }: AppContext,
  gallery: Gallery,
  render: RenderSheet,
): void {
  const context = { db, now, secrets, config, gallery, changes: app.changes, render };
  serve(app, desk.startRun, ({ db, ...request }) => startRun({ ...context, db }, request));
  serve(app, desk.runs, async ({ caller }) => ({ items: await listRuns(db, caller.accountid) }));
  serve(app, desk.run, (request) => getRun(db, request));
  serve(app, desk.releasesAhead, (request) => listReleasesAhead(context, request));
  serve(app, desk.decide, ({ request, ...input }) => decide(context, { ...input, page: getPage(request) }));
  serve(app, desk.undoDecision, ({ request, ...input }) => undoDecision(context, { ...input, page: getPage(request) }));
  serve(app, desk.moveRun, ({ request, ...input }) => moveRun(context, { ...input, page: getPage(request) }));
  serve(app, desk.deleteRun, (request) => deleteRun(context, request));
  serve(app, desk.runList, (request) => sendRunList(context, request));
  serve(app, desk.previewPickup, (request) => request.read((db) => previewPickup(context, db, request)));
  serve(app, desk.startPickup, ({ db, ...request }) => startPickup({ ...context, db }, request));
  serve(app, desk.runSheet, (request) => sendRunSheet(context, request));
}
