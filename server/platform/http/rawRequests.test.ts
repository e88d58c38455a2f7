import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { errors } from '@promenade/contract/errors';
import { expect, test } from 'vitest';
import { buildTestApp, startTestServer } from '../../testing/testServer.ts';
import { openMonitoringPorts } from '../monitoring/monitoringPorts.ts';
import { securityHeaders } from './responseHooks.ts';
import { stopServer } from './stopServer.ts';

/** What no HTTP client would send, and what Node or Fastify would answer themselves. */
const server = await startTestServer({
  env: { PUBLIC_URL: 'https://music.example' },
  timeouts: { headersMs: 300, requestMs: 300, checkMs: 50 },
});
const expected = securityHeaders({ publicUrl: 'https://music.example' });

const open = (url = server.url): Socket => connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});

async function send(bytes: string, url?: string): Promise<string> {
  const socket = open(url);
  socket.write(bytes);
  return text(socket);
}

/** Each answer of a connection: status, headers and body. */
function parse(raw: string) {
  const answers = raw.split(/(?=HTTP\/1\.1 \d{3})/).filter((part) => part.startsWith('HTTP/1.1 '));
  return answers.map((answer) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const headers = head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]);
    return { status: Number(head.split(' ')[1]), headers: Object.fromEntries(headers) as Record<string, string>, body };
  });
}

const get = (path: string, method = 'GET', headers = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`;
const json = 'content-type: application/json\r\n';

const requests: [string, number, string][] = [
  ['HEAD', 200, get('/health/live', 'HEAD')],
  ['OPTIONS', 404, get('/api/release', 'OPTIONS')],
  ['OPTIONS *', 404, get('*', 'OPTIONS')],
  ['a method that no route has', 404, get('/api/release', 'PATCH')],
  ['a method that Fastify does not know', 404, get('/api/release', 'PROPFIND')],
  ['an upgrade', 404, get('/nothing', 'GET', 'upgrade: websocket\r\n')],
  ['HTTP/1.0', 200, 'GET /health/live HTTP/1.0\r\n\r\n'],
  ['an unknown expectation', 200, get('/health/live', 'GET', 'expect: tea\r\n')],
  ['no Host header', 400, 'GET /health/live HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['two Host headers', 400, get('/health/live', 'GET', 'host: y\r\n')],
  ['an address in absolute form without a path', 404, get('http://x')],
  ['an address in absolute form', 401, get('http://x/api/release')],
  ['a malformed address', 400, get('/api/release/%ff')],
  ['a long parameter without a session', 401, get(`/api/release/${'x'.repeat(600)}`)],
  ['a body that is too large', 413, get('/api/auth/login', 'POST', `${json}content-length: 300000\r\n`)],
  [
    'an unknown media type',
    415,
    get('/api/auth/login', 'POST', 'content-type: text/csv\r\ncontent-length: 3\r\n') + 'a,b',
  ],
  ['malformed JSON', 400, get('/api/auth/login', 'POST', `${json}content-length: 1\r\n`) + '{'],
  ['an address of 20 KB', 414, get(`/${'x'.repeat(20_000)}`)],
  ['headers of 20 KB', 431, get('/', 'GET', `cookie: ${'x'.repeat(20_000)}\r\n`)],
  ['a thousand headers', 431, get('/', 'GET', 'cookie-with-a-long-name: xxxx\r\n'.repeat(1_000))],
  ['garbage', 400, 'not HTTP\r\n\r\n'],
  ['HTTP/2 without an agreement', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['two lengths', 400, get('/', 'POST', 'content-length: 1\r\ncontent-length: 2\r\n')],
  ['length and chunks at once', 400, get('/', 'POST', 'content-length: 1\r\ntransfer-encoding: chunked\r\n')],
  ['headers that never end', 408, 'GET / HTTP/1.1\r\nhost: x\r\n'],
  ['a body that never comes', 408, `POST /api/auth/login HTTP/1.1\r\nhost: x\r\n${json}content-length: 10\r\n\r\n{`],
];

test.each(requests)(
  '%s is answered with %i, the security headers and a closed connection',
  async (_name, status, bytes) => {
    const [answer, ...others] = parse(await send(bytes));
    expect(answer?.status).toBe(status);
    expect(answer?.headers).toMatchObject({ ...expected, 'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(others).toEqual([]);
    const { code } = (answer?.body ? JSON.parse(answer.body).error : undefined) ?? {};
    expect([undefined, ...Object.keys(errors)]).toContain(code);
    expect(code !== undefined || status === 200).toBe(true);
  },
);

test('the port of health checks has the same headers on what Node would answer itself', async () => {
  const config = { ...server.config, healthPort: 0 };
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const close = await openMonitoringPorts({ ...server, config }, { stopped: new Promise(() => {}), print });
  const [, url] = /(http:.+)\/health/.exec(lines.join()) ?? [];
  for (const name of ['HTTP/1.0', 'an unknown expectation', 'no Host header', 'two Host headers', 'garbage']) {
    const [, status, bytes = ''] = requests.find(([other]) => other === name) ?? [];
    const [answer] = parse(await send(bytes, url));
    expect(answer, name).toMatchObject({ status, headers: { ...expected, 'x-request-id': expect.any(String) } });
  }
  await close();
});

test('garbage after a request is refused with the security headers', async () => {
  const answers = parse(await send('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\nGARBAGE\r\n\r\n'));
  expect(answers.length).toBeGreaterThan(0);
  for (const { headers } of answers) expect(headers).toMatchObject(expected);
});

test('an error is never written into an answer that has begun', async () => {
  const { token } = await server.signedIn();
  const socket = open();
  socket.write(`GET /api/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  const [begun] = (await once(socket, 'data')) as [Buffer];
  expect(begun.toString()).toMatch(/^HTTP\/1\.1 200 /);
  socket.write('GARBAGE\r\n\r\n');
  expect(await text(socket)).not.toContain('HTTP/1.1');
});

