import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { requestReset, setPassword, signIn } from '@promenade/contract/access';
import { afterAll, expect, test, vi } from 'vitest';
import { createAccount } from './access/accounts.ts';
import { removeEmbedded } from './platform/postgres/embedded.ts';
import { client } from './testing/client.ts';
import { testDb } from './testing/database.ts';
import { type Running, run } from './testing/processes.ts';
import { temporaryFolder } from './testing/temporaryFolder.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) {
    await removeEmbedded(join(folder, 'data'));
    await rm(folder, { recursive: true });
  }
});

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder('promenade service ');
  folders.push(folder);
  return join(folder, 'data');
}

const start = (folder: string, env: Record<string, string> = {}, ...args: string[]): Running =>
  run('server/main.ts', { args, env: { DATA_DIR: folder, PORT: '0', DEMO: '0', ...env } });
const ready = async (service: Running) => (await service.says(/^Promenade is ready at (http:\S+)\n$/m))[1] ?? '';

async function stop(service: Running): Promise<void> {
  service.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
}

/** For all tests that leave it running. */
const folder = await newFolder();
const service = start(folder);
const url = await ready(service);

test('it says where it is ready, and serves player and API on one port', async () => {
  expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ok' });
  const page = await fetch(url);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('"companyName":""');
  expect((await fetch(`${url}/api/nothing`)).status).toBe(404);
});

test('after kill -9 it starts again on the same folder, beside another one on its own', async () => {
  const own = await newFolder();
  const killed = start(own);
  await ready(killed);
  killed.kill('SIGKILL');
  await killed.ended;
  const again = start(own);
  expect(await ready(again)).not.toBe(url);
  await stop(again);
});

test('a second service on the same data folder says so and ends', async () => {
  const { code, stderr } = await start(folder).ended;
  expect(code).toBe(1);
  expect(stderr).toBe(
    `Another Promenade (process ${service.pid}) is using the data folder ${folder}: stop it, or name another one by DATA_DIR.\n`,
  );
});

test('a busy port is named before anything is made', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await new Promise((settle) => busy.once('listening', settle));
  const { port } = busy.address() as { port: number };
  const { code, stdout, stderr } = await start(await newFolder(), { PORT: String(port) }).ended;
  busy.close();
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} of 127.0.0.1 is taken by another program: stop it, or name another one by PORT.\n`,
  });
});

test('a malformed variable and an unknown option stop the start, help does not start it', async () => {
  expect(await start(await newFolder(), { PORT: 'x' }).ended).toMatchObject({
    code: 1,
    stderr: 'PORT must be a number from 0 to 65535.\n',
  });
  expect(await run('server/main.ts', { args: ['--fast'] }).ended).toMatchObject({ code: 2, stdout: '' });
  expect(await run('server/main.ts', { args: ['--role', 'cook'] }).ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--role must be one of all, web, worker.'),
  });
  expect(await run('server/main.ts', { args: ['--help'] }).ended).toMatchObject({ code: 0, stderr: '' });
});

test('the operator makes an account beside the running service, and its link sets the password', {
  tags: ['A-RESET-09'],
}, async () => {
  const operator = (...args: string[]) =>
    run('server/operator.ts', { args, env: { DATA_DIR: folder, PUBLIC_URL: url } }).ended;
  const made = await operator('account', 'First@Example.com', '--verified', '--operator');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const [, link = '', token = ''] = /(http\S+\/resetpwd\/(\S+))/.exec(made.stdout) ?? [];
  expect(link.startsWith(url)).toBe(true);
  const call = client(url);
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

/** The first mail in the outbox of a service, as soon as there is one. */
function outboxOf(folder: string): Promise<string> {
  return vi.waitUntil(
    async () => {
      const [file] = await readdir(join(folder, 'outbox')).catch(() => []);
      return file?.endsWith('.eml') && (await readFile(join(folder, 'outbox', file), 'utf8'));
    },
    { timeout: 60_000, interval: 50 },
  );
}

test('what a web process promises, a worker beside it does, on one database', { tags: ['A-MAIL-07'] }, async () => {
  const { connection, db, close } = await testDb();
  const email = 'rosa@test.example';
  await createAccount(db, { email, password: 'Promenade-1' });
  const shared = {
    DATABASE_URL: `postgres:///${connection.database}?host=${encodeURIComponent(connection.host ?? '')}&user=${connection.user}`,
    APP_SECRET: 'every node signs with the same 1',
    PUBLIC_URL: 'https://music.example',
  };
  const [webFolder, workerFolder] = [await newFolder(), await newFolder()];
  const web = start(webFolder, { ...shared, PUBLIC_URL: '' }, '--role', 'web');
  const worker = start(workerFolder, shared, '--role', 'worker');
  await worker.says(/^Promenade is ready to do jobs$/m);
  expect((await client(await ready(web))(requestReset, { params: { email } })).status).toBeLessThan(300);
  expect(await outboxOf(workerFolder)).toContain('https://music.example/resetpwd/');
  expect(await readdir(webFolder)).not.toContain('outbox');
  await stop(web);
  await stop(worker);
  await close();
});

test('what was promised before kill -9 is done at the next start', { tags: ['A-MAIL-07'] }, async () => {
  const own = await newFolder();
  const killed = start(own, {}, '--role', 'web');
  const address = await ready(killed);
  await run('server/operator.ts', { args: ['account', 'rosa@test.example'], env: { DATA_DIR: own } }).ended;
  await client(address)(requestReset, { params: { email: 'rosa@test.example' } });
  killed.kill('SIGKILL');
  await killed.ended;
  const again = start(own);
  await ready(again);
  expect(await outboxOf(own)).toContain('/resetpwd/');
  await stop(again);
});

test('it stops when asked to', async () => {
  await stop(service);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
