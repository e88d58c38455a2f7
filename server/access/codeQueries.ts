import { VERIFICATION_CODE_ATTEMPTS } from '@promenade/contract/limits';
import type { Db } from '../platform/database/db.ts';
import type { Rows } from '../platform/database/tables.ts';

/** `hash` is HMAC-SHA-256 of address and code. */
type NewCode = Omit<Rows['signup_codes'], 'attempts'>;

/** An address has one code: the newer takes the older one's place, with all its tries. */
export async function putCode(db: Db, code: NewCode): Promise<void> {
  const { hash, expires_at } = code;
  await db
    .insertInto('signup_codes')
    .values({ ...code, attempts: 0 })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ hash, expires_at, attempts: 0 }))
    .execute();
}

/** The hash of the open code of an address, at the price of one try; undefined when it is over or has none left. */
export async function tryCode(db: Db, email: string, at: Date): Promise<Buffer | undefined> {
  const code = await db
    .updateTable('signup_codes')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('email', '=', email)
    .where('attempts', '<', VERIFICATION_CODE_ATTEMPTS)
    .where('expires_at', '>', at)
    .returning('hash')
    .executeTakeFirst();
  return code?.hash;
}

/** False when the code was used or replaced meanwhile. */
export async function takeCode(db: Db, email: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('signup_codes')
    .where('email', '=', email)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
