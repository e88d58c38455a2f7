import { sql } from 'kysely';
import type { Db } from './db.ts';

/** What this installation wrote down about itself under that name. */
export async function recall(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Replaces what stood under this name. */
export async function remember(db: Db, name: string, fact: unknown): Promise<void> {
  const value = JSON.stringify(fact);
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Nobody and nothing is in it yet. */
export async function isNew(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isnew: boolean }>`
    select not exists (select from accounts) and not exists (select from releases) as isnew`.execute(db);
  return rows[0]?.isnew === true;
}
