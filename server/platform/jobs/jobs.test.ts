import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDb } from '../../testing/database.ts';
import { silentLog } from '../process/log.ts';
import { openJobs } from './jobs.ts';

const { connection, db, pool } = await testDb();

const states = async () =>
  (await sql<{ state: string }>`select state from pgboss.job where name = 'mail'`.execute(db)).rows;

test('closing waits for the job under way and writes down that it is done', async () => {
  const jobs = openJobs(pool, silentLog(), true);
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await jobs.work('mail', () => {
    begun.resolve();
    return end.promise;
  });
  await jobs.send(db, 'mail', {});
  await begun.promise;
  let isClosed = false;
  const closing = jobs.close().then(() => (isClosed = true));
  expect(await states()).toEqual([{ state: 'active' }]);
  expect(isClosed).toBe(false);
  end.resolve();
  await closing;
  expect(await states()).toEqual([{ state: 'completed' }]);
});

test('a database that was away at the first job is asked again for the next one', async () => {
  const socket = join(String(connection.host), '.s.PGSQL.5432');
  const wire = createServer((client) => client.pipe(connect(socket)).pipe(client)).listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const { port } = wire.address() as AddressInfo;
  wire.close();
  await once(wire, 'close');
  const away = new pg.Pool({ ...pool.options, host: '127.0.0.1', port });
  const jobs = openJobs(away, silentLog(), false);
  await expect(jobs.send(db, 'tidy', {})).rejects.toThrow('ECONNREFUSED');
  wire.listen(port, '127.0.0.1');
  await once(wire, 'listening');
  await jobs.send(db, 'tidy', {});
  await jobs.close();
  await away.end();
  wire.close();
});

test('closing a queue that was never used asks nothing of the database', async () => {
  const nowhere = new pg.Pool({ ...pool.options, host: '/nowhere' });
  const jobs = openJobs(nowhere, silentLog(), true);
  await expect(Promise.all([jobs.close(), jobs.close()])).resolves.toBeDefined();
  await nowhere.end();
});
