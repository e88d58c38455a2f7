import { releases } from '@promenade/contract/catalogue';
import { flagged, flagRelease } from '@promenade/contract/library';
import { search } from '@promenade/contract/search';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { withdrawRelease } from '../../operator/releases.ts';
import { type Call, createClient } from '../../testing/client.ts';
import { startReplicatedDatabase } from '../../testing/replica.ts';
import { buildTestApp, startTestServer } from '../../testing/testServer.ts';

/** Read replicas: ADR 0023. */
const database = await startReplicatedDatabase();
const messages: string[] = [];
const log = pino({ level: 'info' }, { write: (line) => messages.push((JSON.parse(line) as { msg: string }).msg) });
const server = await startTestServer({
  log,
  env: {
    DATABASE_URL: database.primaryUrl,
    // The second address is the primary itself, which must be recognised and left out.
    DATABASE_READ_URL: `${database.replicaUrl}, ${database.primaryUrl}`,
    APP_SECRET: 'every node signs with the same 1',
  },
  connect: async () => database.primary.connection,
  replicaLagMs: 600_000,
});
/** Leaves out a replica that lags as the product does. */
const second = await buildTestApp(server);
const secondUrl = await second.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => second.close());
// Replicas are read once they have the lineage that the first node stores.
await vi.waitUntil(() =>
  server.db.selectFrom('installation').select('name').where('name', '=', 'lineage').executeTakeFirst(),
);
await database.catchUp();

const listTitles = async (call: Call, headers?: Record<string, string>) =>
  (await call(releases, { query: { sort: '-date' } }, headers)).body.items.map(({ title }) => title);
const listFlagged = async (call: Call, headers?: Record<string, string>) =>
  (await call(flagged, { query: { sort: 'title' } }, headers)).body.items.map(({ title }) => title);
const find = async (call: Call, filter: string) =>
  (await call(search, { query: { filter } })).body.releases.map(({ title }) => title);

test('lists are read from the replica, and who changes something sees it at once', async () => {
  const { call, ...player } = await server.signedIn();
  const [first, other] = [await server.release({ title: 'Aubade' }), await server.release({ title: 'Berceuse' })];
  await database.catchUp();
  await database.pauseReplay();
  await server.insertMark({ call, ...player }, first, 'flagged');
  await expect.poll(() => listFlagged(call)).toEqual([]);

  const { headers } = await call(flagRelease, { params: other });
  const cookie = headers.getSetCookie().find((text) => text.startsWith('read-after='));
  expect(cookie).toMatch(/^read-after=\d+; Max-Age=10; Path=\/api; HttpOnly; SameSite=Strict$/);
  expect(await listFlagged(call, { cookie: cookie?.split(';')[0] ?? '' })).toEqual(['Aubade', 'Berceuse']);
  // The other browsers of the account read what they are told of.
  await expect.poll(() => listFlagged(call)).toEqual(['Aubade', 'Berceuse']);
  await database.resumeReplay();
});

/**
 * Pauses the replica and makes a release that only the primary has; returns its title. A listener that reconnects on a
 * busy machine pins all reads to the primary until the replica follows: then once more.
 */
async function releaseOnPrimary(call: Call, title: string, attempts = 3): Promise<string> {
  const name = `${title} ${attempts}`;
  await database.pauseReplay();
  await server.release({ title: name });
  try {
    await expect.poll(() => listTitles(call)).not.toContain(name);
    return name;
  } catch (reason) {
    if (attempts === 1) throw reason;
    await database.resumeReplay();
    return releaseOnPrimary(call, title, attempts - 1);
  }
}

test('a withdrawn release is gone although the replica still has it', async () => {
  const { call } = await server.signedIn();
  const { releaseid } = await server.release({ title: 'Cavatina' });
  const divertimento = await releaseOnPrimary(call, 'Divertimento');
  expect(await find(call, 'divertimento')).not.toContain(divertimento);
  expect(await listTitles(call)).toContain('Cavatina');

  await withdrawRelease(server, releaseid, true);
  await expect.poll(() => listTitles(call)).not.toContain('Cavatina');
  expect(await listTitles(call)).toContain(divertimento);
  await database.resumeReplay();

  await releaseOnPrimary(call, 'Elegy');
  expect(await listTitles(call)).not.toContain('Cavatina');
  await database.resumeReplay();
});

test('a replica that lags is left out until it has caught up, and a primary is never read as a replica', async () => {
  const { token } = await server.signedIn();
  const call = createClient(secondUrl, token);
  await database.pauseReplay();
  await server.release({ title: 'Fantasia' });
  await expect.poll(() => listTitles(call)).toContain('Fantasia');
  await expect.poll(() => messages).toContain('Replica lags and is left out');
  await database.resumeReplay();
  await expect.poll(() => messages).toContain('Replica is used again');
  expect(messages.filter((message) => message === 'Replica is left out').length).toBeGreaterThanOrEqual(2);
});

test('no request fails when the replica is killed, and it is read again when it is back', async () => {
  const { call } = await server.signedIn();
  const gavotte = await releaseOnPrimary(call, 'Gavotte');
  messages.length = 0;
  database.killReplica();
  const answers = await Promise.all(Array.from({ length: 50 }, () => call(releases, { query: { sort: '-date' } })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await listTitles(call)).toContain(gavotte);
  await expect.poll(() => messages).toContain('Replica is left out');
  await database.startReplica();
  await expect.poll(() => messages).toContain('Replica is used again');
});
