import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, insertAccount, type NewAccount } from './queries.ts';

/** Every account holds this package; releases that name no package are delivered to it. */
export const EVERYONE = 'Everyone';

/** Gives and takes packages by their rules, in the transaction in which the account changed. */
export type ApplyRules = (db: Db, accountid: number) => Promise<void>;

interface AccountInput extends NewAccount {
  /** Without `password` and `password_hash` the account cannot sign in until a link sets a password. */
  password?: string;
  /** Names of further packages; unknown names are ignored. */
  packages?: string[];
}

/**
 * Creates an account, active by default, whose country and company are approved unless `approved_country` and
 * `approved_company` say otherwise. The address must be lower-case and free.
 */
export async function createAccount(
  db: Db,
  { password, packages = [], ...account }: AccountInput,
): Promise<{ accountid: number; playerid: string }> {
  const credentials = password === undefined ? {} : { password_hash: await hashPassword(password) };
  const approved = { approved_country: account.country ?? '', approved_company: account.company ?? '' };
  return insertAccount(db, { ...approved, ...account, ...credentials, packages: [EVERYONE, ...packages] });
}

/** Returns the caller's account if it still has the address of the session; a concurrent split may have removed it. */
export async function requireCurrentAccount(db: Db, { accountid, username }: Pick<Caller, 'accountid' | 'username'>) {
  const account = await findAccount(db, username);
  if (account?.accountid !== accountid) throw new Refusal('UNAUTHENTICATED');
  return account;
}
