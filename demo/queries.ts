import { sql } from 'kysely';
import type { Db } from '../server/platform/database/db.ts';

/** Those of the identities that are releases already. */
export async function madeOf(db: Db, identities: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('releases')
    .select('identity')
    .where('identity', '=', sql<string>`any(${identities}::text[])`)
    .execute();
  return new Set(rows.map(({ identity }) => identity));
}
