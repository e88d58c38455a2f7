import { mkdir, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { requestReset, setPassword, signIn } from '@promenade/contract/access';
import { afterAll, expect, test, vi } from 'vitest';
import { createAccount } from './access/accounts.ts';
import { findDataDirectory } from './platform/postgres/dataDirectory.ts';
import { removeEmbeddedPostgres } from './platform/postgres/embeddedPostgres.ts';
import { isRunning } from './platform/process/processes.ts';
import { createClient } from './testing/client.ts';
import { createTestDatabase } from './testing/database.ts';
import { createInstallation } from './testing/installation.ts';
import { type RunningProcess, runScript } from './testing/processes.ts';
import { temporaryFolder } from './testing/temporaryFolder.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) {
    await removeEmbeddedPostgres(join(folder, 'data'));
    await rm(folder, { recursive: true });
  }
});

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder('promenade service ');
  folders.push(folder);
  return join(folder, 'data');
}

async function newInstallation(): Promise<string> {
  const folder = await newFolder();
  await createInstallation(folder);
  return folder;
}

const start = (folder: string, env: Record<string, string> = {}, ...args: string[]): RunningProcess =>
  runScript('server/main.ts', { args, env: { DATA_DIR: folder, PORT: '0', DEMO: '0', ...env } });
const waitForUrl = async (service: RunningProcess) =>
  (await service.waitForOutput(/^Promenade is ready at (http:\S+)\n$/m))[1] ?? '';

async function stop(service: RunningProcess): Promise<void> {
  service.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
}

/** For the tests that do not stop it. */
const folder = await newFolder();
const service = start(folder);
const url = await waitForUrl(service);

test('the service prints its address and serves web app and API on one port', async () => {
  expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ok' });
  const page = await fetch(url);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('"companyName":""');
  expect((await fetch(`${url}/api/nothing`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});

test('the database can be updated without serving', async () => {
  const migration = start(await newFolder(), {}, '--migrate');
  const { code, stdout } = await migration.ended;
  expect(stdout).toMatch(/The database is up to date\.\n$/);
  expect(stdout).not.toContain('ready');
  expect(code).toBe(0);
});

test('after kill -9 the service starts again on its folder, beside another service', async () => {
  const ownFolder = await newInstallation();
  const killed = start(ownFolder);
  await waitForUrl(killed);
  killed.kill('SIGKILL');
  await killed.ended;
  const restarted = start(ownFolder);
  expect(await waitForUrl(restarted)).not.toBe(url);
  await stop(restarted);
});

test('a second service on the same data folder ends with an error', async () => {
  const { code, stderr } = await start(folder).ended;
  expect(code).toBe(1);
  expect(stderr).toBe(
    `Another Promenade (process ${service.pid}) is using the data folder ${folder}: stop it, or choose another folder by DATA_DIR.\n`,
  );
});

test('a busy port is reported before anything is created', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => busy.once('listening', resolve));
  const { port } = busy.address() as { port: number };
  const { code, stdout, stderr } = await start(await newFolder(), { PORT: String(port) }).ended;
  busy.close();
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} of 127.0.0.1 is used by another program: stop it, or choose another port by PORT.\n`,
  });
});

test('a malformed variable and an unknown option stop the start; --help and --version only print', async () => {
  expect(await start(await newFolder(), { PORT: 'x' }).ended).toMatchObject({
    code: 1,
    stderr: 'PORT must be a number from 0 to 65535.\n',
  });
  expect(await runScript('server/main.ts', { args: ['--fast'] }).ended).toMatchObject({ code: 2, stdout: '' });
  expect(await runScript('server/main.ts', { args: ['--role', 'cook'] }).ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--role must be one of all, web, worker.'),
  });
  expect(await start(await newFolder(), { DATABSE_URL: 'postgres://db.example/promenade' }).ended).toMatchObject({
    code: 1,
    stderr: 'DATABSE_URL is not a setting; did you mean DATABASE_URL?\n',
  });
  const empty = await newFolder();
  expect(await start(empty, { MARK_SOUND: 'on', PATH: empty }).ended).toMatchObject({
    code: 1,
    stderr: 'MARK_SOUND=on needs ffmpeg with libmp3lame: install it, set FFMPEG_PATH, or turn MARK_SOUND off.\n',
  });
  expect(await runScript('server/main.ts', { args: ['--help'] }).ended).toMatchObject({ code: 0, stderr: '' });
  for (const file of ['server/main.ts', 'server/operator.ts'])
    expect(await runScript(file, { args: ['--version'] }).ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Promenade \d+\.\d+\.\d+( \([0-9a-f]{7,}\))?\n$/),
      stderr: '',
    });
});

test('the operator creates an account while the service runs, and the printed link sets its password', {
  tags: ['A-RESET-09'],
}, async () => {
  const operator = (...args: string[]) =>
    runScript('server/operator.ts', { args, env: { DATA_DIR: folder, PUBLIC_URL: url } }).ended;
  const created = await operator('account', 'First@Example.com', '--verified', '--operator');
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const [, link = '', token = ''] = /(http\S+\/resetpwd\/(\S+))/.exec(created.stdout) ?? [];
  expect(link.startsWith(url)).toBe(true);
  const call = createClient(url);
  expect((await call(setPassword, { body: { password: 'Promenade-1', token } })).status).toBeLessThan(300);
  const signedIn = await call(signIn, { body: { username: 'first@example.com', password: 'Promenade-1' } });
  expect(signedIn.status).toBe(200);
  expect((await operator('list')).stdout).toBe('first@example.com  active, verified, operator\n');
  expect((await operator('account', 'first@example.com', '--no-operator')).stdout).toMatch(
    /^Changed the account .* \(verified\)/,
  );
  expect(await operator('account', 'nobody')).toMatchObject({ code: 2, stdout: '' });
  expect(await operator('paint')).toMatchObject({ code: 2, stdout: '' });
});

/** Waits for the first mail in the outbox of a service. */
function waitForOutboxMail(folder: string): Promise<string> {
  return vi.waitUntil(
    async () => {
      const [file] = await readdir(join(folder, 'outbox')).catch(() => []);
      return file?.endsWith('.eml') && (await readFile(join(folder, 'outbox', file), 'utf8'));
    },
    { timeout: 60_000, interval: 50 },
  );
}

test('a worker runs the jobs of a web process on the same database; both have health checks and metrics', {
  tags: ['A-MAIL-07'],
}, async () => {
  const { connection, db, close } = await createTestDatabase();
  const email = 'rosa@test.example';
  await createAccount(db, { email, password: 'Promenade-1' });
  const sharedConfig = {
    DATABASE_URL: `postgres:///${connection.database}?host=${encodeURIComponent(connection.host ?? '')}&user=${connection.user}`,
    APP_SECRET: 'every node signs with the same 1',
    PUBLIC_URL: 'https://music.example',
  };
  const [webFolder, workerFolder] = [await newFolder(), await newFolder()];
  await mkdir(join(webFolder, 'media'), { recursive: true });
  await mkdir(workerFolder);
  await symlink(join(webFolder, 'media'), join(workerFolder, 'media'));
  const ports = { METRICS_PORT: '0', HEALTH_PORT: '0' };
  const web = start(webFolder, { ...sharedConfig, ...ports, PUBLIC_URL: '' }, '--role', 'web');
  const worker = start(workerFolder, { ...sharedConfig, ...ports }, '--role', 'worker');
  await worker.waitForOutput(/^Promenade worker is ready$/m);
  expect((await createClient(await waitForUrl(web))(requestReset, { params: { email } })).status).toBeLessThan(300);
  expect(await waitForOutboxMail(workerFolder)).toContain('https://music.example/resetpwd/');
  expect(await readdir(webFolder)).not.toContain('outbox');
  for (const node of [web, worker]) {
    const [, metrics = ''] = await node.waitForOutput(/^Metrics are at (http:\S+)$/m);
    const [, ready = ''] = await node.waitForOutput(/^Health checks are at (http:\S+)$/m);
    expect(await (await fetch(ready)).json()).toEqual({ status: 'ok' });
    expect((await fetch(new URL('/metrics', ready))).status).toBe(404);
    const text = await (await fetch(metrics)).text();
    expect(text).toContain('promenade_database_up 1');
    expect(text.includes('promenade_mails_total{result="sent"} 1')).toBe(node === worker);
  }
  await stop(web);
  await stop(worker);
  const others: [string, Record<string, string>][] = [
    [workerFolder, { APP_SECRET: 'this node signs with another one 1' }],
    [await newFolder(), {}],
  ];
  for (const [folder, env] of others) {
    const refused = await start(folder, { ...sharedConfig, ...env }, '--role', 'worker').ended;
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^The (secret|media store) [^\n]+ is not that of the database: [^\n]+\.\n$/);
  }
  await close();
});

