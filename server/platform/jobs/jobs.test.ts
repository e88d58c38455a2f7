import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase } from '../../testing/database.ts';
import { mailQueue } from '../mail/mail.ts';
import { SEND_TIMEOUT_MS, TIMEOUTS } from '../mail/mailer.ts';
import { createSilentLog, type Log } from '../process/log.ts';
import { openJobs } from './jobs.ts';

const { connection, db, pool, availability } = await createTestDatabase();

const listJobStates = async () =>
  (await sql<{ state: string }>`select state from pgboss.job where name = 'mail'`.execute(db)).rows;

test('closing waits for the running job and marks it as completed', async () => {
  const jobs = openJobs({ pool, availability }, createSilentLog(), true);
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await jobs.work(mailQueue, () => {
    started.resolve();
    return finish.promise;
  });
  await jobs.send(db, mailQueue, { mailid: 'any' });
  await started.promise;
  let isClosed = false;
  const closing = jobs.close().then(() => (isClosed = true));
  expect(await listJobStates()).toEqual([{ state: 'active' }]);
  expect(isClosed).toBe(false);
  finish.resolve();
  await closing;
  expect(await listJobStates()).toEqual([{ state: 'completed' }]);
});

test('a database that was unavailable at the first job is used for the next one', async () => {
  const socket = join(String(connection.host), '.s.PGSQL.5432');
  const proxy = createServer((client) => client.pipe(connect(socket)).pipe(client)).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  proxy.close();
  await once(proxy, 'close');
  const proxiedPool = new pg.Pool({ ...pool.options, host: '127.0.0.1', port });
  const jobs = openJobs({ pool: proxiedPool, availability }, createSilentLog(), false);
  await expect(jobs.send(db, { queue: 'tidy' }, {})).rejects.toThrow('The database does not answer.');
  proxy.listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  await jobs.send(db, { queue: 'tidy' }, {});
  await jobs.close();
  await proxiedPool.end();
  proxy.close();
});

test('closing an unused queue does not connect to the database', async () => {
  const brokenPool = new pg.Pool({ ...pool.options, host: '/nowhere' });
  const jobs = openJobs({ pool: brokenPool, availability }, createSilentLog(), true);
  await expect(Promise.all([jobs.close(), jobs.close()])).resolves.toBeDefined();
  await brokenPool.end();
});

test('the options of a queue reach an installation that has it already', async () => {
  const old = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } });
  await old.start();
  await old.updateQueue('mail', { expireInSeconds: 120, heartbeatSeconds: null });
  await old.stop();
  const jobs = openJobs({ pool, availability }, createSilentLog(), false);
  await jobs.send(db, mailQueue, { mailid: 'any' });
  await jobs.close();
  const { rows } = await sql`
    select expire_seconds, heartbeat_seconds from pgboss.queue where name = 'mail'`.execute(db);
  expect(rows).toEqual([{ expire_seconds: 7200, heartbeat_seconds: 60 }]);
});

test('the job of a mail expires after all time-outs of its delivery', async () => {
  const { rows } = await sql<{ ms: number }>`
    select expire_seconds * 1000 as ms from pgboss.queue where name = 'mail'`.execute(db);
  expect(rows[0]?.ms).toBeGreaterThan(SEND_TIMEOUT_MS);
  // RFC 5321 §4.5.3.2.6: a server may take ten minutes after the data.
  expect(TIMEOUTS).toMatchObject({ greetingTimeout: 300_000, socketTimeout: 600_000 });
  expect(TIMEOUTS.connectionTimeout + 2 * TIMEOUTS.socketTimeout).toBeLessThan(SEND_TIMEOUT_MS);
});

test('nodes that start at once on a server whose messages are not English all start', async () => {
  const blank = await createTestDatabase({ isBlank: true });
  const socket = join(String(blank.connection.host), '.s.PGSQL.5432');
  // The embedded server has English messages alone. The translation is as long as the original.
  const translate = (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replaceAll('already exists', 'gibt es schon.'), 'latin1');
  const proxy = createServer((client) => {
    const upstream = connect(socket);
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => client.write(translate(bytes))).on('end', () => client.end());
    client.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const nodes = Array.from({ length: 6 }, () => {
    const nodePool = new pg.Pool({ ...blank.pool.options, host: '127.0.0.1', port });
    return { nodePool, jobs: openJobs({ pool: nodePool, availability: blank.availability }, createSilentLog(), false) };
  });
  await Promise.all(nodes.map(({ jobs }) => jobs.send(blank.db, { queue: 'tidy' }, {})));
  const { rows } = await sql`select from pgboss.job where name = 'tidy'`.execute(blank.db);
  expect(rows).toHaveLength(nodes.length);
  for (const { nodePool, jobs } of nodes) {
    await jobs.close();
    await nodePool.end();
  }
  proxy.close();
});

test('a payload that does not fit its queue is refused with a sentence', async () => {
  const warnings: string[] = [];
  const log = {
    ...createSilentLog(),
    warn: ({ err }: { err: Error }) => void warnings.push(err.message),
  } as unknown as Log;
  const jobs = openJobs({ pool, availability }, log, true);
  const handled: object[] = [];
  const queue = { queue: 'payload', payload: z.object({ mailid: z.string() }), retryLimit: 0 };
  await jobs.work(queue, async (data) => void handled.push(data));
  await jobs.send<object>(db, { queue: 'payload' }, { mailid: 1 });
  await expect.poll(() => warnings).toEqual([expect.stringMatching(/^Not what the queue payload holds: [^]*mailid/)]);
  await jobs.close();
  expect(handled).toEqual([]);
});
