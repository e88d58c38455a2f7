import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { whenOver } from '../../testing/cleanUp.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { type Connection, openDb } from './db.ts';
import { listen } from './listen.ts';
import { hasOwnSessions, setUpSession } from './session.ts';

const { connection } = await createTestDatabase();
const onConnect = (client: pg.ClientBase) => setUpSession(client, 10_000);
const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** Starts PgBouncer in front of the database, until the test is over. */
async function startPgBouncer(mode: string): Promise<Connection> {
  const folder = await temporaryFolder('promenade-pooler-');
  await chmod(folder, 0o755);
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  await once(free.close(), 'close');
  const { host = '', database } = connection;
  const settings = `[databases]
${database} = host=${host} port=5432 user=promenade
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`;
  await writeFile(join(folder, 'settings'), settings);
  // It refuses to run as root; the database of the tests runs as this user then.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn('pgbouncer', ['-q', ...user, join(folder, 'settings')], { stdio: 'ignore' });
  const ended = once(pooler, 'exit');
  whenOver(async () => {
    pooler.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  const pooled = { ...connection, host: '127.0.0.1', port };
  await expect.poll(() => hasOwnSessions(pooled).catch(() => 'no answer')).not.toBe('no answer');
  return pooled;
}

test('each connection to the server has a session of its own', async () => {
  expect(await hasOwnSessions({ ...connection, onConnect })).toBe(true);
});

test.for([
  ['session', true],
  ['transaction', false],
  ['statement', false],
] as const)('PgBouncer in %s pooling keeps sessions: %s', async ([mode, isKept], { skip }) => {
  skip(!hasPgBouncer, 'PgBouncer is not installed');
  const pooled = await startPgBouncer(mode);
  expect(await hasOwnSessions({ ...pooled, onConnect })).toBe(isKept);
  if (!isKept) return;
  const opened = openDb(pooled, 2);
  const heard: string[] = [];
  const stop = await listen(opened.pool, 'news', { onNotification: (text) => heard.push(text), onReconnect: () => {} });
  await opened.pool.query("select pg_notify('news', 'first')");
  await expect.poll(() => heard).toEqual(['first']);
  expect((await opened.pool.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }]);
  await stop();
  await opened.close();
});