test('304 and 206 have the security headers', async () => {
  const { token } = await server.signedIn();
  const { trackids } = await server.release({ audio: true });
  const stream = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/audio/stream/${trackids[0]}.mp3`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const part = await stream({ range: 'bytes=0-9' });
  const unchanged = await stream({ 'if-none-match': part.headers.get('etag') ?? '' });
  expect([part.status, unchanged.status]).toEqual([206, 304]);
  for (const { headers } of [part, unchanged]) expect(Object.fromEntries(headers)).toMatchObject(expected);
});

test('while the service stops, an open connection gets 503 with Retry-After and the security headers', async () => {
  const app = await buildTestApp(server);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = open(url);
  const request = 'GET /health/live HTTP/1.1\r\nhost: x\r\n';
  // The second request is begun before the server closes idle connections, and ended while it closes.
  socket.write(`${request}\r\n${request}`);
  await once(socket, 'data');
  app.stopping.isClosing = true;
  socket.write('\r\n');
  const [answer] = parse(await text(socket));
  expect(answer).toMatchObject({ status: 503, headers: { ...expected, connection: 'close' } });
  expect(Number(answer?.headers['retry-after'])).toBeGreaterThan(0);
  await app.close();
});

test('a reader that takes nothing is cut, and one that goes on reading gets everything', async () => {
  const app = await buildTestApp(server, { timeouts: { idleMs: 2_000 } });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const { token } = await server.signedIn();
  // More than the buffers of a connection hold.
  const { trackids, mp3 } = await server.release({ audio: 30_000_000 });
  const request = `GET /api/audio/stream/${trackids[0]}.mp3 HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${token}\r\n\r\n`;
  const [stalled, reader] = [open(`http://x:${port}`), open(`http://x:${port}`)];
  stalled.pause();
  for (const socket of [stalled, reader]) socket.write(request);
  let received = 0;
  reader.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await once(reader, 'end');
  expect(received).toBeGreaterThan(mp3.length);
  const countConnections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(countConnections).toBe(0);
  stalled.destroy();
  await app.close();
});

test('an answer that takes longer than a stopping service waits is cut', async () => {
  const app = await buildTestApp(server);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const running = open(`http://x:${port}`);
  // A request whose body never comes is not idle.
  running.write(
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  await once(app.server, 'request');
  const closed = once(running, 'close');
  await stopServer(app, 100);
  await expect(closed).resolves.toBeDefined();
});
