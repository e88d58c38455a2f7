import { REPORTS_PER_HOUR } from '@promenade/contract/limits';
import type { AppContext } from '../platform/context.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileAsked } from '../platform/http/sendFile.ts';
import { savedAs } from '../platform/storage/fileName.ts';
import { findReportedPlaylist } from './reportPlaylistQueries.ts';
import type { Press } from './reportPress.ts';
import { findReader } from './reportQueries.ts';

/**
 * What is known of the tracks of a playlist, as a sheet that opens in the window that asked for it.
 * @throws TOO_MANY_REQUESTS, PLAYLIST_NOT_FOUND
 */
export async function sendPlaylistReport(
  { db, press }: Pick<AppContext, 'db'> & { press: Press },
  { caller, params, reply }: FileAsked<{ playlistid: string }>,
  now: Date,
): Promise<void> {
  const playlist = await findReportedPlaylist(db, { ...caller, ...params });
  if (!playlist) throw new Refusal('PLAYLIST_NOT_FOUND');
  await spend(db, [perHour('report', String(caller.accountid), REPORTS_PER_HOUR)], now);
  const reader = { name: await findReader(db, caller.accountid), email: caller.username };
  const pdf = await press.set({ playlist, reader, at: now });
  reply
    .type('application/pdf')
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': savedAs(`${playlist.name}.pdf`).replace('attachment', 'inline'),
    })
    .send(pdf);
}
