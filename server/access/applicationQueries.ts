import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../platform/database/db.ts';

interface NewApplication {
  account_id: number;
  answers: object;
  created_at: Date;
  decision: 'approved' | null;
}

export async function insertApplication(db: Db, application: NewApplication): Promise<void> {
  const { answers, created_at, decision } = application;
  const decided_at = decision && created_at;
  await db
    .insertInto('applications')
    .values({ ...application, answers: JSON.stringify(answers), decided_at })
    .execute();
}

export type Decision = 'approved' | 'rejected';

/** Null takes it back. Does nothing for an account without an application. */
export async function setDecision(
  db: Db,
  accountid: number,
  decision: Decision | null,
  now: Date | null,
): Promise<void> {
  await db.updateTable('applications').set({ decision, decided_at: now }).where('account_id', '=', accountid).execute();
}

/** Whether a statement failed because the address belongs to an account already. */
export const isEmailTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'account_emails_pkey';

/** Locks both halves of an address until the transaction ends. */
export async function lockApplicationHalves(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`application ${email}`}, 0))`.execute(db);
}

interface ApplicationHalf {
  email: string;
  half: 1 | 2;
  answers: object;
  at: Date;
}

export async function upsertHalf(db: Db, { email, half, answers, at }: ApplicationHalf): Promise<void> {
  const content = { answers: JSON.stringify(answers), at };
  await db
    .insertInto('application_halves')
    .values({ email, half, ...content })
    .onConflict((conflict) => conflict.columns(['email', 'half']).doUpdateSet(content))
    .execute();
}

/** Lists the stored halves of an address in order. */
export function listApplicationHalves(db: Db, email: string) {
  return db
    .selectFrom('application_halves')
    .where('email', '=', email)
    .select(['half', 'answers'])
    .orderBy('half')
    .execute();
}

export async function deleteHalves(db: Db, email: string): Promise<void> {
  await db.deleteFrom('application_halves').where('email', '=', email).execute();
}

export async function deleteOldHalves(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('application_halves').where('at', '<', before).execute();
}

/** Addresses of accounts that wait for a decision, and that a trusted label invited to apply; at most 100. */
export async function listTrustedApplicants(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct on (a.id) e.email from accounts a join account_emails e on e.account_id = a.id
    join label_invitations i on i.address = e.email join labels l on l.id = i.label_id and l.trusted
    where a.status = 'pending' and exists (select from applications p where p.account_id = a.id and p.decision is null)
    order by a.id, e.email limit 100`.execute(db);
  return rows.map(({ email }) => email);
}
