import type { FilterChoice } from '@promenade/contract/options';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Sorted by name. */
export interface FilterChoices {
  genres: FilterChoice[];
  moods: FilterChoice[];
  instruments: FilterChoice[];
  markets: FilterChoice[];
  packages: FilterChoice[];
}

const listed = (table: keyof FilterChoices, condition = sql``) => sql`(
  select coalesce(json_agg(json_build_object('id', id::text, 'name', name) order by name collate "und-x-icu", id), '[]')
  from ${sql.table(table)} ${condition}) as ${sql.ref(table)}`;

/** Everything that releases can be filtered by; of the packages those in this audience. */
export async function listFilterChoices(db: Db, audience: number[]): Promise<FilterChoices> {
  const { rows } = await sql<FilterChoices>`
    select ${listed('genres')}, ${listed('moods')}, ${listed('instruments')}, ${listed('markets')},
      ${listed('packages', sql`where id = any(${audience}::int[])`)}`.execute(db);
  return rows[0] ?? { genres: [], moods: [], instruments: [], markets: [], packages: [] };
}

/** Returns those of these markets that exist. */
export async function findMarkets(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('markets').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}
