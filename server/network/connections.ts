import type { Invitee } from '@promenade/contract/network';
import { createInvitation } from '../access/invitations.ts';
import { consumeMailAllowance } from '../access/mailAllowance.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, type RateLimit } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { claimNewConnections, connectAccepted, endConnection, findKnownAddresses } from './connectionQueries.ts';
import { getSender } from './queries.ts';

const windowSeconds = 24 * 3600;

const inviteLimits = ({ accountid }: Caller, email: string): RateLimit[] => [
  { action: 'invite', subject: String(accountid), max: 50, windowSeconds },
  { action: 'be invited', subject: email, max: 10, windowSeconds },
];

/**
 * Invites people by mail. Skips own addresses and existing connections (requirement A-NETWORK-29), which it returns with
 * the reason, and duplicates.
 */
export async function invite(context: AppContext, caller: Caller, requested: Invitee[], now: Date) {
  const { db, jobs, secrets, address } = context;
  const byEmail = new Map(requested.map((invitee) => [invitee.invitee_email, invitee]));
  // Sorted, so that concurrent batches lock rows in the same order.
  const emails = [...byEmail.keys()].sort();
  const known = await findKnownAddresses(db, caller.accountid, emails);
  const skipped = emails.flatMap((invitee_email) => {
    const reason = known.get(invitee_email)?.relation;
    return reason ? [{ invitee_email, reason }] : [];
  });
  const invitees = emails.flatMap((email) => (known.get(email)?.relation ? [] : (byEmail.get(email) ?? [])));
  const invited = invitees.map(({ invitee_email }) => invitee_email);
  await consumeMailAllowance(db, invited, now);
  for (const { invitee_email } of invitees) await consumeRateLimits(db, inviteLimits(caller, invitee_email), now);
  const { name } = await getSender(db, caller);
  const inviter = { email: caller.username, name, playerid: caller.playerid };
  return inTransaction(db, async (db) => {
    const invitations = [];
    for (const invitee of invitees) {
      const { invitee_email: email, relationship } = invitee;
      const account = known.get(email);
      const input = { inviterId: caller.accountid, inviter, email, relationship };
      const { id, token, expires } = await createInvitation(db, secrets, input, now);
      const mail = {
        kind: 'invitation',
        to: email,
        language: account?.language ?? 'en',
        replyTo: caller.username,
        values: { inviter: name, email },
        url: `${address.url}/${account ? 'signin' : 'signup'}/${token}`,
        expires,
      } as const;
      await queueMail({ db, jobs }, mail, now);
      invitations.push({ ...invitee, id });
    }
    return { data: { invitations, skipped } };
  });
}

/** Connects the account through accepted invitations and returns its new connections, once (requirement A-NETWORK-36). */
export function connect(db: Db, accountid: number, now: Date) {
  return inTransaction(db, async (db) => {
    await connectAccepted(db, accountid);
    return { data: { connected: await claimNewConnections(db, accountid, now) } };
  });
}

export async function disconnect(db: Db, accountid: number, playerid: string, now: Date): Promise<undefined> {
  if (!(await endConnection(db, accountid, playerid, now))) throw new Refusal('CONNECTION_NOT_FOUND');
}
