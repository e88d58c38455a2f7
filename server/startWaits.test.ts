import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockBackupFolder } from './backup/backupFolder.ts';
import { migrate } from './platform/database/migrate.ts';
import { tryLock } from './platform/process/lock.ts';
import { createTestDatabase } from './testing/database.ts';
import { runScript } from './testing/processes.ts';
import { temporaryFolder } from './testing/temporaryFolder.ts';

/** Whatever a start waits for, it ends, and so does the process at SIGTERM. */
const folder = await temporaryFolder('promenade start ');
/** Takes connections and says nothing. */
const silent = createServer().listen(0, '127.0.0.1');
await once(silent, 'listening');
const { port } = silent.address() as AddressInfo;
const { connection, pool, close } = await createTestDatabase();
const MIGRATION_LOCK = 4_040_001;
const addressOf = ({ host = '', user, database }: typeof connection) =>
  `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`;
const env = {
  DATA_DIR: folder,
  PORT: '0',
  DEMO: '0',
  APP_SECRET: 'every node signs with the same 1',
  DATABASE_URL: addressOf(connection),
};
afterAll(async () => {
  silent.close();
  await close();
  await rm(folder, { recursive: true });
});

const programs: [string, ...string[]][] = [
  ['main.ts'],
  ['main.ts', '--role', 'worker'],
  ['main.ts', '--migrate'],
  ['import.ts', folder],
  ['operator.ts', 'list'],
  ['backup.ts', `${folder}-backup`],
];
const problems: [string, Record<string, string>, RegExp][] = [
  [
    'a database that takes connections and never answers',
    { DATABASE_URL: `postgres://promenade@127.0.0.1:${port}/promenade` },
    /^The database of DATABASE_URL does not answer: [^\n]+\.\n$/,
  ],
  [
    'a data folder below a file',
    { DATA_DIR: join(import.meta.filename, 'data') },
    /^The data folder \/[^\n]+ is not writable \(ENOTDIR\): choose another folder by DATA_DIR\.\n$/,
  ],
];
if (existsSync('/proc/self'))
  problems.push([
    'a data folder that cannot be created',
    { DATA_DIR: '/proc/promenade/data' },
    /^The data folder \/proc\/promenade\/data is not writable \(ENOENT\): choose another folder by DATA_DIR\.\n$/,
  ]);

test.each(problems)('%s ends each program with one sentence', async (_name, setting, sentence) => {
  const start = ([file, ...args]: (typeof programs)[number], index: number) =>
    runScript(`server/${file}`, { args, env: { ...env, DATA_DIR: join(folder, `data ${index}`), ...setting } }).ended;
  const results = await Promise.all(programs.map(start));
  const expected = { code: 1, stderr: expect.stringMatching(sentence) };
  expect(results).toMatchObject(programs.map(() => expected));
});

test('each program ends with its code when the database is that of an unfinished restore', async () => {
  const { connection: unfinished, pool: other } = await createTestDatabase();
  await other.query('create table unfinished_restore (started_at timestamptz)');
  const DATABASE_URL = addressOf(unfinished);
  const start = ([file, ...args]: (typeof programs)[number], index: number) =>
    runScript(`server/${file}`, { args, env: { ...env, DATA_DIR: join(folder, `restored ${index}`), DATABASE_URL } })
      .ended;
  const expected = {
    code: 1,
    stderr: expect.stringMatching(/^The restore of this installation did not finish: .*\n$/),
  };
  expect(await Promise.all(programs.map(start))).toMatchObject(programs.map(() => expected));
});

test('a restore into a database that is not empty ends with its code', async () => {
  const DATA_DIR = join(folder, 'backed up');
  const backup = `${folder}-restore`;
  expect(await runScript('server/backup.ts', { args: [backup], env: { ...env, DATA_DIR } }).ended).toMatchObject({
    code: 0,
  });
  const restore = { args: [backup], env: { ...env, DATA_DIR: join(folder, 'not empty') } };
  expect(await runScript('server/restore.ts', restore).ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database is not empty \(it has the table \S+\): restore into a new one\.\n$/),
  });
  await rm(backup, { recursive: true });
});

test('a bucket that takes connections and never answers ends the start with one sentence', async () => {
  const storage = { STORAGE_URL: `s3://bucket?endpoint=http://127.0.0.1:${port}`, AWS_ACCESS_KEY_ID: 'a' };
  const result = await runScript('server/main.ts', { env: { ...env, ...storage, AWS_SECRET_ACCESS_KEY: 'b' } }).ended;
  expect(result).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The storage \S+ does not answer[^\n]+\n$/m),
  });
});

test.runIf(existsSync('/proc/self'))('a backup into a folder that cannot be created is refused', async () => {
  await expect(lockBackupFolder('/proc/promenade/backup')).rejects.toThrow(
    '/proc/promenade/backup cannot be created (ENOENT): name a folder.',
  );
});

test('the wait for another process that updates the database ends', async () => {
  const client = await pool.connect();
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await expect(migrate(pool, undefined, undefined, 100)).rejects.toThrow(
    'Another process has been updating the database for too long: start again when it is done.',
  );
  client.release(true);
});

const waits: Record<string, (dataDir: string) => Promise<[setting: Record<string, string>, stop: () => void]>> = {
  async 'another process updates the database'() {
    const client = await pool.connect();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return [{}, () => client.release(true)];
  },
  async 'another process holds the embedded database'(dataDir) {
    const lock = tryLock(join(dataDir, 'database.lock'));
    return [{ DATABASE_URL: '' }, () => lock?.release()];
  },
};

test.each(Object.keys(waits))('SIGTERM ends a start while %s', async (name) => {
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  const [setting, stop] = (await waits[name]?.(dataDir)) ?? [];
  const args = ['--role', 'worker'];
  const service = runScript('server/main.ts', { args, env: { ...env, DATA_DIR: dataDir, ...setting } });
  // The first thing that a start writes.
  await expect.poll(() => existsSync(join(dataDir, 'service.pid'))).toBe(true);
  service.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
  stop?.();
});
