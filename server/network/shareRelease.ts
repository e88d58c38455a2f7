import type { shareRelease as route } from '@promenade/contract/network';
import type { RouteInput } from '@promenade/contract/route';
import { addToAudience } from '../catalogue/queries.ts';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import { notifyChange } from '../platform/database/changes.ts';
import { inTransaction } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { getReleaseTerms, listShareRecipients, upsertShares } from './queries.ts';
import { lockConnections } from './shareMailQueries.ts';
import { queueShareMails } from './shareMails.ts';

type Body = RouteInput<typeof route>['body'];

const SHARES_PER_HOUR = 60;

/**
 * Shares a release with all named connections, or with none. A connection that is excluded from the release gets nothing,
 * which the sender does not learn.
 */
export async function shareRelease(context: AppContext, caller: Caller, body: Body, now: Date): Promise<undefined> {
  const { db } = context;
  const { release_id: releaseid, players_id, message } = body;
  const id = await requireRelease(db, { ...caller, releaseid }, now);
  const { allow_sharing } = await getReleaseTerms(db, id);
  if (!allow_sharing) throw new Refusal('SHARING_NOT_ALLOWED');
  const playerids = [...new Set(players_id.map((playerid) => playerid.toLowerCase()))];
  const connected = await listShareRecipients(db, caller.accountid, playerids, id);
  if (connected.length < playerids.length) throw new Refusal('NOT_CONNECTED');
  await consumeRateLimits(db, [perHour('share', String(caller.accountid), SHARES_PER_HOUR)], now);
  const recipients = connected.filter(({ isExcluded }) => !isExcluded);
  if (recipients.length === 0) return;
  const accountids = recipients.map(({ accountid }) => accountid);
  const pairs = { fromId: caller.accountid, toIds: accountids };
  await inTransaction(db, async (db) => {
    await lockConnections(db, pairs);
    await addToAudience(db, id, accountids);
    await notifyChange(db, { type: 'report', releaseid });
    await notifyChange(db, { type: 'counts', accountids });
    await upsertShares(db, id, caller.accountid, accountids, message, now);
    await queueShareMails(context, db, pairs, now);
  });
}
