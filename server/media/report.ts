import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '@promenade/contract/errors';
import { REPORTS_PER_HOUR } from '@promenade/contract/limits';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileRequest } from '../platform/http/sendFile.ts';
import { attachmentDisposition } from '../platform/storage/fileName.ts';
import { formatReportCsv } from './reportCsv.ts';
import type { Report, ReportContent } from './reportPdf.ts';
import { loadPictures } from './reportPictures.ts';
import { findAccountName, findPlaylistReport, findReleaseReport } from './reportQueries.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'now'> & { render: ReturnType<typeof createReportRenderer> };

/** Sends the facts of a release: a PDF opens in the browser, a CSV is saved. */
export async function sendReleaseReport(
  context: Context,
  request: FileRequest<{ releaseid: string; format: 'pdf' | 'csv' }>,
): Promise<void> {
  const { db, storage, now } = context;
  const { caller, params, read, reply } = request;
  const { releaseid, format } = params;
  const release_id = await requireRelease(db, { audience: caller.audience, releaseid }, now());
  await consumeReportLimit(context, caller);
  const release = await read(async (db) => requireFound(await findReleaseReport(db, release_id), 'RELEASE_NOT_FOUND'));
  const name = `${release.artist} - ${release.title}.${format}`;
  if (format === 'pdf') {
    return sendPdf(context, request, name, { release, ...(await loadPictures(storage, release)) });
  }
  reply
    .type('text/csv; charset=utf-8')
    .headers({ 'cache-control': 'private, no-store', 'content-disposition': attachmentDisposition(name) })
    .send(formatReportCsv(release));
}

/** Sends the tracks of a playlist as a PDF that opens in the browser. */
export async function sendPlaylistReport(
  context: Context,
  request: FileRequest<{ playlistid: string }>,
): Promise<void> {
  const { caller, params, read } = request;
  const playlist = await read(async (db) =>
    requireFound(await findPlaylistReport(db, { ...caller, ...params }), 'PLAYLIST_NOT_FOUND'),
  );
  await consumeReportLimit(context, caller);
  await sendPdf(context, request, `${playlist.name}.pdf`, { playlist });
}

/** @throws `unknown` */
function requireFound<Row>(row: Row | undefined, unknown: ErrorCode): Row {
  if (row === undefined) throw new Refusal(unknown);
  return row;
}

const consumeReportLimit = ({ db, now }: Context, { accountid }: Caller) =>
  consumeRateLimits(db, [perHour('report', String(accountid), REPORTS_PER_HOUR)], now());

async function sendPdf(
  { db, render, now }: Context,
  { caller, reply }: FileRequest<unknown>,
  name: string,
  content: ReportContent,
): Promise<void> {
  const reader = { name: await findAccountName(db, caller.accountid), email: caller.username };
  const pdf = await render({ ...content, reader, createdAt: now() });
  const disposition = attachmentDisposition(name).replace('attachment', 'inline');
  reply
    .type('application/pdf')
    .headers({ 'cache-control': 'private, no-store', 'content-disposition': disposition })
    .send(pdf);
}

/** Renders PDF reports in a worker thread, one at a time, because each needs much memory and processor time. */
export function createReportRenderer(): (report: Report) => Promise<Buffer> {
  let previous: Promise<unknown> = Promise.resolve();
  return (report) => {
    const pdf = previous.then(() => renderInWorker(report));
    previous = pdf.catch(() => undefined);
    return pdf;
  };
}

function renderInWorker(report: Report): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./reportWorker.ts', import.meta.url), { workerData: report });
    worker.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The report worker ended without a result.')));
  });
}
