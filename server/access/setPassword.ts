import * as z from 'zod/mini';
import type { AppContext } from '../platform/context.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { defineJob, RETRIED } from '../platform/jobs/job.ts';
import { revokeLinks } from './linkQueries.ts';
import { consumeLink, queueLinkMail, requireLinkClaims } from './links.ts';
import { consumeMailAllowance } from './mailAllowance.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, updateAccount } from './queries.ts';
import { endSessions } from './sessionQueries.ts';
import type { SessionContext } from './sessions.ts';

/**
 * Queues a job that mails a reset link. Takes the same steps for every address, so that neither response nor timing
 * reveals an account. The specified method is GET, which any page can make a browser send: `site` is Sec-Fetch-Site.
 */
export async function requestReset(
  { db, jobs }: AppContext,
  { email, network, site }: { email: string; network: string; site: string | undefined },
  now: Date,
): Promise<undefined> {
  if (site !== undefined && site !== 'same-origin') throw new Refusal('CROSS_SITE');
  await consumeRateLimits(db, [perHour('reset-network', network, 30)], now);
  await consumeMailAllowance(db, email, now);
  await jobs.send(db, resetMailJob, { email });
}

/** Mails a reset link to an active account; does nothing for any other address. */
export async function sendResetMail(context: AppContext, { email }: { email: string }): Promise<void> {
  const account = await findAccount(context.db, email);
  if (account?.status !== 'active') return;
  const { accountid, language } = account;
  const mail = { kind: 'reset', email, accountid, language } as const;
  await context.db.transaction().execute((db) => queueLinkMail(context, db, mail, context.now()));
}

/** Sets the password with a reset or welcome link, and ends all sessions and open links of the account. */
export async function setPassword(
  { db, secrets, authenticator }: SessionContext,
  { token, password, network }: { token: string; password: string; network: string },
  now: Date,
): Promise<undefined> {
  await consumeRateLimits(db, [perHour('set-password', network, 60)], now);
  const { jti } = await requireLinkClaims(secrets, ['reset', 'welcome'], token, now);
  const password_hash = await hashPassword(password);
  const ended = await db.transaction().execute(async (db) => {
    const { accountid } = await consumeLink(db, jti, now);
    await updateAccount(db, accountid, { password_hash });
    await revokeLinks(db, accountid, now);
    return endSessions(db, { account_id: accountid }, now);
  });
  authenticator.invalidateSessions(ended);
}

/** Queued, so that the response time does not reveal whether the address is known. */
export const resetMailJob = defineJob('reset-mail', sendResetMail, {
  payload: z.object({ email: z.string() }),
  ...RETRIED,
  expireInSeconds: 60,
});
