import { FRESH_SIGN_IN_SECONDS } from '@promenade/contract/limits';
import type { merge as route } from '@promenade/contract/profile';
import type { RouteInput } from '@promenade/contract/route';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { requireCurrentAccount } from './accounts.ts';
import { consumeRequestedLink, queueLinkMail, requireLinkClaims } from './links.ts';
import { consumeMailAllowance } from './mailAllowance.ts';
import { verifyPassword } from './passwords.ts';
import { findAccount, insertEmail } from './queries.ts';
import { getSignInProof } from './signInQueries.ts';

type Body = RouteInput<typeof route>['body'];

/** With `email` mails a link to that address, with `token` uses the link (requirements decision 24). */
export function mergeEmail(context: AppContext, caller: Caller, body: Body, now: Date): Promise<undefined> {
  if ('token' in body) return confirmMerge(context, caller, body.token, now);
  return requestMerge(context, caller, body, now);
}

/** @throws REAUTHENTICATION_REQUIRED, VALIDATION (wrong password), EMAIL_ASSOCIATED, TOO_MANY_REQUESTS, BUSY */
async function requestMerge(
  context: AppContext,
  caller: Caller,
  { email, password }: Extract<Body, { email: string }>,
  now: Date,
): Promise<undefined> {
  const { accountid, username } = caller;
  await consumeRateLimits(context.db, [perHour('merge', String(accountid), 10)], now);
  await requireFreshSignIn(context.db, caller, password, now);
  if (await findAccount(context.db, email)) throw new Refusal('EMAIL_ASSOCIATED');
  const { language } = await requireCurrentAccount(context.db, caller);
  await consumeMailAllowance(context.db, email, now);
  const values = { account: username };
  const mail = { kind: 'merge', email, accountid, account: username, language, values } as const;
  await context.db.transaction().execute((db) => queueLinkMail(context, db, mail, now));
}

/**
 * Asks for the password unless this session started within the last ten minutes. Limit the attempts before.
 * @throws REAUTHENTICATION_REQUIRED, VALIDATION (wrong password), BUSY
 */
async function requireFreshSignIn(
  db: Db,
  { sessionid }: Caller,
  password: string | undefined,
  now: Date,
): Promise<void> {
  const { created_at, password_hash } = await getSignInProof(db, sessionid);
  if (now.getTime() - created_at.getTime() <= FRESH_SIGN_IN_SECONDS * 1000) return;
  if (!password) throw new Refusal('REAUTHENTICATION_REQUIRED');
  if (!(await verifyPassword(password_hash, password)))
    throw new Refusal('VALIDATION', { password: 'Your password is incorrect.' });
}

async function confirmMerge(context: AppContext, caller: Caller, token: string, now: Date): Promise<undefined> {
  const { db, jobs, secrets, config } = context;
  const { accountid, username } = caller;
  const { email, jti } = await requireLinkClaims(secrets, ['merge'], token, now);
  await db.transaction().execute(async (db) => {
    await consumeRequestedLink(db, accountid, jti, now);
    const { language } = await requireCurrentAccount(db, caller);
    if (!(await insertEmail(db, accountid, email, now))) throw new Refusal('EMAIL_ASSOCIATED');
    const values = { email, support: config.site.supportEmail };
    await queueMail({ db, jobs }, { kind: 'merge-done', to: username, language, values }, now);
  });
}
