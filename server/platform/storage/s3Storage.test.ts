import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { startS3Server } from '../../testing/s3Server.ts';
import { readConfig } from '../process/config.ts';
import { openLog } from '../process/log.ts';
import { createS3Storage } from './s3Storage.ts';

const server = await startS3Server();
const logged: string[] = [];
const log = openLog('info', true, {
  destination: { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) },
});
const { s3, s3Credentials } = readConfig(server.createEnv());
if (!s3 || !s3Credentials) throw new Error('The storage is not on S3.');
const storage = createS3Storage(s3, s3Credentials, { log });
/** Gives each attempt less time. */
const hasty = createS3Storage(s3, s3Credentials, { log, readMs: 300 });
const sound = randomBytes(6_000_000);
await storage.put('audio/one.mp3', sound);

/** Answers the next requests of a method in another way; the others reach the engine. */
function answerNext(
  method: string,
  count: number,
  answer: (response: ServerResponse, request: IncomingMessage) => void,
) {
  let left = count;
  server.intercept((request, response) => {
    if (request.method !== method || left === 0) return false;
    left -= 1;
    answer(response, request);
    return true;
  });
}
const refuseWith = (status: number, code: string) => (response: ServerResponse) =>
  void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
const countRequests = (method: string) => server.requests.filter((line) => line.startsWith(`${method} `)).length;

afterEach(() => {
  server.intercept(() => false);
  server.requests.length = 0;
  logged.length = 0;
});

test.each([
  ['is answered 500', refuseWith(500, 'InternalError')],
  ['is answered 503', refuseWith(503, 'SlowDown')],
  ['is answered 429', refuseWith(429, 'TooManyRequests')],
  ['is cut before its answer', (response: ServerResponse) => void response.destroy()],
  [
    'is cut within its answer',
    (response: ServerResponse) => {
      response.writeHead(206, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    },
  ],
])('a request that %s is repeated', async (_what, answer) => {
  answerNext('GET', 2, answer);
  expect((await buffer(await storage.read('audio/one.mp3'))).equals(sound)).toBe(true);
  answerNext('PUT', 2, answer);
  await storage.put('audio/two.mp3', sound);
  server.intercept(() => false);
  expect((await buffer(await storage.read('audio/two.mp3'))).equals(sound)).toBe(true);
  expect(logged).toEqual([]);
});

test('after five attempts the storage counts as unavailable, and the log has one line at its start and end', async () => {
  answerNext('HEAD', 10, refuseWith(500, 'InternalError'));
  for (const _attempt of [1, 2])
    await expect(storage.stat('audio/one.mp3')).rejects.toThrow(
      /^The storage http:\S+ answers 500: check STORAGE_URL and its keys\.$/,
    );
  expect(countRequests('HEAD')).toBe(10);
  expect(await storage.stat('audio/one.mp3')).toMatchObject({ bytes: sound.length });
  expect(logged).toEqual(['Storage is not available', 'Storage is available again']);
});

test('a request that is not answered in time is repeated, and given up after five attempts', async () => {
  answerNext('HEAD', 1, () => {});
  expect(await hasty.stat('audio/one.mp3')).toMatchObject({ bytes: sound.length });
  expect(countRequests('HEAD')).toBe(2);
  answerNext('HEAD', 5, () => {});
  await expect(hasty.stat('audio/one.mp3')).rejects.toThrow('does not answer in time');
});

test('a refusal is not repeated', async () => {
  answerNext('GET', 1, refuseWith(403, 'SignatureDoesNotMatch'));
  await expect(Array.fromAsync(storage.list(''))).rejects.toThrow('answers 403 SignatureDoesNotMatch');
  expect(countRequests('GET')).toBe(1);
});

test('a server that is away is named with the reason', async () => {
  await server.stop();
  await expect(storage.stat('audio/one.mp3')).rejects.toThrow(/^The storage http:\S+ does not answer: ECONN\w+\.$/);
  await server.start();
  expect(await storage.stat('audio/one.mp3')).toBeDefined();
});

test('an upload whose completion fails in its answer is repeated', async () => {
  let completions = 0;
  server.intercept((request, response) => {
    if (request.method !== 'POST' || !request.url?.includes('uploadId')) return false;
    completions += 1;
    if (completions === 1) response.writeHead(200).end('<Error><Code>InternalError</Code></Error>');
    return completions === 1;
  });
  const long = randomBytes(17 * 1024 ** 2);
  await storage.put('audio/long.wav', long);
  expect(completions).toBe(2);
  expect((await buffer(await storage.read('audio/long.wav'))).equals(long)).toBe(true);
});

test('an upload that was completed although its answer was lost is stored', async () => {
  const long = randomBytes(17 * 1024 ** 2);
  await storage.put('audio/lost.wav', long);
  server.intercept((request, response) => {
    if (request.method !== 'POST' || !request.url?.includes('uploadId')) return false;
    response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
    return true;
  });
  await expect(storage.put('audio/lost.wav', long)).resolves.toMatchObject({ bytes: long.length });
  await expect(storage.put('audio/other.wav', long)).rejects.toThrow('was lost');
});

test('a piece of another version is not mixed with the one that was found', async () => {
  const reader = (await storage.stat('audio/one.mp3'))?.open();
  const bytes = Buffer.alloc(1_000);
  await reader?.fill(bytes, 0);
  await storage.put('audio/one.mp3', randomBytes(sound.length));
  await expect(reader?.fill(bytes, 1_000)).rejects.toThrow('was replaced');
  await storage.put('audio/one.mp3', sound);
});

test('more uploads than are sent at once wait for their turn, also one whose source fails meanwhile', async () => {
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const slow = ends.map(({ promise }, index) => {
    async function* give() {
      await promise;
      yield sound;
    }
    return storage.put(`audio/slow ${index}.mp3`, Readable.from(give()));
  });
  const missing = createReadStream('/nowhere/missing.mp3');
  const failing = storage.put('audio/missing.mp3', missing).catch((reason: NodeJS.ErrnoException) => reason.code);
  const waiting = storage.put('audio/waiting.mp3', sound);
  await expect.poll(() => missing.closed).toBe(true);
  for (const { resolve } of ends) resolve();
  await Promise.all(slow);
  expect(await failing).toBe('ENOENT');
  await waiting;
  expect((await Array.fromAsync(storage.list('audio/slow'))).length).toBe(4);
});

// s3rver cannot continue a list: its tokens need a cipher that OpenSSL 3 lacks.
test('keys beyond the first page are listed, encoded or as XML', async () => {
  const prefix = new URL(storage.location).pathname.replace(/^\/promenade\//, '');
  const pages = [
    `<EncodingType>url</EncodingType><Contents><Key>${prefix}files/a%20b</Key></Contents><NextContinuationToken>2+/=</NextContinuationToken>`,
    `<Contents><Key>${prefix}.moving</Key></Contents><Contents><Key>${prefix}files/100%25 &amp; &quot;c&#x22; &#39;</Key></Contents>`,
  ];
  server.intercept((request, response) => {
    if (request.method !== 'GET') return false;
    const isNext = new URL(request.url ?? '', 'http://s3.test').searchParams.get('continuation-token') === '2+/=';
    response.end(`<ListBucketResult>${pages[isNext ? 1 : 0]}</ListBucketResult>`);
    return true;
  });
  expect(await Array.fromAsync(storage.list(''))).toEqual(['files/a b', 'files/100%25 & "c" \'']);
});
