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