test('jobs from before kill -9 run at the next start', { tags: ['A-MAIL-07'] }, async () => {
  const ownFolder = await newInstallation();
  const killed = start(ownFolder, {}, '--role', 'web');
  const address = await waitForUrl(killed);
  await runScript('server/operator.ts', { args: ['account', 'rosa@test.example'], env: { DATA_DIR: ownFolder } }).ended;
  await createClient(address)(requestReset, { params: { email: 'rosa@test.example' } });
  killed.kill('SIGKILL');
  await killed.ended;
  const restarted = start(ownFolder);
  await waitForUrl(restarted);
  expect(await waitForOutboxMail(ownFolder)).toContain('/resetpwd/');
  await stop(restarted);
});

async function findDatabasePid(dataDir: string): Promise<number> {
  const directory = await findDataDirectory(await realpath(dataDir));
  return Number((await readFile(join(directory?.cluster ?? '', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

test.each([
  // `timeout` and a supervisor send it to the process and to its group.
  ['two SIGTERM at once', ['SIGTERM', 'SIGTERM'], 0],
  ['SIGTERM and Ctrl-C at once', ['SIGTERM', 'SIGINT'], 0],
] as const)('%s are one stop, which ends the database', async (_name, signals, code) => {
  const dataDir = await newInstallation();
  const service = start(dataDir, {}, '--role', 'worker');
  await service.waitForOutput(/ready/);
  const pid = await findDatabasePid(dataDir);
  for (const signal of signals) service.kill(signal);
  expect((await service.ended).code).toBe(code);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a second SIGTERM that comes later ends the service without waiting, and its database', async () => {
  const dataDir = await newInstallation();
  const service = start(dataDir, { STOP_DELAY: '300' }, '--role', 'web');
  const url = await waitForUrl(service);
  const pid = await findDatabasePid(dataDir);
  const end = setInterval(() => service.kill('SIGTERM'), 300);
  expect((await service.ended).code).toBe(1);
  clearInterval(end);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a command that Ctrl-C ends leaves no database behind', async () => {
  const dataDir = await newInstallation();
  // It waits for a mail on stdin.
  const command = runScript('server/operator.ts', { args: ['bounce'], env: { DATA_DIR: dataDir } });
  const pid = await vi.waitUntil(() => findDatabasePid(dataDir).catch(() => 0));
  command.kill('SIGINT');
  expect((await command.ended).code).toBe(130);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('SIGTERM stops the service', async () => {
  await stop(service);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
