import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** Where this version's migrations lie. */
export const migrationsFolder = join(import.meta.dirname, '..', '..', 'migrations');

/** Any number, the same in every process: two that start at once migrate one after the other. */
const MIGRATION_LOCK = 4_040_001;

/**
 * Brings the schema up to this version: every file of the folder that has not run yet, in order, each in one
 * transaction. Returns the names of the files that ran.
 * @throws one sentence when the schema is newer than the code
 */
export async function migrate(pool: pg.Pool, folder = migrationsFolder): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const ran = await runMissing(client, folder);
    // A table that was written anew has no map of what everyone sees, without which no index answers alone.
    if (ran.length > 0) await client.query('vacuum analyze');
    return ran;
  } finally {
    // Closing the connection gives the lock and the timeout back, whatever happened on it.
    client.release(true);
  }
}

async function runMissing(client: pg.PoolClient, folder: string): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, at timestamptz not null default now())',
  );
  const files = (await readdir(folder)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort();
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  const done = new Set(rows.map(({ name }) => name));
  const unknown = [...done].find((name) => !files.includes(name));
  if (unknown) {
    throw new Error(
      `This database was made by a newer version of Promenade (it holds ${unknown}): update the program.`,
    );
  }
  const missing = files.filter((file) => !done.has(file));
  for (const file of missing) await runFile(client, folder, file);
  return missing;
}

async function runFile(client: pg.PoolClient, folder: string, file: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(await readFile(join(folder, file), 'utf8'));
    await client.query('insert into schema_migrations (name) values ($1)', [file]);
    await client.query('commit');
  } catch (reason) {
    await client.query('rollback');
    throw new Error(`The migration ${file} failed: ${reason instanceof Error ? reason.message : String(reason)}`, {
      cause: reason,
    });
  }
}
