import type { Db } from '../platform/database/db.ts';

/** Every address of the account, the oldest first. */
export async function listEmails(db: Db, accountid: number): Promise<string[]> {
  const rows = await db
    .selectFrom('account_emails')
    .where('account_id', '=', accountid)
    .orderBy('added_at')
    .orderBy('email')
    .select('email')
    .execute();
  return rows.map(({ email }) => email);
}

/** False when the address belongs to somebody, this account included. */
export async function putEmail(db: Db, accountid: number, email: string, at: Date): Promise<boolean> {
  const put = await db
    .insertInto('account_emails')
    .values({ email, account_id: accountid, added_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('email')
    .executeTakeFirst();
  return put !== undefined;
}

/** Notifications that went to the address go to the one in use again. */
export async function removeEmail(db: Db, accountid: number, email: string): Promise<void> {
  await db
    .with('gone', (db) =>
      db.deleteFrom('account_emails').where('account_id', '=', accountid).where('email', '=', email).returning('email'),
    )
    .updateTable('accounts')
    .from('gone')
    .set({ mailto: null })
    .where('accounts.id', '=', accountid)
    .whereRef('accounts.mailto', '=', 'gone.email')
    .execute();
}
