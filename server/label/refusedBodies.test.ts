import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { whenOver } from '../testing/cleanUp.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { startTestServer } from '../testing/testServer.ts';
import { createUploader } from '../testing/uploads.ts';

const MIB = 1024 ** 2;
const server = await startTestServer();
const release = await server.release({ label: { name: 'Harbour', contact: null } });
const { labelid } = await server.db
  .selectFrom('labels')
  .where('name', '=', 'Harbour')
  .select('labelid')
  .executeTakeFirstOrThrow();
const editor = await server.signedIn();
await server.joinLabel(editor, release, 'editor');
const uploader = createUploader(server.url, editor);
const { deliveryid } = await uploader.start(labelid, 'Refused');

let uploads = 0;
async function createUpload(path: string, bytes: number): Promise<string> {
  uploads += 1;
  return (await uploader.create(deliveryid, `${uploads}/${path}`, bytes)).headers.get('location') ?? '';
}

const program = Buffer.concat([Buffer.from('MZ'.padEnd(100, '\0')), Buffer.from('PE\0\0'), randomBytes(6 * MIB)]);

/** Collects what a connection receives. */
function listen(socket: Socket) {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  return { text: () => received };
}

const head = (method: string, path: string, headers: Record<string, string | number>) =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${editor.token}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

const part = (offset: number, length: number) => ({
  'tus-resumable': '1.0.0',
  'upload-offset': offset,
  'content-type': 'application/offset+octet-stream',
  'content-length': length,
});

/** More than the service takes. */
const JSON_BYTES = 6 * MIB;

interface Case {
  status: number;
  code: string;
  begin(): Promise<string>;
  body: Buffer;
}

const cases: Record<string, Case> = {
  'a program in a part of 6 MiB': {
    status: 415,
    code: 'FILE_TYPE',
    begin: async () => head('PATCH', await createUpload('program.wav', program.length), part(0, program.length)),
    body: program,
  },
  'a part behind the end of its file': {
    status: 413,
    code: 'TOO_LARGE',
    begin: async () => head('PATCH', await createUpload('short.wav', MIB), part(0, 6 * MIB)),
    body: randomBytes(6 * MIB),
  },
  'a part at the wrong position': {
    status: 409,
    code: 'UPLOAD_OFFSET',
    begin: async () => head('PATCH', await createUpload('offset.wav', 12 * MIB), part(MIB, 6 * MIB)),
    body: randomBytes(6 * MIB),
  },
  'JSON that is too large': {
    status: 413,
    code: 'TOO_LARGE',
    begin: async () =>
      head('POST', '/api/auth/login', { 'content-type': 'application/json', 'content-length': JSON_BYTES }),
    body: Buffer.alloc(JSON_BYTES, '['),
  },
  'a part for which there is no room': {
    status: 507,
    code: 'STORAGE_FULL',
    async begin() {
      const location = await createUpload('room.wav', 6 * MIB);
      server.config.freeSpaceMinMegabytes = 1e9;
      return head('PATCH', location, part(0, 6 * MIB));
    },
    body: randomBytes(6 * MIB),
  },
  'chunked JSON that is too large': {
    status: 413,
    code: 'TOO_LARGE',
    begin: async () =>
      head('POST', '/api/auth/login', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }),
    body: Buffer.concat([
      Buffer.from(`${JSON_BYTES.toString(16)}\r\n`),
      Buffer.alloc(JSON_BYTES, '['),
      Buffer.from('\r\n0\r\n\r\n'),
    ]),
  },
};

const { freeSpaceMinMegabytes } = server.config;
const direct = Number(new URL(server.url).port);
const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const ways: [string, (() => Promise<number>) | undefined][] = [
  ['directly', async () => direct],
  ['behind nginx', hasNginx ? () => (nginxPort ??= startNginx()) : undefined],
];
let nginxPort: Promise<number> | undefined;
let stopNginx = async () => {};
afterAll(() => stopNginx());

