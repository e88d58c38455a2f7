import type { Db } from '../platform/database/db.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findAccount } from './queries.ts';

const CHECKS_PER_HOUR = 30;

/**
 * Lets a sign-up go on when its address has no account.
 * @throws CHECK_EMAIL_FAILED, TOO_MANY_REQUESTS
 */
export async function checkEmail(db: Db, email: string, network: string, now: Date): Promise<undefined> {
  await spend(db, [perHour('check email', network, CHECKS_PER_HOUR)], now);
  await requireNewEmail(db, email);
}

/**
 * An account in any state counts: one under review and a closed one, too.
 * @throws CHECK_EMAIL_FAILED
 */
export async function requireNewEmail(db: Db, email: string): Promise<void> {
  if (await findAccount(db, email)) throw new Refusal('CHECK_EMAIL_FAILED');
}
