import type pg from 'pg';

// A restore leaves this table until everything is checked, so that no service starts with half of the data.

const TABLE = 'unfinished_restore';

export async function isRestoreUnfinished(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>('select to_regclass($1) is not null as is', [TABLE]);
  return rows[0]?.is === true;
}

/** @throws one sentence */
export async function requireNoUnfinishedRestore(pool: pg.Pool): Promise<void> {
  if (await isRestoreUnfinished(pool))
    throw new Error('The restore of this installation did not finish: run `npm run restore` again.');
}

export async function markRestoreUnfinished(pool: pg.Pool): Promise<void> {
  await pool.query(`create table ${TABLE} (started_at timestamptz not null default now())`);
}

export async function markRestoreFinished(pool: pg.Pool): Promise<void> {
  await pool.query(`drop table ${TABLE}`);
}
