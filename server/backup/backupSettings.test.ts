import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportPlay } from '@promenade/contract/library';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { requireSameInstallation } from '../platform/process/installation.ts';
import { createDiskStorage } from '../platform/storage/storage.ts';
import { createTestDatabase } from '../testing/database.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { startTestServer } from '../testing/testServer.ts';
import { createBackup } from './createBackup.ts';
import { restoreBackup } from './restoreBackup.ts';
import * as queries from './tableQueries.ts';

/** Backups from and into databases that are set otherwise. */
const server = await startTestServer();
const { db, storage, secrets, now } = server;
await requireSameInstallation(db, secrets, storage);
const home = await temporaryFolder('promenade-backup-settings-');
afterAll(() => rm(home, { recursive: true, force: true }));

const player = await server.signedIn();
const { trackids } = await server.release();
await player.call(reportPlay, { body: { trackid: trackids[0] ?? '', seconds: 30 } });

const silent = { print: () => {} };
const folderOf = (name: string) => join(home, name);
const backUp = (name: string, source: Parameters<typeof createBackup>[0] = server) =>
  createBackup(source, folderOf(name), { ...silent, check: false });

/** An empty database and data folder. */
async function createTarget(name: string) {
  const { connection, close: _close, ...database } = await createTestDatabase({ isBlank: true });
  /** Sessions begin anew, with settings that were changed meanwhile. */
  const reconnect = async () => {
    const client = await database.pool.connect();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    client.release(true);
  };
  const media = createDiskStorage(join(folderOf(name), 'media'));
  return { ...database, storage: media, secrets, now, database: String(connection.database), reconnect };
}
type Target = Awaited<ReturnType<typeof createTarget>>;

const restore = (target: Target, name: string) =>
  restoreBackup(target, folderOf(name), { ...silent, newSecret: false });

/** All rows of a table as JSON, sorted. */
async function readRows({ pool }: Pick<Target, 'pool'>, table: string): Promise<unknown[]> {
  const { rows } = await pool.query<{ row: unknown }>(`select to_jsonb(t) as row from ${table} t order by 1`);
  return rows;
}

const FORMATS: [string, string][] = [
  ['German', 'escape'],
  ['SQL, DMY', 'hex'],
  ['Postgres, MDY', 'hex'],
];

test.each(FORMATS)(
  'a backup of an earlier version in dates of %s and bytes of %s is restored, also where these are set',
  async (dateStyle, bytes) => {
    const name = `${dateStyle} backup`;
    const settings = { DateStyle: dateStyle, bytea_output: bytes, TimeZone: 'UTC' };
    // As earlier versions connected to a database with these settings.
    const onConnect = async (client: pg.ClientBase) => {
      for (const setting of Object.entries(settings)) await client.query('select set_config($1, $2, false)', setting);
    };
    const options = { ...server.pool.options, onConnect };
    const former = new pg.Pool(options);
    const manifest = await createBackup({ db, pool: former, now, storage }, folderOf(name), {
      ...silent,
      check: false,
    });
    await former.end();
    const { settings: _settings, ...formerManifest } = manifest;
    await writeFile(join(folderOf(name), 'backup.json'), JSON.stringify(formerManifest));

    const target = await createTarget(`${name} copy`);
    for (const [setting, value] of Object.entries({ ...settings, TimeZone: 'Asia/Tokyo' }))
      await target.pool.query(`alter database ${target.database} set ${setting} = '${value}'`);
    await target.reconnect();
    await restore(target, name);
    for (const table of ['sessions', 'stored_files', 'listens', 'releases'])
      expect(await readRows(target, table)).toEqual(await readRows(server, table));

    // What is copied there is read here.
    const again = `${name} again`;
    await backUp(again, target);
    await restore(await createTarget(`${again} copy`), again);
  },
);

test('an installation in a schema named like its role is restored into any other one, and the other way round', async () => {
  await backUp('public');
  const own = await createTarget('own');
  await own.pool.query('create schema promenade');
  await own.reconnect();
  await restore(own, 'public');
  expect(await queries.getSchema(own.pool)).toBe('promenade');
  expect((await own.pool.query('select from accounts')).rowCount).toBeGreaterThan(0);
  expect((await own.pool.query("select to_regclass('public.accounts') as accounts")).rows).toEqual([
    { accounts: null },
  ]);
  await backUp('own', own);
  const target = await createTarget('public copy');
  await restore(target, 'own');
  expect(await readRows(target, 'accounts')).toEqual(await readRows(server, 'accounts'));
  // A schema of the role that is made later hides nothing.
  await target.pool.query('create schema promenade');
  await target.reconnect();
  expect(await migrate(target.pool)).toEqual([]);
  expect(await queries.getSchema(target.pool)).toBe('public');
});

test('a database that is read-only is backed up', async () => {
  const source = await createTarget('read-only');
  await backUp('writable');
  await restore(source, 'writable');
  await requireSameInstallation(source.db, secrets, source.storage);
  await source.pool.query(`alter database ${source.database} set default_transaction_read_only = on`);
  await source.reconnect();
  expect(await migrate(source.pool)).toEqual([]);
  await requireSameInstallation(source.db, secrets, source.storage);
  await backUp('read-only', source);
  await restore(await createTarget('read-only copy'), 'read-only');
});
