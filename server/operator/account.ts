import { createAccount } from '../access/accounts.ts';
import { linkPath, makeLink } from '../access/links.ts';
import { findAccount, updateAccount } from '../access/queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { putAudit } from './queries.ts';

/** What an account may do; a role that is not named stays as it is. */
export interface Roles {
  verified?: boolean;
  label_staff?: boolean;
  operator?: boolean;
}

/** What the command tells afterwards. */
export interface AccountChanged {
  made: boolean;
  roles: Required<Roles>;
  /** Where its password is set, within 48 hours and once. */
  link: string;
}

/** Makes the account of an address, or gives or takes roles of the one that has it; either way with a new link. */
export async function changeAccount(
  { db, secrets, address, now }: Pick<AppContext, 'db' | 'secrets' | 'address' | 'now'>,
  email: string,
  wanted: Roles,
): Promise<AccountChanged> {
  const at = now();
  const { token, ...changed } = await db.transaction().execute(async (db) => {
    const { accountid, ...outcome } = await makeOrChange(db, email, wanted, at);
    return { ...outcome, token: await makeLink(db, secrets, { kind: 'welcome', email, accountid }, at) };
  });
  return { ...changed, link: `${address.url}${linkPath('welcome', token)}` };
}

async function makeOrChange(db: Db, email: string, wanted: Roles, at: Date) {
  const found = await findAccount(db, email);
  const none = { verified: false, label_staff: false, operator: false };
  if (!found) {
    const roles = { ...none, ...wanted };
    const { accountid, playerid } = await createAccount(db, { email, ...roles });
    await putAudit(db, { at, actor: 'command', action: 'account.make', subject: playerid, after: { email, ...roles } });
    return { accountid, made: true, roles };
  }
  const { accountid, playerid, verified, label_staff, operator } = found;
  const before = { verified, label_staff, operator };
  const roles = { ...before, ...wanted };
  await updateAccount(db, accountid, roles);
  await putAudit(db, { at, actor: 'command', action: 'account.change', subject: playerid, before, after: roles });
  return { accountid, made: false, roles };
}
