import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { flagRelease } from '@promenade/contract/library';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/testServer.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { openTracing } from '../monitoring/tracing.ts';
import { createSilentLog, openLog } from '../process/log.ts';

/** Clients that go away, while everything that observes requests is on. */
interface Line {
  level: string;
  msg: string;
  requestid?: string;
  [field: string]: unknown;
}
const lines: Line[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
const metrics = createMetrics();
const server = await startTestServer({
  log: openLog('info', true, { destination }),
  env: { ACCESS_LOG: '1', METRICS_TOKEN: 'prometheus-of-this-test-0123456789', PUBLIC_URL: 'https://music.example' },
  // No collector answers at port 1.
  monitoring: { metrics, tracing: openTracing('http://127.0.0.1:1/v1/traces', createSilentLog()) },
});
const player = await server.signedIn();
const { releaseid, trackids } = await server.release({ audio: 20_000_000 });

const open = (): Socket => connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {});
const head = (requestLine: string, id: string, headers = '', token = player.token) =>
  `${requestLine} HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\nauthorization: Bearer ${token}\r\n${headers}\r\n`;
const signIn = (id: string, framing: string) =>
  head('POST /api/auth/login', id, `content-type: application/json\r\n${framing}\r\n`);
const stream = (id: string, token = player.token) => head(`GET /api/audio/stream/${trackids[0]}.mp3`, id, '', token);

const clients: Record<string, (socket: Socket, id: string) => Promise<unknown>> = {
  async 'closes in the middle of a body'(socket, id) {
    socket.end(`${signIn(id, 'content-length: 100')}{"a`);
  },
  async 'resets in the middle of a body'(socket, id) {
    socket.write(`${signIn(id, 'content-length: 100')}{"a`);
    await once(server.app.server, 'request');
    socket.resetAndDestroy();
  },
  async 'breaks a chunk'(socket, id) {
    socket.write(`${signIn(id, 'transfer-encoding: chunked')}5\r\nabc\r\nzz\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(`\r\nx-request-id: ${id}\r\n`);
  },
  async 'resets in the middle of a song'(socket, id) {
    socket.write(stream(id));
    await once(socket, 'data');
    socket.resetAndDestroy();
  },
  async 'resets while its first request of two has not been answered'(socket, id) {
    await server.db.transaction().execute(async (db) => {
      await db.selectFrom('releases').where('releaseid', '=', releaseid).forUpdate().select('id').execute();
      socket.write(`${head(`POST /api${flagRelease.path.replace(':releaseid', releaseid)}`, id)}${stream('second')}`);
      await expect.poll(server.countWaitingStatements).toBe(1);
      socket.resetAndDestroy();
      await expect.poll(() => lines.some(({ requestid }) => requestid === id)).toBe(true);
    });
  },
};

test.each(Object.keys(clients))('a client that %s is logged, and nothing else happens', async (name) => {
  lines.length = 0;
  const id = name.replaceAll(' ', '-');
  await clients[name]?.(open(), id);
  const getRequest = () => lines.find(({ msg, requestid }) => msg === 'Request' && requestid === id);
  await expect.poll(getRequest).toMatchObject({ network: '127.0.0.0/24' });
  expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
});

test('what fails while a request is observed is logged, and the request is answered', async () => {
  lines.length = 0;
  const { observe } = metrics.requests;
  metrics.requests.observe = () => {
    throw new Error('out of order');
  };
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('A request could not be observed');
  metrics.requests.observe = observe;
});

test('songs whose client goes away before they begin do not use up the songs that an account may hear', async () => {
  const other = await server.signedIn();
  const song = { authorization: `Bearer ${other.token}`, range: 'bytes=0-9' };
  // More than an account may hear at once.
  const sockets = Array.from({ length: 50 }, open);
  lines.length = 0;
  await server.db.transaction().execute(async (db) => {
    // The session of the caller is asked for.
    await sql`lock table sessions`.execute(db);
    for (const socket of sockets) socket.write(stream('gone', other.token));
    await expect.poll(server.countWaitingStatements).toBeGreaterThan(0);
    for (const socket of sockets) socket.resetAndDestroy();
    await expect.poll(() => lines.filter(({ requestid }) => requestid === 'gone')).toHaveLength(sockets.length);
  });
  const play = () => fetch(`${server.url}/api/audio/stream/${trackids[0]}.mp3`, { headers: song });
  await expect.poll(async () => (await play()).status).toBe(206);
});
