import type { Invitee, invite as route } from '@promenade/contract/network';
import type { Answer } from '@promenade/contract/route';
import { makeInvitation } from '../access/invitations.ts';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { type Limit, spend } from '../platform/http/rateLimit.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { findKnown } from './connectionQueries.ts';
import { findSender } from './sender.ts';

const DAY_SECONDS = 24 * 3600;

/** Each invited person counts, whoever invites and however often. */
const limits = ({ accountid }: Caller, email: string): Limit[] => [
  { what: 'invite', subject: String(accountid), most: 50, withinSeconds: DAY_SECONDS },
  { what: 'be invited', subject: email, most: 10, withinSeconds: DAY_SECONDS },
];

/**
 * Invites by mail; own addresses and existing connections are passed over (A-NETWORK-29), an address that is named twice
 * counts once.
 * @throws TOO_MANY_REQUESTS
 */
export async function invite(
  { db, jobs, secrets, address }: Pick<AppContext, 'db' | 'jobs' | 'secrets' | 'address'>,
  caller: Caller,
  invitations: Invitee[],
  now: Date,
): Promise<Answer<typeof route>> {
  const wanted = new Map(invitations.map((invitee) => [invitee.invitee_email, invitee]));
  // In one order, so that two batches never wait for each other.
  const emails = [...wanted.keys()].sort();
  const known = await findKnown(db, caller.accountid, emails);
  const invitees = emails.flatMap((email) => (known.get(email)?.near ? [] : (wanted.get(email) ?? [])));
  for (const { invitee_email } of invitees) await spend(db, limits(caller, invitee_email), now);
  const { name } = await findSender(db, caller);
  const inviter = { email: caller.username, name, playerid: caller.playerid };
  return db.transaction().execute(async (db) => {
    const made = [];
    for (const invitee of invitees) {
      const { invitee_email: email, relationship } = invitee;
      const account = known.get(email);
      const invitation = { inviterId: caller.accountid, inviter, email, relationship };
      const { id, token } = await makeInvitation(db, secrets, invitation, now);
      const mail = {
        kind: 'invitation',
        to: email,
        language: account?.language ?? 'en',
        values: { inviter: name, email },
        url: `${address.url}/${account ? 'signin' : 'signup'}/${token}`,
      } as const;
      await queueMail({ db, jobs }, mail, now);
      made.push({ ...invitee, id });
    }
    return { data: { invitations: made } };
  });
}
