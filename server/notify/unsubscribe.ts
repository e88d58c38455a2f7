import type { subscription } from '@promenade/contract/notify';
import type { Answer } from '@promenade/contract/route';
import { updateAccount } from '../access/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { readToken, signToken, UnsubscribeToken } from '../platform/http/tokens.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { findReader, type Reader } from './readerQueries.ts';

/** Old mails are found and unsubscribed from, too. */
const TOKEN_MS = 2 * 365 * 24 * 3600_000;
const TRIES_PER_HOUR = 60;

type Subscription = Answer<typeof subscription>;
type Here = Pick<AppContext, 'db' | 'secrets'>;

/** What the links of an account's release mails carry. */
export const unsubscribeToken = (secrets: Secrets, playerid: string, now: Date): Promise<string> =>
  signToken(secrets, UnsubscribeToken, { sub: playerid }, new Date(now.getTime() + TOKEN_MS));

/** Changes nothing. @throws INVALID_TOKEN, TOKEN_EXPIRED, TOO_MANY_REQUESTS */
export async function findSubscription(here: Here, token: string, now: Date): Promise<Subscription> {
  const { email, mailpref } = await readerOf(here, token, now);
  return { email, mailpref };
}

/** Again changes nothing. @throws INVALID_TOKEN, TOKEN_EXPIRED, TOO_MANY_REQUESTS */
export async function unsubscribe(here: Here, token: string, now: Date): Promise<Subscription> {
  const { accountid, email } = await readerOf(here, token, now);
  await updateAccount(here.db, accountid, { mailpref: 'none' });
  return { email, mailpref: 'none' };
}

/** Counted by account, not by network: a mail program's servers speak for all of their people. */
async function readerOf({ db, secrets }: Here, token: string, now: Date): Promise<Reader> {
  const read = await readToken(secrets, UnsubscribeToken, token, now);
  if (read === 'expired') throw new Refusal('TOKEN_EXPIRED');
  if (read === 'invalid') throw new Refusal('INVALID_TOKEN');
  await spend(db, [perHour('unsubscribe', read.sub, TRIES_PER_HOUR)], now);
  const reader = await findReader(db, read.sub);
  if (!reader) throw new Refusal('INVALID_TOKEN');
  return reader;
}
