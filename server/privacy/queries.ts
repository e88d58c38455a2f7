import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** When the deletion of an account was requested. */
export async function findDeletion(db: Db, accountid: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('account_deletions')
    .where('account_id', '=', accountid)
    .select('requested_at')
    .executeTakeFirst();
  return row?.requested_at;
}

/** False if it was requested already. */
export async function insertDeletion(db: Db, accountid: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into account_deletions (account_id, requested_at) values (${accountid}, ${now})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

/** False if it was not requested. */
export async function deleteDeletion(db: Db, accountid: number): Promise<boolean> {
  const { rows } = await sql`delete from account_deletions where account_id = ${accountid} returning 1`.execute(db);
  return rows.length > 0;
}
