import type { requestSignInLink as route } from '@promenade/contract/access';
import { Email } from '@promenade/contract/email';
import type { RouteInput } from '@promenade/contract/route';
import type { AppContext } from '../platform/context.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findLink } from './linkQueries.ts';
import { consumeLink, hashLinkId, queueLinkMail, requireSignInToken } from './links.ts';
import { consumeMailAllowance } from './mailAllowance.ts';
import { findAccount } from './queries.ts';
import { type SignIn, type SignInClient, startKnownSession } from './signIn.ts';

type Body = RouteInput<typeof route>['body'];

/**
 * Mails a sign-in link. The responses reveal whether an address has an account, as specified, so the limits are strict.
 */
export async function requestSignInLink(
  context: AppContext,
  body: Body,
  network: string,
  now: Date,
): Promise<undefined> {
  const { data: email } = Email.safeParse(body.email);
  if (email === undefined) throw new Refusal('INVALID_EMAIL');
  await consumeRateLimits(context.db, [perHour('login-link-network', network, 30)], now);
  const account = await findAccount(context.db, email);
  if (!account) throw new Refusal('EMAIL_UNKNOWN');
  const { accountid, status, language } = account;
  if (status !== 'active') throw new Refusal('ACCOUNT_INACTIVE');
  await consumeMailAllowance(context.db, email, now);
  const mail = { kind: 'sign-in', email, accountid, publicdevice: body.publicdevice, language } as const;
  await context.db.transaction().execute((db) => queueLinkMail(context, db, mail, now));
}

/** Tells without a change what a mailed link would do. */
export async function getSignInLink({ db, secrets }: AppContext, token: string, now: Date) {
  requireSignInToken(secrets, token);
  const link = await findLink(db, hashLinkId(token));
  if (!link) throw new Refusal('TOKEN_EXPIRED');
  const { email, publicdevice, used_at, expires_at } = link;
  const state = used_at ? ('used' as const) : expires_at > now ? ('open' as const) : ('expired' as const);
  return { data: { email, publicdevice, state } };
}

/** Starts a session with a mailed link, once. */
export async function exchangeSignInLink(
  { db, secrets }: AppContext,
  token: string,
  client: SignInClient,
  now: Date,
): Promise<SignIn> {
  requireSignInToken(secrets, token);
  return db.transaction().execute(async (db) => {
    const { email: username, publicdevice } = await consumeLink(db, token, now);
    const account = await findAccount(db, username);
    const input = account && { ...account, username, publicdevice, proof: 'link' as const };
    const session = input && (await startKnownSession({ secrets, db }, input, client, now));
    if (!session) throw new Refusal('ACCOUNT_INACTIVE');
    return session;
  });
}
