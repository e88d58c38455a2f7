import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './db.ts';

const migrationsFolder = join(import.meta.dirname, '..', '..', 'migrations');

/** An arbitrary advisory lock number: processes that start at once migrate one after the other. */
const MIGRATION_LOCK = 4_040_001;
/** The PostgreSQL error for a lock that was not free within `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The names of all migrations of this version, in order. */
export const listMigrations = async (folder = migrationsFolder): Promise<string[]> =>
  (await readdir(folder)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort();

/** The names of the migrations that this database has. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Runs each SQL file that `schema_migrations` does not list, in order, in its own transaction. Returns their names.
 * There are no down migrations.
 * @param only names of the files to run, for a restore into an older schema
 * @throws one sentence when the schema is newer than the code, or when another process migrates longer than `waitMs`
 */
export async function migrate(
  pool: pg.Pool,
  folder = migrationsFolder,
  only?: string[],
  waitMs = 600_000,
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = ${waitMs}`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]).catch((reason: pg.DatabaseError) => {
      if (reason.code !== LOCK_NOT_AVAILABLE) throw reason;
      throw new Error('Another process has been updating the database for too long: start again when it is done.', {
        cause: reason,
      });
    });
    const migrations = await runPending(client, folder, only);
    // Index-only scans need the visibility map, which a rewritten table lacks. A restore fills the tables first.
    if (migrations.length > 0 && !only) await client.query('vacuum analyze');
    return migrations;
  } finally {
    // Closing the connection releases the lock and resets the timeouts.
    client.release(true);
  }
}

async function runPending(client: pg.PoolClient, folder: string, only?: string[]): Promise<string[]> {
  // A database that is read-only has no pending migrations, and refuses this even when the table is there.
  const { rows: found } = await client.query<{ is: boolean }>(
    `select to_regclass('schema_migrations') is not null as is`,
  );
  if (!found[0]?.is)
    await client.query('create table schema_migrations (name text primary key, at timestamptz not null default now())');
  const files = await listMigrations(folder);
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  const unknown = rows.find(({ name }) => !files.includes(name));
  if (unknown) {
    throw new Error(
      `This database was created by a newer version of Promenade (it has ${unknown.name}): update the program.`,
    );
  }
  const applied = new Set(rows.map(({ name }) => name));
  const pending = files.filter((file) => !applied.has(file) && (only?.includes(file) ?? true));
  for (const file of pending) await runFile(client, folder, file);
  return pending;
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
