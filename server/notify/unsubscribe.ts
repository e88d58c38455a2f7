import type { subscription } from '@promenade/contract/notify';
import type { RouteAnswer } from '@promenade/contract/route';
import { updateAccount } from '../access/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { signToken, UnsubscribeToken, verifyToken } from '../platform/http/tokens.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { findMailRecipient, type MailRecipient } from './recipientQueries.ts';

/** Two years, because people unsubscribe from old mails. */
const TOKEN_MS = 2 * 365 * 24 * 3600_000;
const ATTEMPTS_PER_HOUR = 60;

type Subscription = RouteAnswer<typeof subscription>;

/** Token of the unsubscribe links in an account's release mails to this address. */
export const createUnsubscribeToken = (
  secrets: Secrets,
  { playerid, email }: Pick<MailRecipient, 'playerid' | 'email'>,
  now: Date,
): Promise<string> =>
  signToken(secrets, UnsubscribeToken, { sub: playerid, email }, new Date(now.getTime() + TOKEN_MS));

export async function getSubscription(context: AppContext, token: string, now: Date): Promise<Subscription> {
  const { email, mailpref } = await requireRecipient(context, token, now);
  return { email, mailpref };
}

export async function unsubscribe(context: AppContext, token: string, now: Date): Promise<Subscription> {
  const { accountid, email } = await requireRecipient(context, token, now);
  await updateAccount(context.db, accountid, { mailpref: 'none' });
  return { email, mailpref: 'none' };
}

/**
 * Limits attempts per account, because a mail provider's servers send the requests of all its users. The address is the
 * one that received the mail: whoever reads an old mail does not learn a later address of the account.
 */
async function requireRecipient({ db, secrets }: AppContext, token: string, now: Date): Promise<MailRecipient> {
  const claims = await verifyToken(secrets, UnsubscribeToken, token, now);
  if (claims === 'expired') throw new Refusal('TOKEN_EXPIRED');
  if (claims === 'invalid') throw new Refusal('INVALID_TOKEN');
  await consumeRateLimits(db, [perHour('unsubscribe', claims.sub, ATTEMPTS_PER_HOUR)], now);
  const recipient = await findMailRecipient(db, claims.sub);
  if (!recipient) throw new Refusal('INVALID_TOKEN');
  return { ...recipient, email: claims.email ?? recipient.email };
}
