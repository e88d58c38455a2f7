import type { VideoFormat } from '@promenade/contract/downloads';
import type { AppContext } from '../platform/context.ts';
import type { Piece } from '../platform/http/parts.ts';
import { type FileAsked, sendParts } from '../platform/http/sendFile.ts';
import { savedAs } from '../platform/storage/fileName.ts';
import { putDownloads } from './ledgerQueries.ts';

/** A file to take home, and what it is in the ledger; `tracks` by their internal ids. */
export interface TakenFile {
  name: string;
  parts: Piece[];
  type: string;
  etag: string;
  tracks: { id: number }[];
  format: VideoFormat;
}

/**
 * Sends a file to be saved. Once its last byte has left, the ledger says that the account has its tracks, and popularity
 * counts that (decision 18).
 * @throws NOT_FOUND when files below it are missing, RANGE_NOT_SATISFIABLE
 */
export async function sendTaken(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { caller, request, reply }: FileAsked<unknown>,
  { name, tracks, format, ...file }: TakenFile,
): Promise<void> {
  reply.header('content-disposition', savedAs(name));
  if (!(await sendParts(request, reply, { ...file, cached: 'asking' }))) return;
  const trackIds = tracks.map(({ id }) => id);
  await putDownloads(db, { accountid: caller.accountid, trackIds, format, now: now() });
}
