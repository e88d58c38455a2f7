import { VERIFICATION_CODE_ATTEMPTS } from '@promenade/contract/limits';
import type { Db } from '../platform/database/db.ts';
import type { Rows } from '../platform/database/tables.ts';

/** Stores the only code of an address and resets its attempts. `hash` is HMAC-SHA-256 of address and code. */
export async function upsertCode(db: Db, code: Omit<Rows['signup_codes'], 'attempts'>): Promise<void> {
  const { hash, expires_at } = code;
  await db
    .insertInto('signup_codes')
    .values({ ...code, attempts: 0 })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ hash, expires_at, attempts: 0 }))
    .execute();
}

/** Counts an attempt and returns the hash of the code; undefined when it expired or has no attempt left. */
export async function consumeAttempt(db: Db, email: string, now: Date): Promise<Buffer | undefined> {
  const code = await db
    .updateTable('signup_codes')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('email', '=', email)
    .where('attempts', '<', VERIFICATION_CODE_ATTEMPTS)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst();
  return code?.hash;
}

/** Returns false when the code was used or replaced meanwhile. */
export async function deleteCode(db: Db, email: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('signup_codes')
    .where('email', '=', email)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

export async function deleteOldCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('signup_codes').where('expires_at', '<', now).execute();
}

export async function deleteAllCodes(db: Db): Promise<void> {
  await db.deleteFrom('signup_codes').execute();
}
