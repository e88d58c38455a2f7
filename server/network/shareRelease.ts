import type { shareRelease as route } from '@promenade/contract/network';
import type { Asked } from '@promenade/contract/route';
import { addListeners } from '../catalogue/audienceQueries.ts';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { findRecipients, findTerms, putShares } from './queries.ts';
import { findSender } from './sender.ts';

const SHARES_PER_HOUR = 60;

/**
 * Passes a release on: to all who are named, or to nobody.
 * @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE, SHARING_NOT_ALLOWED, NOT_CONNECTED, TOO_MANY_REQUESTS
 */
export async function shareRelease(
  { db, jobs, address }: Pick<AppContext, 'db' | 'jobs' | 'address'>,
  caller: Caller,
  { release_id: releaseid, players_id, message }: Asked<typeof route>['body'],
  now: Date,
): Promise<undefined> {
  const id = await requireRelease(db, { ...caller, releaseid }, now);
  const { title, artist, allow_sharing } = await findTerms(db, id);
  if (!allow_sharing) throw new Refusal('SHARING_NOT_ALLOWED');
  const playerids = [...new Set(players_id.map((playerid) => playerid.toLowerCase()))];
  const recipients = await findRecipients(db, caller.accountid, playerids);
  if (recipients.length < playerids.length) throw new Refusal('NOT_CONNECTED');
  await spend(db, [perHour('share', String(caller.accountid), SHARES_PER_HOUR)], now);
  const sender = await findSender(db, caller);
  const accountids = recipients.map(({ accountid }) => accountid);
  await db.transaction().execute(async (db) => {
    await addListeners(db, id, accountids);
    await putShares(db, id, caller.accountid, accountids, message, now);
    for (const { mailto, language } of recipients) {
      const mail = {
        kind: 'share',
        to: mailto,
        language,
        replyTo: caller.username,
        values: { sender: sender.name, title, artist },
        quote: message,
        url: `${address.url}/releases/releaseInfo/${releaseid}`,
      } as const;
      await queueMail({ db, jobs }, mail, now);
    }
  });
}
