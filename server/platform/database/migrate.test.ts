import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { openDb } from './db.ts';
import { migrate } from './migrate.ts';

const { pool, connection } = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'promenade-migrations-'));
afterAll(() => rm(folder, { recursive: true }));

test('an up-to-date database runs no migration', async () => {
  expect(await migrate(pool)).toEqual([]);
});

test('every table has a primary key, so that logical replication may publish its deletions', async () => {
  const { rows } = await pool.query(`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`);
  expect(rows).toEqual([]);
});

test('a schema newer than the code is refused with one sentence', async () => {
  await expect(migrate(pool, folder)).rejects.toThrow(
    /^This database was created by a newer version of Promenade \(it has 0001_accounts\.sql\): update the program\.$/,
  );
});

test('a table that a migration fills is vacuumed and analysed at once', async () => {
  await pool.query('truncate schema_migrations');
  const otherFolder = await mkdtemp(join(tmpdir(), 'promenade-migrations-'));
  await writeFile(join(otherFolder, '0001_numbers.sql'), 'create table numbers as select generate_series(1, 1000) n;');
  expect(await migrate(pool, otherFolder)).toEqual(['0001_numbers.sql']);
  await rm(otherFolder, { recursive: true });
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select last_vacuum is not null as done, reltuples from pg_stat_user_tables join pg_class on pg_class.oid = relid where pg_class.relname = 'numbers'",
      );
      return rows;
    })
    .toEqual([{ done: true, reltuples: 1000 }]);
});

test('two processes that migrate at once run each file once; a failing file leaves nothing and runs once it is corrected', async () => {
  await pool.query('truncate schema_migrations');
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id int);');
  await writeFile(join(folder, '0002_second.sql'), 'create table second (id int); select 1 / 0;');
  const other = openDb(connection, 1);
  const outcomes = await Promise.allSettled([migrate(pool, folder), migrate(other.pool, folder)]);
  await other.close();
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(String((outcomes[0] as PromiseRejectedResult).reason)).toContain(
    'The migration 0002_second.sql failed: division by zero',
  );
  await writeFile(join(folder, '0002_second.sql'), 'create table second (id int);');
  expect(await migrate(pool, folder)).toEqual(['0002_second.sql']);
});
