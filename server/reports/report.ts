import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, mapFigures, type ReleaseReport, ReportRecipient } from '@promenade/contract/reports';
import { type Cache, createCache } from '../catalogue/cache.ts';
import { countRecipients } from '../catalogue/recipientQueries.ts';
import { requireStaffRelease } from '../catalogue/staffReleases.ts';
import { consumeSheetLimit } from '../media/sheet/sheet.ts';
import type { RenderSheet } from '../media/sheet/sheetQueue.ts';
import { countMails } from '../notify/releaseQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { readApart } from '../platform/database/db.ts';
import { readAll } from '../platform/database/page.ts';
import { type Columns, formatCsv, toTable } from '../platform/http/csv.ts';
import type { FileRequest } from '../platform/http/sendFile.ts';
import { sendTable } from '../platform/http/sendTable.ts';
import {
  type Counts,
  findReleaseReport,
  listLabelCounts,
  listReportReactions,
  listReportRecipients,
} from './reportQueries.ts';
import { reachColumns } from './seen.ts';

const USUAL_RELEASES = 20;
const USUAL_TTL_MS = 10 * 60_000;
/** Twenty releases to 10,000 recipients each take a second; the next call has what this one does not wait for. */
const USUAL_WAIT_MS = 100;
const USUAL_REPORTS = 1_000;
/** Rows of a table that are in memory at once. */
const TABLE_ROWS = 5_000;

export type LabelCounts = Cache<Counts[]>;
type Context = Pick<AppContext, 'db' | 'now'> & {
  labelCounts: LabelCounts;
  render: RenderSheet;
};
type ReportRequest = FileRequest<{ releaseid: string }>;

export const createLabelCounts = ({ now, metrics }: Pick<AppContext, 'now' | 'metrics'>): LabelCounts =>
  createCache({ max: USUAL_REPORTS, ttlMs: USUAL_TTL_MS, name: 'label counts', metrics }, now);

export async function getReleaseReport(
  context: Context,
  request: Pick<ReportRequest, 'caller' | 'params' | 'read'> & { query: { zone: string } },
): Promise<ReleaseReport> {
  const { db, now, labelCounts } = context;
  const release = await requireStaffRelease(db, { caller: request.caller, ...request.params, now: now() });
  const { id, labelId, role } = release;
  const report = await request.read((db) =>
    readApart(db, async (db) => ({
      ...(await findReleaseReport(db, { ...release, ...request.query })),
      people: await countRecipients(db, [id]),
      mails: await countMails(db, id, now()),
    })),
  );
  const compared =
    labelId === null
      ? []
      : await Promise.race([
          labelCounts.get(String(id), () =>
            readApart(db, (db) => listLabelCounts(db, { id, count: USUAL_RELEASES }, now())),
          ),
          pause(USUAL_WAIT_MS, [], { ref: false }),
        ]);
  return { ...report, mayedit: role !== 'viewer', usual: findUsual(compared) };
}

/** Medians of the shares of recipients. */
function findUsual(releases: Counts[]): ReleaseReport['usual'] {
  if (releases.length === 0) return null;
  const share = (count: Figure) => {
    const shares = releases.map((release) => release[count] / release.recipients).sort((a, b) => a - b);
    const [low = 0, high = low] = shares.slice(Math.floor((shares.length - 1) / 2), Math.floor(shares.length / 2) + 1);
    return (low + high) / 2;
  };
  return { releases: releases.length, ...mapFigures(share) };
}

/** Sends the recipients, a row for each. */
export async function sendReportTable(context: Context, request: ReportRequest): Promise<void> {
  const { caller, params, read, reply } = request;
  const release = await requireStaffRelease(context.db, { caller, ...params, now: context.now() });
  await consumeSheetLimit(context, caller);
  const rows = await readAll(TABLE_ROWS, (page) =>
    read((db) => readApart(db, (db) => listReportRecipients(db, release.id, { sort: 'name', ...page }))),
  );
  const parsed = rows.map((json) => ReportRecipient.parse(JSON.parse(json)));
  sendTable(reply, nameOf(release), 'csv', formatCsv(toTable(columns, parsed)));
}

const columns: Columns<ReportRecipient> = [
  ['Name', ({ name }) => name],
  ['Job title', ({ title }) => title],
  ['Company', ({ company }) => company],
  ['Country', ({ country }) => country],
  ['Wants mails', ({ nomail }) => (nomail ? 'no' : 'yes')],
  ...reachColumns,
];

/** Sends the report as a PDF that opens in the browser. */
export async function sendReportSheet(
  context: Context,
  request: ReportRequest & { query: { zone: string } },
): Promise<void> {
  const report = await getReleaseReport(context, request);
  await consumeSheetLimit(context, request.caller);
  const { caller, params, read } = request;
  const { id } = await requireStaffRelease(context.db, { caller, ...params, now: context.now() });
  const reactions = await read((db) => readApart(db, (db) => listReportReactions(db, id)));
  const { accountid } = caller;
  const sheet = { report, reactions, createdAt: context.now(), ...request.query };
  const pdf = await context.render(sheet, { accountid, response: request.reply.raw });
  sendTable(request.reply, nameOf(report.release), 'pdf', pdf);
}

const nameOf = ({ artist, title }: { artist: string; title: string }) => `${artist} - ${title} report`;
