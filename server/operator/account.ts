import { createAccount } from '../access/accounts.ts';
import { createLink, linkPath } from '../access/links.ts';
import { findAccount, lockAccount, updateAccount } from '../access/queries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';

/** A role that is left out stays as it is. */
export interface Roles {
  verified?: boolean;
  label_staff?: boolean;
  operator?: boolean;
}

interface AccountResult {
  created: boolean;
  roles: Required<Roles>;
  /** Sets the password, once and within 48 hours. */
  link: string;
}

const ROLE_NAMES = { verified: 'verified', label_staff: 'label staff' } as const;
type Role = keyof typeof ROLE_NAMES;

/** Creates the account of an address or changes its roles, and creates a link that sets its password. */
export async function changeAccount(context: AppContext, email: string, changes: Roles): Promise<AccountResult> {
  const { db, secrets, address } = context;
  const now = context.now();
  return db.transaction().execute(async (db) => {
    const { accountid, ...result } = await createOrUpdate(db, email, changes, now);
    const token = await createLink(db, secrets, { kind: 'welcome', email, accountid }, now);
    return { ...result, link: `${address.url}${linkPath('welcome', token)}` };
  });
}

async function createOrUpdate(db: Db, email: string, changes: Roles, now: Date) {
  const account = await findAccount(db, email);
  const entry = { at: now, actor: 'command' };
  if (!account) {
    const roles = { verified: false, label_staff: false, operator: false, ...changes };
    const { accountid, playerid } = await createAccount(db, { email, ...roles });
    await insertAudit(db, { ...entry, action: 'account.make', subject: playerid, after: { email, ...roles } });
    return { accountid, created: true, roles };
  }
  const { accountid, playerid, verified, label_staff, operator } = account;
  const before = { verified, label_staff, operator };
  const roles = { ...before, ...changes };
  await updateAccount(db, accountid, roles);
  await insertAudit(db, { ...entry, action: 'account.change', subject: playerid, before, after: roles });
  return { accountid, created: false, roles };
}

/**
 * Gives or takes a role. Permissions follow within 5 s, token claims at the next refresh.
 * @throws one sentence when the address has no account, or the role is set already
 */
export async function setRole({ db, now }: AppContext, email: string, role: Role, isGranted: boolean): Promise<void> {
  await db.transaction().execute(async (db) => {
    const { accountid, playerid, [role]: wasGranted } = await lockAccountByEmail(db, email);
    if (wasGranted === isGranted)
      throw new Error(`${email} is ${isGranted ? 'already' : 'not'} ${ROLE_NAMES[role]}: nothing was changed.`);
    await updateAccount(db, accountid, { [role]: isGranted });
    const entry = { at: now(), actor: 'command', action: 'account.change', subject: playerid };
    await insertAudit(db, { ...entry, before: { [role]: wasGranted }, after: { [role]: isGranted } });
  });
}

/**
 * Locks and returns the account of an address.
 * @throws one sentence when there is none
 */
export async function lockAccountByEmail(db: Db, email: string) {
  const unlocked = await findAccount(db, email);
  if (unlocked) await lockAccount(db, unlocked.accountid);
  const account = unlocked && (await findAccount(db, email));
  if (!account) throw new Error(`No account has the address ${email}.`);
  return account;
}
