import type { AppContext } from '../platform/context.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { mailLink } from './mailLink.ts';
import { findAccount } from './queries.ts';

/**
 * Asks for a reset mail. What is done here is the same for every address, so that neither the answer nor its time tells
 * whether it has an account; the rest is the job's.
 * @throws TOO_MANY_REQUESTS
 */
export async function requestReset(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { email, network }: { email: string; network: string },
  now: Date,
): Promise<undefined> {
  const limits = [perHour('reset-address', email, 5), perHour('reset-network', network, 30)];
  await spend(db, limits, now);
  await jobs.send(db, 'reset-mail', { email });
}

/** The job behind: an active account gets a link, with or without a password so far; anyone else gets nothing. */
export async function mailReset(context: AppContext, { email }: { email: string }): Promise<void> {
  const account = await findAccount(context.db, email);
  if (account?.status !== 'active') return;
  const { accountid, language } = account;
  const mail = { kind: 'reset', email, accountid, language } as const;
  await context.db.transaction().execute((db) => mailLink(context, db, mail, context.now()));
}
