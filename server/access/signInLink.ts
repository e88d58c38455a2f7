import {
  Email,
  type exchangeLink as exchangeRoute,
  type requestLoginLink as requestRoute,
} from '@promenade/contract/access';
import type { Asked } from '@promenade/contract/route';
import type { AppContext } from '../platform/context.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Grant } from './grant.ts';
import { consumeLink, readLink } from './links.ts';
import { mailLink } from './mailLink.ts';
import { findAccount } from './queries.ts';
import { startSession } from './startSession.ts';

/**
 * Mails a link that signs in. It tells whether an address has an account, as specified, and is therefore limited
 * hardest.
 * @throws INVALID_EMAIL, EMAIL_UNKNOWN, ACCOUNT_INACTIVE, TOO_MANY_REQUESTS
 */
export async function requestLoginLink(
  context: AppContext,
  { email: typed, publicdevice, network }: Asked<typeof requestRoute>['body'] & { network: string },
  now: Date,
): Promise<undefined> {
  const { data: email } = Email.safeParse(typed);
  if (email === undefined) throw new Refusal('INVALID_EMAIL');
  const limits = [perHour('login-link-address', email, 5), perHour('login-link-network', network, 30)];
  await spend(context.db, limits, now);
  const account = await findAccount(context.db, email);
  if (!account) throw new Refusal('EMAIL_UNKNOWN');
  const { accountid, status, language } = account;
  if (status !== 'active') throw new Refusal('ACCOUNT_INACTIVE');
  const mail = { kind: 'sign-in', email, accountid, publicdevice, language } as const;
  await context.db.transaction().execute((db) => mailLink(context, db, mail, now));
}

/**
 * Starts a session with a mailed link, once.
 * @throws INVALID_TOKEN (malformed, forged), TOKEN_EXPIRED (also used or replaced), ACCOUNT_INACTIVE
 */
export async function exchangeLink(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  { token }: Pick<Asked<typeof exchangeRoute>['body'], 'token'>,
  now: Date,
): Promise<Grant> {
  const { email: username, jti, publicdevice = false } = await readLink(secrets, ['sign-in'], token, now);
  return db.transaction().execute(async (db) => {
    await consumeLink(db, jti, now);
    const account = await findAccount(db, username);
    const granted =
      account && (await startSession(db, secrets, { ...account, username, publicdevice, proof: 'link' }, now));
    if (!granted) throw new Refusal('ACCOUNT_INACTIVE');
    return granted;
  });
}
