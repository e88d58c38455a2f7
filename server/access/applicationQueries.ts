import pg from 'pg';
import type { Db } from '../platform/database/db.ts';

interface NewApplication {
  account_id: number;
  /** Kept as JSON. */
  answers: object;
  created_at: Date;
  decision: 'approved' | null;
}

/** Keeps what a sign-up told; one with a decision was decided at once. */
export async function putApplication(db: Db, application: NewApplication): Promise<void> {
  const { answers, created_at, decision } = application;
  const decided_at = decision && created_at;
  await db
    .insertInto('applications')
    .values({ ...application, answers: JSON.stringify(answers), decided_at })
    .execute();
}

/** What was decided, and when; nothing for an account that no application made. */
export async function putDecision(
  db: Db,
  accountid: number,
  decision: 'approved' | 'rejected',
  at: Date,
): Promise<void> {
  await db.updateTable('applications').set({ decision, decided_at: at }).where('account_id', '=', accountid).execute();
}

/** Whether a statement failed because its address belongs to an account already. */
export const isTaken = (reason: unknown): boolean =>
  reason instanceof pg.DatabaseError && reason.constraint === 'account_emails_pkey';
