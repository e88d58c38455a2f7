import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { release, releases } from '@promenade/contract/catalogue';
import { flagRelease, reportPlay } from '@promenade/contract/library';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { createClient, refused } from '../../testing/client.ts';
import { PASSWORD, startTestServer } from '../../testing/testServer.ts';

const WEB = join(import.meta.dirname, '../../../web');
const server = await startTestServer({
  loadLimits: { eventLoopDelayMs: 0, requests: { runningMax: 2, queuedMs: 0, slowMs: 60_000 } },
});

test('when too many requests wait, others get 503 with Retry-After, while health checks and streams go on', async () => {
  const player = await server.signedIn();
  const { releaseid, trackids, mp3 } = await server.release({ audio: true });
  const path = `${server.url}/api/audio/stream/${trackids[0]}.mp3`;
  const headers = { authorization: `Bearer ${player.token}` };
  const running = (await fetch(path, { headers })).body?.getReader();
  let received = (await running?.read())?.value?.length ?? 0;
  const { waiting } = await server.db.transaction().execute(async (db) => {
    await db.selectFrom('accounts').where('id', '=', player.accountid).forUpdate().select('id').execute();
    await db.selectFrom('releases').where('releaseid', '=', releaseid).forUpdate().select('id').execute();
    const flags = [1, 2].map(() => player.call(flagRelease, { params: { releaseid } }));
    await expect.poll(server.countWaitingStatements).toBe(2);
    for (const answer of [await player.call(release, { params: { releaseid } }), await server.call(releases)]) {
      expect(answer).toMatchObject(refused('BUSY'));
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('content-security-policy')).toBeTruthy();
    }
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    // Scripts are not refused; there is none of this name.
    expect((await fetch(`${server.url}/assets/none.js`)).status).toBe(404);
    expect((await fetch(path, { headers: { ...headers, range: 'bytes=0-9' } })).status).toBe(206);
    for (let part = await running?.read(); part && !part.done; part = await running?.read())
      received += part.value.length;
    expect(received).toBe(mp3.length);
    return { waiting: Promise.all(flags) };
  });
  expect((await waiting).map(({ status }) => status)).toEqual([200, 200]);
  expect((await player.call(release, { params: { releaseid } })).status).toBe(200);
});

