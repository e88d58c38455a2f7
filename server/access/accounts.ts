import type { Db } from '../platform/database/db.ts';
import { hashPassword } from './passwords.ts';
import { type NewAccount, putAccount } from './queries.ts';

/** Every account holds it: what is delivered to no other package goes there. */
const EVERYONE = 'Everyone';

interface Wanted extends NewAccount {
  /** Neither this nor `password_hash`: the account cannot sign in until a link sets one. */
  password?: string;
  /** Names of packages beside "Everyone"; those that do not exist are left out. */
  packages?: string[];
}

/** Makes an active account, unless `status` says otherwise. The address must be lower-case and belong to nobody. */
export async function createAccount(
  db: Db,
  { password, packages = [], ...account }: Wanted,
): Promise<{ accountid: number; playerid: string }> {
  const hashed = password === undefined ? {} : { password_hash: await hashPassword(password) };
  return putAccount(db, { ...account, ...hashed, packages: [EVERYONE, ...packages] });
}
