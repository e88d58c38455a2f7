import type { RouteRequest } from '@promenade/contract/route';
import type { changeSubscription as changeRoute, Subscription } from '@promenade/contract/unsubscribe';
import type { AppContext } from '../platform/context.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { signToken, UnsubscribeToken } from '../platform/http/tokens.ts';
import { alone, defineJob } from '../platform/jobs/job.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { DAY_MS } from '../platform/process/days.ts';
import { deleteLeft, findInvitingLabel, insertInvitees, insertLeft } from './inviteeQueries.ts';

// People on lists of a label who have no account are invited in its name, once. Nothing tells the label whom that was: it
// would learn who has an account.

const BATCH_SIZE = 200;
/** Two years, because people leave by old mails. */
const TOKEN_MS = 2 * 365 * DAY_MS;
const ATTEMPTS_PER_HOUR = 60;

/** Invites the listed people without an account to whose lists a release went. Runs as a job. */
export async function inviteListedPeople(
  context: Pick<AppContext, 'db' | 'jobs' | 'now' | 'secrets' | 'address'>,
): Promise<void> {
  const { db, jobs, secrets, address } = context;
  for (let isLeft = true; isLeft; ) {
    const now = context.now();
    isLeft = await db.transaction().execute(async (db) => {
      const invitees = await insertInvitees(db, now, BATCH_SIZE);
      for (const { labelid, label, contact, address: email } of invitees) {
        const claims = { email, label: labelid };
        const token = await signToken(secrets, UnsubscribeToken, claims, new Date(now.getTime() + TOKEN_MS));
        await queueMail(
          { db, jobs },
          {
            kind: 'label-invitation',
            to: email,
            replyTo: contact,
            values: { label, email },
            url: `${address.url}/signup`,
            leave: {
              label,
              url: `${address.url}/unsubscribe/${token}`,
              oneClickUrl: `${address.url}/api/notifications/unsubscribe/${token}`,
            },
          },
          now,
        );
      }
      return invitees.length === BATCH_SIZE;
    });
  }
}

export const labelInvitationsJob = defineJob('label-invitations', inviteListedPeople, {
  schedule: '*/5 * * * *',
  ...alone(15),
});

/** Of a link in an invitation, whose address has no account. */
export interface InviteeClaims {
  email: string;
  label: string;
}

/** What the link of an invitation says. @throws INVALID_TOKEN when the label is gone */
export async function getInviteeSubscription(
  { db }: Pick<AppContext, 'db'>,
  { email, label }: InviteeClaims,
  now: Date,
): Promise<Subscription> {
  await consumeRateLimits(db, [perHour('unsubscribe', email, ATTEMPTS_PER_HOUR)], now);
  const found = await findInvitingLabel(db, label, email);
  if (!found) throw new Refusal('INVALID_TOKEN');
  return { email, mailpref: null, labels: [found] };
}

/** Leaves the label, or comes back. */
export async function changeInvitee(
  context: Pick<AppContext, 'db'>,
  claims: InviteeClaims,
  change: RouteRequest<typeof changeRoute>['body'],
  now: Date,
): Promise<Subscription> {
  const { db } = context;
  await getInviteeSubscription(context, claims, now);
  if (!('labelid' in change) || change.labelid !== claims.label) throw new Refusal('NOT_FOUND');
  await (change.stopped ? insertLeft(db, claims.label, claims.email, now) : deleteLeft(db, claims.label, claims.email));
  return getInviteeSubscription(context, claims, now);
}
