import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Two halves of one address wait for each other until the transaction ends. */
export async function lockHalves(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`application ${email}`}, 0))`.execute(db);
}

interface NewHalf {
  email: string;
  half: 1 | 2;
  /** Kept as JSON. */
  answers: object;
  at: Date;
}

/** A half that is sent again replaces itself. */
export async function putHalf(db: Db, { email, half, answers, at }: NewHalf): Promise<void> {
  const kept = { answers: JSON.stringify(answers), at };
  await db
    .insertInto('application_halves')
    .values({ email, half, ...kept })
    .onConflict((conflict) => conflict.columns(['email', 'half']).doUpdateSet(kept))
    .execute();
}

/** The halves of an address that are there, the person's first. */
export function findHalves(db: Db, email: string) {
  return db
    .selectFrom('application_halves')
    .where('email', '=', email)
    .select(['half', 'answers'])
    .orderBy('half')
    .execute();
}

/** Forgets both halves of an address. */
export async function dropHalves(db: Db, email: string): Promise<void> {
  await db.deleteFrom('application_halves').where('email', '=', email).execute();
}
