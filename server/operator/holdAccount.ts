import { findAccount, lockAccount } from '../access/queries.ts';
import type { Db } from '../platform/database/db.ts';

/**
 * The account of an address, which nobody else changes until the transaction ends.
 * @throws one sentence when there is none
 */
export async function holdAccount(db: Db, email: string) {
  const known = await findAccount(db, email);
  if (known) await lockAccount(db, known.accountid);
  const held = known && (await findAccount(db, email));
  if (!held) throw new Error(`No account has the address ${email}.`);
  return held;
}
