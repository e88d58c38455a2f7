import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDb } from '../testing/database.ts';
import { openDb } from './db.ts';
import { migrate } from './migrate.ts';

const { pool, connection } = await testDb();
const folder = await mkdtemp(join(tmpdir(), 'promenade-migrations-'));
afterAll(() => rm(folder, { recursive: true }));

test('a database that is up to date is left alone', async () => {
  expect(await migrate(pool)).toEqual([]);
});

test('a schema newer than the code stops the start with one sentence', async () => {
  await expect(migrate(pool, folder)).rejects.toThrow(
    /^This database was made by a newer version of Promenade \(it holds 0001_accounts\.sql\): update the program\.$/,
  );
});

test('two that start at once run each file once, a failing file leaves nothing, and it runs when mended', async () => {
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