test('requests that come together wait for a moment and are all answered, a few at a time', async () => {
  const app = await buildApp(server, {
    loadLimits: { eventLoopDelayMs: 0, requests: { runningMax: 2, queuedMs: 60_000, slowMs: 60_000 } },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const player = await server.signedIn();
  const call = createClient(url, player.token);
  const { releaseid } = await server.release();
  const { waiting } = await server.db.transaction().execute(async (db) => {
    await db.selectFrom('releases').where('releaseid', '=', releaseid).forUpdate().select('id').execute();
    const flags = [1, 2, 3, 4, 5].map(() => call(flagRelease, { params: { releaseid } }));
    await expect.poll(() => countConnections(app.server)).toBe(5);
    await expect.poll(server.countWaitingStatements).toBe(2);
    return { waiting: Promise.all(flags) };
  });
  expect((await waiting).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await app.close();
});

test.each([
  ['/api/auth/login'],
  ['/api/auth/%6cogin'],
  ['/api//auth/login/'],
  ['/%61pi/auth/login'],
  ['/api/player/v2/auth/l%6Fgin?x'],
])('sign-ins at %s wait in their lane, and leave room for other requests', async (path) => {
  // 0: a busy test machine exceeds the normal limit by itself.
  const requests = { runningMax: 8, queuedMs: 250, slowMs: 60_000 };
  const signIns = { runningMax: 4, queuedMs: 60_000, slowMs: Number.POSITIVE_INFINITY };
  const app = await buildApp(server, { loadLimits: { eventLoopDelayMs: 0, requests, signIns } });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const [waiting, other] = [await server.signedIn(), await server.signedIn()];
  const { waiting: answers } = await server.db.transaction().execute(async (db) => {
    await db.selectFrom('accounts').where('id', '=', waiting.accountid).forUpdate().select('id').execute();
    const body = JSON.stringify({ username: waiting.email, password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    // As many as the lane of other requests takes.
    const sent = Array.from({ length: 8 }, () => fetch(url + path, { method: 'POST', headers, body }));
    await expect.poll(() => countConnections(app.server)).toBe(8);
    await expect.poll(server.countWaitingStatements).toBeGreaterThan(0);
    expect((await createClient(url, other.token)(releases)).status).toBe(200);
    return { waiting: Promise.all(sent) };
  });
  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
  await app.close();
});

test('reports of listening wait to be written together, and leave room for other requests', async () => {
  const listener = await server.signedIn();
  const { trackids } = await server.release();
  const { waiting } = await server.db.transaction().execute(async (db) => {
    await db.selectFrom('accounts').where('id', '=', listener.accountid).forUpdate().select('id').execute();
    // Twice as many as other requests may wait.
    const body = { trackid: trackids[0] ?? '', seconds: 0 };
    const reports = [1, 2, 3, 4].map(() => listener.call(reportPlay, { body }));
    await expect.poll(server.countWaitingStatements).toBe(1);
    expect((await (await server.signedIn()).call(releases)).status).toBe(200);
    return { waiting: Promise.all(reports) };
  });
  expect((await waiting).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a refused request asks the database for nothing, not even for its session', async () => {
  const [player, other] = [await server.signedIn(), await server.signedIn()];
  const { releaseid } = await server.release();
  expect((await player.call(release, { params: { releaseid } })).status).toBe(200);
  const { waiting } = await server.db.transaction().execute(async (db) => {
    await db.selectFrom('releases').where('releaseid', '=', releaseid).forUpdate().select('id').execute();
    const flags = [1, 2].map(() => player.call(flagRelease, { params: { releaseid } }));
    await expect.poll(server.countWaitingStatements).toBe(2);
    // A look-up of a session that is not cached would wait.
    await sql`lock table sessions`.execute(db);
    expect(await other.call(releases)).toMatchObject(refused('BUSY'));
    return { waiting: Promise.all(flags) };
  });
  expect((await waiting).map(({ status }) => status)).toEqual([200, 200]);
});

test('while a song has not begun, fewer other requests are started, and as many as before once it has', async () => {
  const requests = { runningMax: 2, runningBesideSongMax: 1, queuedMs: 0, slowMs: 60_000 };
  const app = await buildApp(server, { loadLimits: { eventLoopDelayMs: 0, requests } });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const player = await server.signedIn();
  const call = createClient(url, player.token);
  const { releaseid, trackids } = await server.release({ audio: true });
  const { flagged } = await server.db.transaction().execute(async (db) => {
    await db.selectFrom('releases').where('releaseid', '=', releaseid).forUpdate().select('id').execute();
    const flag = call(flagRelease, { params: { releaseid } });
    await expect.poll(server.countWaitingStatements).toBe(1);
    const { song } = await server.db.transaction().execute(async (ledger) => {
      await sql`lock table media_ledger`.execute(ledger);
      const headers = { authorization: `Bearer ${player.token}`, range: 'bytes=0-9' };
      const fetched = fetch(`${url}/api/audio/stream/${trackids[0]}.mp3`, { headers });
      await expect.poll(server.countWaitingStatements).toBe(2);
      expect(await call(releases)).toMatchObject(refused('BUSY'));
      return { song: fetched };
    });
    expect((await song).status).toBe(206);
    expect((await call(releases)).status).toBe(200);
    return { flagged: flag };
  });
  expect((await flagged).status).toBe(200);
  await app.close();
});

test('bodies that arrive slowly keep nobody out', async () => {
  const slow = Array.from({ length: 3 }, () => {
    const headers = { 'content-type': 'application/json', 'content-length': 100, expect: '100-continue' };
    return request(`${server.url}/api/auth/login`, { method: 'POST', headers }).on('error', () => undefined);
  });
  const continued = slow.map((sender) => once(sender, 'continue'));
  for (const sender of slow) sender.flushHeaders();
  await Promise.all(continued);
  expect((await server.call(releases)).status).toBe(401);
  for (const sender of slow) sender.destroy();
});

test('when the event loop is late, requests get 503 with Retry-After, while pages and health checks go on', async () => {
  // Every loop is later than that.
  const app = await buildApp(server, {
    webRoot: WEB,
    loadLimits: { eventLoopDelayMs: Number.MIN_VALUE, sampleIntervalMs: 200 },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const getRetryAfter = async () => {
    const { status, headers } = await createClient(url)(releases);
    return status === 503 ? Number(headers.get('retry-after')) : 0;
  };
  await expect.poll(getRetryAfter).toBeGreaterThan(0);
  expect((await fetch(`${url}/releases`)).status).toBe(200);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  await app.close();
});

const countConnections = (server: Server) => promisify(server.getConnections.bind(server))();
