import { signIn } from '@promenade/contract/access';
import { release } from '@promenade/contract/catalogue';
import { createPlaylist, playlists } from '@promenade/contract/playlists';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { popularJob } from '../../catalogue/popular.ts';
import { refused } from '../../testing/client.ts';
import { execute } from '../../testing/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/databaseProxy.ts';
import { PASSWORD, startTestServer } from '../../testing/testServer.ts';
import { createAvailability } from './availability.ts';
import type { Connection } from './db.ts';

const messages: string[] = [];
const log = pino({ level: 'info' }, { write: (line) => messages.push((JSON.parse(line) as { msg: string }).msg) });
let proxy: DatabaseProxy | undefined;
/** Another database of the same server. */
let direct: Connection = {};
const server = await startTestServer({
  log,
  runsJobs: true,
  connect: async (connection) => {
    direct = { ...connection, database: 'postgres' };
    proxy = await startDatabaseProxy(connection);
    return proxy.connection;
  },
});

const LIMIT_MS = 2_000;
const outages: [string, () => unknown][] = [
  ['is frozen', () => proxy?.freeze()],
  ['is away', () => proxy?.stop()],
];

test.each(outages)(
  'while the database %s, requests are refused with 503 within 2 s and work again after it',
  async (_name, fail) => {
    const { call, email } = await server.signedIn();
    const { releaseid } = await server.release();
    const read = () => call(release, { params: { releaseid } });
    const write = () => server.call(signIn, { body: { username: email, password: PASSWORD } });
    const ready = () => fetch(`${server.url}/health/ready`, { signal: AbortSignal.timeout(1_000) });
    expect([(await read()).status, (await write()).status, (await ready()).status]).toEqual([200, 200, 200]);
    messages.length = 0;
    await fail();
    const signal = AbortSignal.timeout(LIMIT_MS);
    const answers = await Promise.race([
      Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? read() : write()))),
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('too slow')))),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject(refused('BUSY'));
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const notReady = await ready();
    expect(notReady.status).toBe(503);
    expect(await notReady.json()).toMatchObject({ problems: [{ code: 'DATABASE' }] });
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    expect(messages).toEqual(['Database does not answer']);
    await proxy?.start();
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect([(await read()).status, (await write()).status]).toEqual([200, 200]);
    expect(messages).toEqual(['Database does not answer', 'Database answers again']);
  },
);

test('a pause of the process is no outage of the database', async () => {
  const availability = createAvailability(direct, { statementTimeoutMs: 1_000 });
  const answer = availability.check();
  // Longer than a probe may take.
  for (const end = performance.now() + 1_000; performance.now() < end; );
  expect(await answer).toBe(true);
  await availability.close();
});

test('while the disk of the database is full, changes are refused with 503 and reading goes on', async () => {
  const { call } = await server.signedIn();
  const create = () => call(createPlaylist, { body: { name: 'Show' } });
  await server.pool.query(`create function fill_disk() returns trigger language plpgsql as $$
    begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`);
  await server.pool.query('create trigger fill_disk before insert on playlists execute function fill_disk()');
  const answer = await create();
  expect(answer).toMatchObject(refused('BUSY'));
  expect(answer.headers.get('retry-after')).toBe('60');
  expect((await call(playlists, { query: {} })).status).toBe(200);
  await server.pool.query('drop trigger fill_disk on playlists');
  expect((await create()).status).toBe(200);
});

test('while the database is read-only, changes are refused with 503, reading goes on, and one line says so', async () => {
  const { call } = await server.signedIn();
  const create = () => call(createPlaylist, { body: { name: 'Show' } });
  const ready = () => fetch(`${server.url}/health/ready`);
  const setReadOnly = async (value: 'on' | 'off') => {
    const { database } = server.pool.options;
    const others = 'select pg_terminate_backend(pid) from pg_stat_activity where datname';
    await execute(direct, `alter database ${database} set default_transaction_read_only = ${value}`);
    await execute(direct, `${others} = '${database}'`);
    await expect.poll(async () => (await call(playlists, { query: {} })).status).toBe(200);
  };
  messages.length = 0;
  await setReadOnly('on');
  const answers = await Promise.all(Array.from({ length: 20 }, create));
  for (const answer of answers) {
    expect(answer).toMatchObject(refused('BUSY'));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const notReady = await ready();
  expect(notReady.status).toBe(503);
  expect(await notReady.json()).toMatchObject({
    problems: [{ code: 'DATABASE', message: 'The database is read-only: it takes no changes.' }],
  });
  await expect(server.jobs.send(server.db, popularJob, {})).rejects.toThrow('The database is read-only.');
  expect((await call(playlists, { query: {} })).status).toBe(200);
  // The end of its connections may look like an outage for a moment.
  const outage = ['Database does not answer', 'Database answers again'];
  expect(messages.filter((message) => !outage.includes(message))).toEqual(['Database is read-only']);
  await setReadOnly('off');
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect((await create()).status).toBe(200);
  expect(messages).toContain('Database takes changes again');
});

test('a transaction that this code made read-only is not taken for a database that is', async () => {
  const write = server.db
    .transaction()
    .setAccessMode('read only')
    .execute((db) => db.insertInto('packages').values({ name: 'None' }).execute());
  await expect(write).rejects.toThrow('cannot execute INSERT in a read-only transaction');
});

test('a song that is being sent reaches its end while the database is away', async () => {
  const { token } = await server.signedIn();
  // More than the buffers of a connection hold.
  const { trackids, mp3 } = await server.release({ audio: 30_000_000 });
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${server.url}/api/audio/stream/${trackids[0]}.mp3`, { headers });
  let received = 0;
  for await (const chunk of body ?? []) {
    if (received === 0) await proxy?.stop();
    received += chunk.length;
  }
  expect(received).toBe(mp3.length);
  await proxy?.start();
  await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(200);
});

test('an end of all connections that is reported several times ends no process', async () => {
  const { call } = await server.signedIn();
  proxy?.end();
  await expect.poll(async () => (await call(createPlaylist, { body: { name: 'Show' } })).status).toBe(200);
  await expect.poll(async () => (await fetch(`${server.url}/health/ready`)).status).toBe(200);
});

test('a slow statement is not given up while the database answers', async () => {
  const { rows } = await sql`select pg_sleep(2.5), 1 as one`.execute(server.db);
  expect(rows).toMatchObject([{ one: 1 }]);
});

test('a connection that PostgreSQL ends is refused with 503, and the next request has a new one', async () => {
  const { call } = await server.signedIn();
  const { releaseid } = await server.release();
  const kill = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()';
  const running = sql`select pg_sleep(10)`.execute(server.db);
  await Promise.allSettled([running, server.pool.query(`${kill} and pid <> pg_backend_pid()`)]);
  await expect(running).rejects.toThrow('The database does not answer.');
  await expect.poll(async () => (await call(release, { params: { releaseid } })).status).toBe(200);
});
