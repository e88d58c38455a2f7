import { AboutCompany, AboutYou } from '@promenade/contract/signUp';
import * as z from 'zod/mini';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { defineJob, RETRIED } from '../platform/jobs/job.ts';
import { deleteHalves, listApplicationHalves, lockApplicationHalves, upsertHalf } from './applicationQueries.ts';
import { createApplication, requireCompanyDetails } from './applications.ts';
import { requireCountry } from './countries.ts';
import { findAccount } from './queries.ts';

const FORMS_PER_NETWORK = 20;

type Half = { half: 1; answers: AboutYou } | { half: 2; answers: AboutCompany & { email: string } };

/**
 * Stores one half of an application; the second to arrive queues a job that creates the pending account (requirements
 * decision 24). Whether the address is registered is asked there, so that neither response nor timing reveals it.
 * @param root counts attempts, refused ones too
 */
export async function saveApplicationHalf(
  { db, root, jobs }: Pick<AppContext, 'db' | 'jobs'> & { root: Db },
  { half, answers }: Half,
  network: string,
  now: Date,
): Promise<Record<string, never>> {
  await consumeRateLimits(root, [perHour('recipient form', network, FORMS_PER_NETWORK)], now);
  if (half === 2) requireCountry(answers);
  const { email } = answers;
  await inTransaction(db, async (db) => {
    await lockApplicationHalves(db, email);
    await upsertHalf(db, { email, half, answers, at: now });
    const halves = await findApplicationHalves(db, email);
    if (!halves) return;
    requireCompanyDetails(halves.person.industry, halves.company);
    await jobs.send(db, applicationJob, { email });
  });
  return {};
}

/** Creates the pending account of an address whose halves have arrived; for a registered one it only deletes them. */
export async function joinApplicationHalves(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { email }: { email: string },
): Promise<void> {
  await db.transaction().execute(async (db) => {
    await lockApplicationHalves(db, email);
    const halves = await findApplicationHalves(db, email);
    if (!halves) return;
    const application = { ...halves.person, ...halves.company, email };
    if (!(await findAccount(db, email)))
      await createApplication(db, application, { status: 'pending', password_hash: null }, now());
    await deleteHalves(db, email);
  });
}

async function findApplicationHalves(db: Db, email: string) {
  const [first, second] = await listApplicationHalves(db, email);
  return first && second && { person: AboutYou.parse(first.answers), company: AboutCompany.parse(second.answers) };
}

/** Queued, so that the response time does not reveal whether there is an account. */
export const applicationJob = defineJob('application', joinApplicationHalves, {
  payload: z.object({ email: z.string() }),
  ...RETRIED,
});
