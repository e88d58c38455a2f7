import type { ErrorCode } from '@promenade/contract/errors';
import { isTimeZone } from '@promenade/contract/fields';
import { SHEETS_PER_HOUR } from '@promenade/contract/limits';
import type { SheetFormat } from '@promenade/contract/media';
import { requireRelease } from '../../catalogue/requireRelease.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../../platform/http/rateLimit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { FileRequest } from '../../platform/http/sendFile.ts';
import { sendTable } from '../../platform/http/sendTable.ts';
import type { SheetContent } from './sheetPdf.ts';
import { findPlaylistSheet, findReader, findReleaseSheet } from './sheetQueries.ts';
import type { RenderSheet } from './sheetQueue.ts';
import { formatSheetCsv, formatSheetXlsx } from './sheetTable.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'now'> & { render: RenderSheet };

/** Sends the facts of a release: a PDF opens in the browser, a table is saved. */
export async function sendReleaseSheet(
  context: Context,
  request: FileRequest<{ releaseid: string; format: SheetFormat }>,
): Promise<void> {
  const { db, storage, now } = context;
  const { caller, params, read, reply } = request;
  const { releaseid, format } = params;
  const release_id = await requireRelease(db, { audience: caller.audience, releaseid }, now());
  await consumeSheetLimit(context, caller);
  const release = await read(async (db) => requireFound(await findReleaseSheet(db, release_id), 'RELEASE_NOT_FOUND'));
  const name = `${release.artist} - ${release.title}`;
  if (format === 'pdf') {
    const { loadPictures } = await import('./sheetPictures.ts');
    return sendPdf(context, request, name, { release, ...(await loadPictures(storage, release)) });
  }
  sendTable(reply, name, format, format === 'csv' ? formatSheetCsv(release) : await formatSheetXlsx(release));
}

/** Sends the tracks of a playlist as a PDF that opens in the browser. */
export async function sendPlaylistSheet(context: Context, request: FileRequest<{ playlistid: string }>): Promise<void> {
  const { caller, params, read } = request;
  const playlist = await read(async (db) =>
    requireFound(await findPlaylistSheet(db, { ...caller, ...params }), 'PLAYLIST_NOT_FOUND'),
  );
  await consumeSheetLimit(context, caller);
  await sendPdf(context, request, playlist.name, { playlist });
}

/** @throws `unknown` */
function requireFound<Row>(row: Row | undefined, unknown: ErrorCode): Row {
  if (row === undefined) throw new Refusal(unknown);
  return row;
}

export const consumeSheetLimit = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { accountid }: Pick<Caller, 'accountid'>,
): Promise<void> => consumeRateLimits(db, [perHour('sheet', String(accountid), SHEETS_PER_HOUR)], now());

/** Renders and sends a PDF that opens in the browser. */
export async function sendPdf(
  { db, render, now }: Omit<Context, 'storage'>,
  { caller, reply }: FileRequest<unknown>,
  name: string,
  content: SheetContent,
): Promise<void> {
  const { accountid } = caller;
  const { name: person, zone } = await findReader(db, accountid);
  const reader = { name: person, email: caller.username };
  const sheet = { ...content, reader, createdAt: now(), zone: isTimeZone(zone) ? zone : 'UTC' };
  sendTable(reply, name, 'pdf', await render(sheet, { accountid, response: reply.raw }));
}
