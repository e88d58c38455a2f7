import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findAccount } from './queries.ts';

/**
 * The account of a session whose address it still has: a split on another device may just have ended the session.
 * @throws UNAUTHENTICATED
 */
export async function requireAddressInUse(db: Db, { accountid, username }: Pick<Caller, 'accountid' | 'username'>) {
  const account = await findAccount(db, username);
  if (account?.accountid !== accountid) throw new Refusal('UNAUTHENTICATED');
  return account;
}
