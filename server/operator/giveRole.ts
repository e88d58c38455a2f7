import { updateAccount } from '../access/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { holdAccount } from './holdAccount.ts';
import { putAudit } from './queries.ts';

const WORDS = { verified: 'verified', label_staff: 'label staff' } as const;

/**
 * Gives a role to an account or takes it away. What the service allows follows within 5 s, what a token says at the
 * next refresh.
 * @throws one sentence when the address has no account, or the account is that already
 */
export async function giveRole(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  email: string,
  role: keyof typeof WORDS,
  wanted: boolean,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (db) => {
    const { accountid, playerid, [role]: is } = await holdAccount(db, email);
    if (is === wanted)
      throw new Error(`${email} is ${wanted ? 'already' : 'not'} ${WORDS[role]}: nothing was changed.`);
    await updateAccount(db, accountid, { [role]: wanted });
    const line = { at, actor: 'command', action: 'account.change', subject: playerid };
    await putAudit(db, { ...line, before: { [role]: is }, after: { [role]: wanted } });
  });
}
