import { REPORTS_PER_HOUR } from '@promenade/contract/limits';
import { savedAs } from '../platform/fileName.ts';
import { perHour, spend } from '../platform/rateLimit.ts';
import { Refusal } from '../platform/refusal.ts';
import type { FileAsked } from '../platform/sendFile.ts';
import type { World } from '../platform/world.ts';
import { findReportedPlaylist } from './reportPlaylistQueries.ts';
import type { Press } from './reportPress.ts';
import { findReader } from './reportQueries.ts';

/**
 * What is known of the tracks of a playlist, as a sheet that opens in the window that asked for it.
 * @throws TOO_MANY_REQUESTS, PLAYLIST_NOT_FOUND
 */
export async function sendPlaylistReport(
  { db, press }: Pick<World, 'db'> & { press: Press },
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
