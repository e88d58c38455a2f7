import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Those of the sessions that have not ended and whose account is active. */
export async function listLiveSessions(db: Db, sessionids: string[], now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where('sessions.id', 'in', sessionids)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('accounts.status', '=', 'active')
    .select('sessions.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Accounts that may read a delivery: staff of its label, and operators among `operatorIds`. */
export async function listDeliveryReaders(db: Db, deliveryid: string, operatorIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.account_id as id from deliveries d join account_label s on s.label_id = d.label_id
    where d.deliveryid = ${deliveryid}
    union select id from accounts where id = any(${operatorIds}::int[]) and operator`.execute(db);
  return rows.map(({ id }) => id);
}
