import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Lets accounts hear a release, whatever it was delivered to. */
export async function addListeners(db: Db, releaseId: number, accountids: number[]): Promise<void> {
  if (accountids.length === 0) return;
  await sql`
    update releases set audience = audience || array(
      select -id from unnest(${accountids}::int[]) listener (id) where not audience @> array[-id])
    where id = ${releaseId}`.execute(db);
}

/** The accounts that a release was passed on to. */
export async function findListeners(db: Db, releaseId: number): Promise<number[]> {
  const rows = await db.selectFrom('shares').where('release_id', '=', releaseId).select('to_id').distinct().execute();
  return rows.map(({ to_id }) => to_id);
}
