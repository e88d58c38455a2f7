import { expect, test } from 'vitest';
import { buildTestApp, startTestServer } from '../../testing/testServer.ts';
import type { AppContext } from '../context.ts';
import { setInstallationFact } from '../process/installation.ts';
import { createDiskStorage } from '../storage/storage.ts';

const server = await startTestServer();

/** Asks a server with that context, until it is not ready or only once. */
async function getReady(changes: Partial<AppContext> = {}, asksAgain = false) {
  const app = await buildTestApp({ ...server, ...changes });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  let answer = await fetch(`${url}/health/ready`);
  while (asksAgain && answer.ok) answer = await fetch(`${url}/health/ready`);
  const body = await answer.json();
  await app.close();
  return { status: answer.status, body };
}
const failing = (code: string) => ({
  status: 503,
  body: { status: 'not ready', problems: [{ code, message: expect.stringMatching(/^[A-Z].+\.$/) }] },
});

test('a service that can work is ready', async () => {
  expect(await getReady()).toEqual({ status: 200, body: { status: 'ok' } });
});

test('another secret than that of the database is named', async () => {
  await setInstallationFact(server.db, 'secret', 'fingerprint of another one');
  expect(await getReady()).toEqual(failing('SECRET'));
  await server.pool.query("delete from installation where name = 'secret'");
});

test('a schema that lacks a migration is named; a newer one is used', async () => {
  await server.pool.query("update schema_migrations set name = '9999_later.sql' where name like '0003%'");
  expect(await getReady()).toEqual(failing('MIGRATIONS'));
  await server.pool.query("insert into schema_migrations (name) values ('0003_network.sql')");
  expect((await getReady()).status).toBe(200);
});

test('a media store that cannot be written is named', async () => {
  expect(await getReady({ storage: createDiskStorage('/dev/null/media') })).toEqual(failing('STORAGE'));
});

test('a media store that hangs is named, and does not keep the answer', async () => {
  const storage = { ...server.storage, put: () => new Promise<never>(() => undefined) };
  expect(await getReady({ storage }, true)).toEqual(failing('STORAGE'));
});

test('too little disk space is named', async () => {
  expect(await getReady({ config: { ...server.config, freeSpaceMinMegabytes: 99_999_999 } })).toEqual(
    failing('DISK_SPACE'),
  );
  expect((await getReady({ config: { ...server.config, freeSpaceMinMegabytes: 0 } })).status).toBe(200);
});
