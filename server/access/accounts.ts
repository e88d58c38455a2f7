import type { Db } from '../platform/db.ts';
import { hashPassword } from './passwords.ts';
import { type NewAccount, putAccount } from './queries.ts';

/** Every account holds it: what is delivered to no other package goes there. */
const EVERYONE = 'Everyone';

interface Wanted extends Omit<NewAccount, 'password_hash'> {
  /** None: the account cannot sign in until a link sets one. */
  password?: string;
  /** Names of packages beside "Everyone"; those that do not exist are left out. */
  packages?: string[];
}

/** Makes an active account, unless `status` says otherwise. The address must be lower-case and belong to nobody. */
export async function createAccount(
  db: Db,
  { password, packages = [], ...account }: Wanted,
): Promise<{ accountid: number; playerid: string }> {
  const password_hash = password === undefined ? null : await hashPassword(password);
  return putAccount(db, { ...account, password_hash, packages: [EVERYONE, ...packages] });
}
