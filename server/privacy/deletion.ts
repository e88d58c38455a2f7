import type { deletion as route } from '@promenade/contract/privacy';
import type { RouteAnswer } from '@promenade/contract/route';
import { deleteAccount as deleteAccountRow, listEmails, listOperatorEmails, lockAccount } from '../access/queries.ts';
import { endSessions } from '../access/sessionQueries.ts';
import { deleteAddresses } from '../catalogue/audienceQueries.ts';
import { insertListenTotals } from '../library/listenQueries.ts';
import { deleteListedPeople } from '../lists/lists.ts';
import { deleteInvitees } from '../notify/inviteeQueries.ts';
import { insertAudit, redactAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { deleteMailsOfAddresses, queueMail } from '../platform/mail/mail.ts';
import { deleteBouncesOfAddresses } from '../platform/mail/suppressions.ts';
import { deleteDeletion, findDeletion, insertDeletion } from './queries.ts';

type Deletion = RouteAnswer<typeof route>;

const REQUESTS_PER_HOUR = 5;

export async function getDeletion(db: Db, accountid: number): Promise<Deletion> {
  const requestedAt = await findDeletion(db, accountid);
  return { requestedat: requestedAt?.toISOString() ?? null };
}

/** Stores the request and mails the person, and support or else the operators. */
export async function requestDeletion(context: AppContext, caller: Caller, now: Date): Promise<Deletion> {
  const { db, jobs, config, address } = context;
  const { accountid, playerid, username } = caller;
  await consumeRateLimits(db, [perHour('deletion', playerid, REQUESTS_PER_HOUR)], now);
  return db.transaction().execute(async (db) => {
    if (await insertDeletion(db, accountid, now)) {
      await insertAudit(db, { at: now, actor: playerid, action: 'account.request-deletion', subject: playerid });
      const url = `${address.url}/account/settings-preferences`;
      const { supportEmail } = config.site;
      const values = { email: username, playerid };
      await queueMail({ db, jobs }, { kind: 'deletion-requested', to: username, values, url }, now);
      for (const to of supportEmail ? [supportEmail] : await listOperatorEmails(db))
        await queueMail({ db, jobs }, { kind: 'deletion-to-confirm', to, replyTo: username, values }, now);
    }
    return getDeletion(db, accountid);
  });
}

export function cancelDeletion(db: Db, { accountid, playerid }: Caller, now: Date): Promise<Deletion> {
  return db.transaction().execute(async (db) => {
    if (await deleteDeletion(db, accountid))
      await insertAudit(db, { at: now, actor: playerid, action: 'account.cancel-deletion', subject: playerid });
    return { requestedat: null };
  });
}

interface DeletedAccount extends Pick<Caller, 'accountid' | 'playerid'> {
  /** Where it is told. */
  /** Undefined for an account without an address. */
  email: string | undefined;
  language: string;
}

/**
 * Deletes an account with everything about it. Ledger and audit trail keep its playerid as a pseudonym; texts of the
 * audit trail that contain one of its addresses go, as do mails to and about them.
 */
export async function deleteAccount(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { accountid, playerid, email, language }: DeletedAccount,
  actor: string,
  now: Date,
): Promise<void> {
  await lockAccount(db, accountid);
  const emails = await listEmails(db, accountid);
  await endSessions(db, { account_id: accountid }, now);
  await redactAudit(db, { playerid, emails });
  await deleteMailsOfAddresses(db, emails);
  await deleteBouncesOfAddresses(db, emails);
  await deleteAddresses(db, emails);
  await deleteListedPeople(db, emails, now);
  await deleteInvitees(db, emails);
  await insertListenTotals(db, { accountid });
  await deleteAccountRow(db, accountid, emails);
  await insertAudit(db, { at: now, actor, action: 'account.delete', subject: playerid });
  if (email !== undefined) await queueMail({ db, jobs }, { kind: 'deleted', to: email, language }, now);
}
