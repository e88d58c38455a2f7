import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { requestReset } from '@promenade/contract/access';
import { release as releaseRoute, releases } from '@promenade/contract/catalogue';
import { flagRelease } from '@promenade/contract/library';
import { expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { createClient } from '../../testing/client.ts';
import { createDeliverer } from '../../testing/deliveries.ts';
import { buildTestApp, startTestServer } from '../../testing/testServer.ts';
import { createMetrics } from './metrics.ts';

const TOKEN = 'prometheus-of-this-test-0123456789';
// No mail server answers at port 1.
const env = { METRICS_TOKEN: TOKEN, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'promo@music.example' };
const server = await startTestServer({ runsJobs: true, env, monitoring: { metrics: createMetrics() } });
const getMetrics = (authorization: string, url = server.url) =>
  fetch(`${url}/metrics`, { headers: { authorization }, signal: AbortSignal.timeout(10_000) });
const readMetrics = async () => (await getMetrics(`Bearer ${TOKEN}`)).text();
/** The value of a series, such as `name{label="value"}`; labels may be in any order. */
async function read(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const line = (await readMetrics())
    .split('\n')
    .find(
      (one) =>
        (one.startsWith(`${name}{`) || one.startsWith(`${name} `)) &&
        Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)),
    );
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
}

