import { randomUUID } from 'node:crypto';
import { AboutCompany, AboutYou } from '@promenade/contract/signUp';
import type { Db } from '../platform/database/db.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { deleteHalves, listApplicationHalves, lockApplicationHalves, upsertHalf } from './applicationQueries.ts';
import { createApplication, requireCompanyDetails } from './applications.ts';
import { requireCountry } from './countries.ts';
import { findAccount } from './queries.ts';

const FORMS_PER_NETWORK = 20;

type Half = { half: 1; answers: AboutYou } | { half: 2; answers: AboutCompany & { email: string } };

/**
 * Stores one half of an application; the second to arrive creates the pending account (requirements decision 24).
 * A registered address gets the same response after the same statements, so that the form reveals no accounts.
 * @throws VALIDATION, TOO_MANY_REQUESTS
 */
export async function saveApplicationHalf(
  db: Db,
  { half, answers }: Half,
  network: string,
  now: Date,
): Promise<Record<string, never>> {
  await consumeRateLimits(db, [perHour('recipient form', network, FORMS_PER_NETWORK)], now);
  if (half === 2) requireCountry(answers);
  const { email } = answers;
  await db.transaction().execute(async (db) => {
    await lockApplicationHalves(db, email);
    const isRegistered = (await findAccount(db, email)) !== undefined;
    await upsertHalf(db, { email, half, answers, at: now });
    const [first, second] = await listApplicationHalves(db, email);
    if (!first || !second) return;
    const person = AboutYou.parse(first.answers);
    const company = AboutCompany.parse(second.answers);
    requireCompanyDetails(person.industry, company);
    const application = { ...person, ...company, email: isRegistered ? createUnusedEmail() : email };
    const accountid = await createApplication(db, application, { status: 'pending', password_hash: null }, now);
    await deleteHalves(db, email, isRegistered ? accountid : undefined);
  });
  return {};
}

/** Of an account that no other transaction sees. */
const createUnusedEmail = () => `${randomUUID()}@registered.invalid`;