/** Starts nginx with `deploy/nginx.conf`, but for addresses and TLS. Returns its port. */
async function startNginx(): Promise<number> {
  const folder = await temporaryFolder('promenade-nginx-');
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  await once(free.close(), 'close');
  const site = (await readFile(join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf'), 'utf8'))
    .replace(/^server \{\n {4}listen 80;[^]*?^\}\n/m, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('server 127.0.0.1:4040;', `server 127.0.0.1:${direct};`)
    .replace(/^ *(http2 on|ssl_certificate.*);\n/gm, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { ${temporary.join(' ')} ${site} }`,
  );
  const nginx = spawn('nginx', ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  const ended = once(nginx, 'exit');
  stopNginx = async () => {
    nginx.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  };
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  return port;
}

// Fastify closes the connection after JSON that is too large: nginx, which may still be sending it, then answers 502.
const tried = ways.flatMap(([way, start]) =>
  Object.entries(cases)
    .filter(([name]) => way === 'directly' || !/JSON/.test(name))
    .map(([name, item]) => ({ name: `${way}: ${name}`, start, ...item })),
);

test.for(tried)(
  '$name is refused, and the next request of the connection is answered or the connection is closed',
  async ({ status, code, begin, body, start: startWay }, { skip }) => {
    skip(!startWay, 'nginx is not installed');
    const port = (await startWay?.()) ?? direct;
    const start = await begin();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    whenOver(() => socket.destroy());
    const received = listen(socket);
    socket.write(start);
    socket.write(body);
    await expect.poll(received.text).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"${code}"`));
    server.config.freeSpaceMinMegabytes = freeSpaceMinMegabytes;
    // Those of others, which may come on the connection of the proxy that the refused one used.
    const others = await Promise.all(
      Array.from({ length: 4 }, () =>
        fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(10_000) }),
      ),
    );
    expect(others.map((other) => other.status)).toEqual([200, 200, 200, 200]);
    if (!/^connection: close/im.test(received.text())) socket.write(head('GET', '/health/live', {}));
    await expect.poll(() => socket.closed || /HTTP\/1.1 200 /.test(received.text())).toBe(true);
  },
);

test.each([
  [
    'a part of an upload',
    'TOO_LARGE',
    async () => head('PATCH', await createUpload('expected.wav', MIB), { ...part(0, 6 * MIB), expect: '100-continue' }),
  ],
  [
    'JSON',
    'TOO_LARGE',
    async () =>
      head('POST', '/api/auth/login', {
        'content-type': 'application/json',
        'content-length': 6 * MIB,
        expect: '100-continue',
      }),
  ],
] as const)(
  '%s that is too large and asks whether it may come is refused, and the connection is free',
  async (_name, code, begin) => {
    const socket = connect(direct, '127.0.0.1');
    socket.on('error', () => {});
    whenOver(() => socket.destroy());
    const received = listen(socket);
    socket.write(await begin());
    await expect.poll(received.text).toMatch(new RegExp(`HTTP/1.1 413 [^]*"${code}"`));
    // A client that was told to go on sends the body; the other one sends its next request elsewhere.
    const isAsked = received.text().startsWith('HTTP/1.1 100');
    if (isAsked) socket.write(Buffer.alloc(6 * MIB));
    const isClosing = /^connection: close/im.test(received.text());
    expect(isAsked || isClosing).toBe(true);
    if (!isClosing) socket.write(head('GET', '/health/live', {}));
    await expect.poll(() => (isClosing ? socket.closed : /HTTP\/1.1 200 /.test(received.text()))).toBe(true);
  },
);

test('a refused body that never ends is cut', async () => {
  const location = await createUpload('endless.wav', 12 * MIB);
  const { 'content-length': _length, ...headers } = part(0, 0);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const closed = new Promise((done) => socket.on('error', () => {}).on('close', done));
  const received = listen(socket);
  socket.write(head('PATCH', location, { ...headers, 'transfer-encoding': 'chunked' }));
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  socket.write(chunk(program));
  await expect.poll(received.text).toMatch(/"FILE_TYPE"/);
  const more = chunk(Buffer.alloc(MIB));
  const write = () => {
    while (socket.writable && socket.write(more));
  };
  socket.on('drain', write);
  write();
  await closed;
  expect(socket.bytesWritten).toBeLessThan(200 * MIB);
});