test('metrics are answered to requests with the token only', async () => {
  expect((await getMetrics('')).status).toBe(401);
  expect((await getMetrics(`Bearer ${TOKEN.slice(0, -1)}x`)).status).toBe(401);
  const answer = await getMetrics(`Bearer ${TOKEN}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
});

test('without a token the port of the service has no metrics', async () => {
  const { metrics, ...config } = server.config;
  const app = await buildTestApp({ ...server, config: { ...config, metrics: { ...metrics, token: undefined } } });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  expect((await getMetrics(`Bearer ${TOKEN}`, url)).status).toBe(404);
  await app.close();
});

test('requests are counted by the pattern of their route, without ids and addresses', async () => {
  const player = await server.signedIn();
  const { releaseid } = await server.release();
  await player.call(releaseRoute, { params: { releaseid } });
  await server.call(releases);
  await fetch(`${server.url}/nowhere/${releaseid}`);
  const name = 'promenade_http_request_duration_seconds_count';
  const route = '/api/release/:releaseid';
  await expect.poll(() => read(name, { route, method: 'GET', status: '200' })).toBe(1);
  await expect.poll(() => read(name, { route: '/api/release', status: '401' })).toBe(1);
  await expect.poll(() => read(name, { route: 'none', status: '404' })).toBeGreaterThan(0);
  const text = await readMetrics();
  for (const secret of [releaseid, player.email, player.playerid, String(player.token)])
    expect(text).not.toContain(secret);
  expect(await read('promenade_cache_reads_total', { cache: 'sessions', result: 'miss' })).toBeGreaterThan(0);
});

test('a stream is counted while it runs, with its bytes, its row and its end', async () => {
  const { token } = await server.signedIn();
  const { trackids, mp3 } = await server.release({ audio: 20_000_000 });
  const stream = await fetch(`${server.url}/api/audio/stream/${trackids[0]}.mp3`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const purpose = 'stream';
  expect(await read('promenade_transfers_running', { purpose })).toBe(1);
  expect(await read('promenade_ledger_rows_total', { purpose })).toBe(1);
  await stream.arrayBuffer();
  await expect.poll(() => read('promenade_transfers_running', { purpose })).toBe(0);
  expect(await read('promenade_transfers_total', { purpose, outcome: 'complete' })).toBe(1);
  await expect.poll(() => read('promenade_sent_bytes_total', { kind: 'stream' })).toBeGreaterThanOrEqual(mp3.length);
});

test('two streams of one song share its chunks: hits, misses and bytes of the cache are counted', async () => {
  const { token } = await server.signedIn();
  const { trackids } = await server.release({ audio: 20_000_000 });
  const play = () =>
    fetch(`${server.url}/api/audio/stream/${trackids[0]}.mp3`, { headers: { authorization: `Bearer ${token}` } });
  const reads = (result: string) => read('promenade_cache_reads_total', { cache: 'chunks', result });
  const [hits = 0, misses = 0] = [await reads('hit'), await reads('miss')];
  // The first one waits for its reader in the middle of the song, where the second one meets it.
  const first = await play();
  await (await play()).arrayBuffer();
  expect(await reads('hit')).toBeGreaterThan(hits);
  expect(await reads('miss')).toBeGreaterThan(misses);
  expect(await read('promenade_cache_bytes', { cache: 'chunks' })).toBeGreaterThan(0);
  await first.arrayBuffer();
});

test('jobs are counted by queue and state with the age of the oldest, mails by result', async () => {
  const { email } = await server.signedIn();
  await server.call(requestReset, { params: { email } });
  await expect.poll(() => read('promenade_mails_total', { result: 'failed' })).toBeGreaterThan(0);
  await expect.poll(() => read('promenade_jobs', { queue: 'mail', state: 'retry' })).toBe(1);
  expect(await read('promenade_job_age_seconds', { queue: 'mail', state: 'retry' })).toBeGreaterThanOrEqual(0);
  expect(await read('promenade_job_duration_seconds_count', { queue: 'mail', result: 'failed' })).toBeGreaterThan(0);
  expect(await read('promenade_job_duration_seconds_count', { queue: 'reset-mail', result: 'completed' })).toBe(1);
});

test('imports are counted by result on every node, whichever process imported', async () => {
  const { deliver, importDelivery } = createDeliverer(server);
  await deliver({ '1.ogg': 'vorbis.ogg' }, { title: 'Night ferry', artist: 'Kite' });
  await expect(importDelivery('/nowhere')).rejects.toThrow('There is no such file');
  await importDelivery(join(server.config.dataDir, 'deliveries/0'));
  expect(await read('promenade_imports_total', { result: 'created' })).toBe(1);
  expect(await read('promenade_imports_total', { result: 'unchanged' })).toBe(1);
  expect(await read('promenade_imports_total', { result: 'failed' })).toBe(1);
  // A second answer does not add to the first.
  const answers = await Promise.all([readMetrics(), readMetrics()]);
  for (const text of answers) expect(text).toContain('promenade_imports_total{result="created"} 1');
});

test('the connections of each pool are counted, and whether the database answers', async () => {
  expect(await read('promenade_database_up')).toBe(1);
  for (const pool of ['transactions', 'statements', 'jobs']) {
    expect(await read('promenade_database_connections', { pool, state: 'idle' })).toBeGreaterThanOrEqual(0);
    expect(await read('promenade_database_waiting', { pool })).toBe(0);
  }
  const states = ['used', 'idle'].map((state) => read('promenade_database_connections', { pool: 'statements', state }));
  expect((await Promise.all(states)).some((count) => Number(count) > 0)).toBe(true);
});

test('errors of the media store are counted', async () => {
  await expect(server.storage.read('audio/nothing.mp3')).rejects.toThrow('ENOENT');
  expect(await read('promenade_storage_errors_total', { operation: 'read' })).toBe(1);
  const { token } = await server.signedIn();
  const { trackids, id } = await server.release({ audio: true });
  const { rows } = await server.pool.query<{ file: string }>(
    `select file from renditions join tracks on tracks.id = track_id where release_id = ${id} and kind = 'mp3'`,
  );
  await rm(server.pathOf(rows[0]?.file ?? ''));
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${server.url}/api/audio/stream/${trackids[0]}.mp3`, { headers })).status).toBe(500);
  expect(await read('promenade_storage_errors_total', { operation: 'send' })).toBe(1);
});

test('requests that are refused because of overload are counted, and metrics are answered meanwhile', async () => {
  // Every loop is later than that.
  const app = await buildApp(server, { loadLimits: { eventLoopDelayMs: Number.MIN_VALUE, sampleIntervalMs: 200 } });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await expect.poll(async () => (await createClient(url)(releases)).status).toBe(503);
  const answer = await getMetrics(`Bearer ${TOKEN}`, url);
  expect(await answer.text()).toContain('promenade_http_requests_shed_total{reason="event loop"}');
  await app.close();
});

test('a request whose statement took too long is refused and counted as overload', async () => {
  const { call } = await server.signedIn();
  const release = await server.release();
  const holder = await server.pool.connect();
  await holder.query('begin; lock table marks in access exclusive mode');
  const flagging = call(flagRelease, { params: release });
  // PostgreSQL cancels a statement in the same way after `statement_timeout`.
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%marks%'`;
  await expect.poll(async () => (await server.pool.query(cancel)).rowCount).toBeGreaterThan(0);
  expect((await flagging).refusal?.code).toBe('BUSY');
  await holder.query('rollback');
  holder.release();
  expect(await read('promenade_http_requests_shed_total', { reason: 'database' })).toBe(1);
});
