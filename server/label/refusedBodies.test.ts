import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { whenOver } from '../testing/cleanUp.ts';
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

async function createUpload(path: string, bytes: number): Promise<string> {
  return (await uploader.create(deliveryid, path, bytes)).headers.get('location') ?? '';
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

interface Case {
  status: number;
  code: string;
  begin(): Promise<string>;
  body: Buffer;
  isChunked?: boolean;
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
      head('POST', '/api/auth/login', { 'content-type': 'application/json', 'content-length': 6 * MIB }),
    body: Buffer.alloc(6 * MIB, '['),
  },
  'chunked JSON that is too large': {
    status: 413,
    code: 'TOO_LARGE',
    begin: async () =>
      head('POST', '/api/auth/login', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }),
    body: Buffer.concat([
      Buffer.from(`${(6 * MIB).toString(16)}\r\n`),
      Buffer.alloc(6 * MIB, '['),
      Buffer.from('\r\n0\r\n\r\n'),
    ]),
  },
};

test.each(Object.entries(cases))(
  '%s is refused, and the next request of the connection is answered or the connection is closed',
  async (_name, { status, code, begin, body }) => {
    const start = await begin();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => {});
    whenOver(() => socket.destroy());
    const received = listen(socket);
    socket.write(start);
    socket.write(body);
    await expect.poll(received.text).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"${code}"`));
    const isClosing = /^connection: close/im.test(received.text());
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
