import { setTimeout as pause } from 'node:timers/promises';
import { type ReleaseReport, ReportRecipient } from '@promenade/contract/reports';
import { type Cache, createCache } from '../catalogue/cache.ts';
import { countRecipients } from '../catalogue/recipientQueries.ts';
import { requireStaffRelease } from '../catalogue/staffReleases.ts';
import { consumeSheetLimit } from '../media/sheet/sheet.ts';
import type { RenderSheet } from '../media/sheet/sheetQueue.ts';
import { countMails } from '../notify/releaseQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { readApart } from '../platform/database/db.ts';
import { type CsvCell, formatCsv } from '../platform/http/csv.ts';
import type { FileRequest } from '../platform/http/sendFile.ts';
import { attachmentDisposition } from '../platform/storage/fileName.ts';
import {
  type Counts,
  findReleaseReport,
  listLabelCounts,
  listReportReactions,
  listReportRecipients,
} from './reportQueries.ts';
import { formatReach, REACH_COLUMNS } from './seen.ts';

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

/** The counts with which each report is compared. */
export const createLabelCounts = ({ now, metrics }: Pick<AppContext, 'now' | 'metrics'>): LabelCounts =>
  createCache({ max: USUAL_REPORTS, ttlMs: USUAL_TTL_MS, name: 'label counts', metrics }, now);

/** @throws RELEASE_NOT_FOUND */
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
  const share = (count: Exclude<keyof Counts, 'recipients' | 'minutes'>) => {
    const shares = releases.map((release) => release[count] / release.recipients).sort((a, b) => a - b);
    const [low = 0, high = low] = shares.slice(Math.floor((shares.length - 1) / 2), Math.floor(shares.length / 2) + 1);
    return (low + high) / 2;
  };
  return {
    releases: releases.length,
    mailed: share('mailed'),
    opened: share('opened'),
    heard: share('heard'),
    finished: share('finished'),
    downloaded: share('downloaded'),
    wrote: share('wrote'),
    passedon: share('passedon'),
    reacted: share('reacted'),
  };
}

/** Sends the recipients, a row for each. @throws RELEASE_NOT_FOUND, TOO_MANY_REQUESTS */
export async function sendReportTable(context: Context, request: ReportRequest): Promise<void> {
  const { caller, params, read, reply } = request;
  const release = await requireStaffRelease(context.db, { caller, ...params, now: context.now() });
  await consumeSheetLimit(context, caller);
  const rows: CsvCell[][] = [['Name', 'Job title', 'Company', 'Country', 'Wants mails', ...REACH_COLUMNS]];
  for (let page = 1, isLast = false; !isLast; page++) {
    const filter = { sort: 'name', page, pagesize: TABLE_ROWS } as const;
    const found = await read((db) => readApart(db, (db) => listReportRecipients(db, release.id, filter)));
    rows.push(...found.rows.map((json) => formatRow(ReportRecipient.parse(JSON.parse(json)))));
    isLast = page * TABLE_ROWS >= found.total;
  }
  reply.type('text/csv; charset=utf-8').headers(fileHeaders(release, 'csv')).send(formatCsv(rows));
}

/** Sends the report as a PDF that opens in the browser. @throws RELEASE_NOT_FOUND, TOO_MANY_REQUESTS */
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
  request.reply.type('application/pdf').headers(fileHeaders(report.release, 'pdf')).send(pdf);
}

/** A PDF opens in the browser, a table is saved. */
function fileHeaders({ artist, title }: { artist: string; title: string }, format: 'csv' | 'pdf') {
  const disposition = attachmentDisposition(`${artist} - ${title} report.${format}`);
  return {
    'cache-control': 'private, no-store',
    'content-disposition': format === 'pdf' ? disposition.replace('attachment', 'inline') : disposition,
  };
}

const formatRow = (row: ReportRecipient): CsvCell[] => [
  row.name,
  row.title,
  row.company,
  row.country,
  row.nomail ? 'no' : 'yes',
  ...formatReach(row),
];
