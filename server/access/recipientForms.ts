import { AboutCompany, AboutYou } from '@promenade/contract/signUp';
import type { Db } from '../platform/database/db.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { apply, orTaken, requireCompany } from './applications.ts';
import { requirePlace } from './places.ts';
import { findAccount } from './queries.ts';
import { dropHalves, findHalves, lockHalves, putHalf } from './recipientFormQueries.ts';

const FORMS_PER_NETWORK = 20;

/**
 * Keeps the half about the person, or makes the account under review when the other half is there (decision 24).
 * @throws VALIDATION (what the industry asks of the other half), TOO_MANY_REQUESTS
 */
export async function keepAboutYou(
  db: Db,
  answers: AboutYou,
  network: string,
  now: Date,
): Promise<Record<string, never>> {
  await spend(db, [perHour('recipient form', network, FORMS_PER_NETWORK)], now);
  return keep(db, 1, answers, now);
}

/**
 * The same with the half about the company.
 * @throws VALIDATION, TOO_MANY_REQUESTS
 */
export async function keepAboutCompany(
  db: Db,
  answers: AboutCompany & { email: string },
  network: string,
  now: Date,
): Promise<Record<string, never>> {
  await spend(db, [perHour('recipient form', network, FORMS_PER_NETWORK)], now);
  requirePlace(answers);
  return keep(db, 2, answers, now);
}

/** An address that has an account gets the same answer, and nothing is kept: nobody learns who is here. */
async function keep(db: Db, half: 1 | 2, answers: { email: string }, now: Date): Promise<Record<string, never>> {
  const { email } = answers;
  const kept = db.transaction().execute(async (db) => {
    await lockHalves(db, email);
    if (await findAccount(db, email)) return;
    await putHalf(db, { email, half, answers, at: now });
    const [first, second] = await findHalves(db, email);
    if (!first || !second) return;
    const you = AboutYou.parse(first.answers);
    const company = AboutCompany.parse(second.answers);
    requireCompany(you.industry, company);
    await apply(db, { ...you, ...company }, { status: 'pending', password_hash: null }, now);
    await dropHalves(db, email);
  });
  await orTaken(kept);
  return {};
}
