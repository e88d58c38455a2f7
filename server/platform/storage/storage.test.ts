import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { startS3Server } from '../../testing/s3Server.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { openStorage } from '../openContext.ts';
import { readConfig } from '../process/config.ts';
import { createSilentLog } from '../process/log.ts';
import { createS3Client, listTexts } from './s3Client.ts';
import { createDiskStorage, hashContent } from './storage.ts';

const s3Server = await startS3Server();
const root = await temporaryFolder('promenade-storage-');
afterAll(() => rm(root, { recursive: true }));

const s3Config = readConfig(s3Server.createEnv());

async function countUploads(): Promise<number> {
  const { s3, s3Credentials } = s3Config;
  if (!s3 || !s3Credentials) throw new Error('The storage is not on S3.');
  const query = { uploads: '', prefix: s3.prefix };
  const { body } = await createS3Client(s3, s3Credentials, { log: createSilentLog() }).send(
    { method: 'GET', query },
    [200],
  );
  return listTexts(body, 'Upload').length;
}

async function countPartials(): Promise<number> {
  const entries = await readdir(join(root, '.partial'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

const storages = [
  { name: 'the disk', storage: createDiskStorage(root), countUnfinished: countPartials },
  {
    name: `S3 (${s3Server.engine})`,
    storage: openStorage(s3Config, createSilentLog()),
    countUnfinished: countUploads,
  },
];

const sound = Buffer.from('a sound that nobody has heard yet');
/** Uploaded to S3 in two parts. */
const long = randomBytes(20 * 1024 ** 2);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Pieces of a megabyte. */
const piecesOf = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / 1024 ** 2) }, (_, index) =>
    bytes.subarray(index * 1024 ** 2, (index + 1) * 1024 ** 2),
  );

/** A stream that has given all bytes but the last one, and waits. */
function createSlowSource(bytes: Buffer) {
  const [waiting, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* give() {
    yield* piecesOf(bytes.subarray(0, -1));
    waiting.resolve();
    await ending.promise;
    yield bytes.subarray(-1);
  }
  return { stream: Readable.from(give()), waiting: waiting.promise, end: ending.resolve, fail: ending.reject };
}

describe.each(storages)('on $name', ({ storage, countUnfinished }) => {
  test.each([
    ['a buffer', 'one', sound, () => sound],
    ['a stream', 'two', sound, () => Readable.from([sound.subarray(0, 5), sound.subarray(5)])],
    ['nothing', 'empty', Buffer.alloc(0), () => Buffer.alloc(0)],
    ['a long buffer', 'three', long, () => long],
    ['a long stream', 'four', long, () => Readable.from(piecesOf(long))],
    [
      'a stream of exactly one part',
      'five',
      long.subarray(0, 16 * 1024 ** 2),
      () => Readable.from(piecesOf(long.subarray(0, 16 * 1024 ** 2))),
    ],
  ])('%s is stored completely and returned with its size and checksum', async (_source, name, bytes, open) => {
    const key = `audio/${name}.mp3`;
    expect(await storage.put(key, open(), sha256(bytes))).toEqual({ bytes: bytes.length, crc32: crc32(bytes) });
    expect(await storage.stat(key)).toMatchObject({ bytes: bytes.length });
    expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
    expect(await hashContent(storage, key)).toBe(sha256(bytes));
    expect(await countUnfinished()).toBe(0);
  });

  test('a range is read as a stream and into a buffer', async () => {
    await storage.put('audio/ranges.mp3', long);
    for (const [start, end] of [
      [3, 7],
      [4_000_000, 9_000_000],
      [long.length - 2, long.length - 1],
    ] as const) {
      const expected = long.subarray(start, end + 1);
      expect((await buffer(await storage.read('audio/ranges.mp3', { start, end }))).equals(expected)).toBe(true);
      const reader = (await storage.stat('audio/ranges.mp3'))?.open();
      const read = Buffer.alloc(expected.length);
      await reader?.fill(read, start);
      await reader?.close();
      expect(read.equals(expected)).toBe(true);
    }
    const reader = (await storage.stat('audio/ranges.mp3'))?.open();
    await expect(reader?.fill(Buffer.alloc(10), long.length - 5)).rejects.toThrow(/ended early|was replaced/);
    await reader?.close();
  });

  test('a missing file is not found and cannot be read', async () => {
    expect(await storage.stat('audio/missing.mp3')).toBeUndefined();
    await expect(storage.read('audio/missing.mp3')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test.each([
    ['short', sound],
    ['long', long],
  ])('a %s file appears when it is complete, and a replaced one stays until then', async (name, bytes) => {
    const key = `video/${name}.mp4`;
    const first = createSlowSource(bytes);
    const writing = storage.put(key, first.stream);
    await first.waiting;
    expect(await storage.stat(key)).toBeUndefined();
    expect(await Array.fromAsync(storage.list('video/'))).not.toContain(key);
    first.end();
    await writing;
    const before = await storage.stat(key);
    const other = Buffer.from(bytes).fill(1);
    const second = createSlowSource(other);
    const replacing = storage.put(key, second.stream);
    await second.waiting;
    expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
    second.end();
    await replacing;
    expect((await buffer(await storage.read(key))).equals(other)).toBe(true);
    expect((await storage.stat(key))?.version).not.toBe(before?.version);
  });

  test.each([
    ['short', sound],
    ['long', long],
  ])('a %s source that fails, or has another hash, leaves what was there', async (name, bytes) => {
    const key = `files/${name}`;
    const broken = createSlowSource(bytes);
    const failing = storage.put(key, broken.stream);
    await broken.waiting;
    broken.fail(new Error('connection lost'));
    await expect(failing).rejects.toThrow('connection lost');
    expect(await storage.stat(key)).toBeUndefined();
    await storage.put(key, Buffer.from('stored content'));
    for (const source of [bytes, Readable.from(piecesOf(bytes))])
      await expect(storage.put(key, source, sha256(Buffer.from('other')))).rejects.toThrow('another hash');
    expect(await buffer(await storage.read(key))).toEqual(Buffer.from('stored content'));
    expect(await countUnfinished()).toBe(0);
  });

  test('unfinished writes of a killed process are deleted when they are old', async () => {
    const killed = createSlowSource(long);
    const writing = storage.put('audio/killed.mp3', killed.stream);
    await killed.waiting;
    await storage.removeOldPartials(new Date(Date.now() - 60_000));
    expect(await countUnfinished()).toBe(1);
    await storage.removeOldPartials(new Date(Date.now() + 60_000));
    expect(await countUnfinished()).toBe(0);
    killed.end();
    await expect(writing).rejects.toThrow(/ENOENT|The storage|was lost/);
    expect(await storage.stat('audio/killed.mp3')).toBeUndefined();
  });

  test('a key may have any characters that a delivered file may have', async () => {
    const key = `files/ab/a&b <c> "d" it's #1?.txt`;
    await storage.put(key, sound);
    expect(await buffer(await storage.read(key))).toEqual(sound);
    await storage.delete(key);
  });

  // s3rver escapes & and < twice in its lists.
  test('keys are listed by prefix', async () => {
    const keys = ['Ünïcode name.pdf', '100%25 +1 (2)!*.txt', 'plain'].map((name) => `files/listed/${name}`);
    for (const key of keys) await storage.put(key, Buffer.from(key));
    await storage.put('.installation', sound);
    expect((await Array.fromAsync(storage.list('files/listed/'))).sort()).toEqual([...keys].sort());
    expect(await Array.fromAsync(storage.list('files/listed/pl'))).toEqual(['files/listed/plain']);
    expect(await Array.fromAsync(storage.list('nothing/'))).toEqual([]);
    expect(await Array.fromAsync(storage.list(''))).not.toContain('.installation');
    for (const key of keys) expect((await buffer(await storage.read(key))).toString()).toBe(key);
  });

  test('a deleted file is missing; deleting it again does nothing', async () => {
    await storage.put('files/ab/Ünïcode name.pdf', sound);
    await storage.delete('files/ab/Ünïcode name.pdf');
    await storage.delete('files/ab/Ünïcode name.pdf');
    expect(await storage.stat('files/ab/Ünïcode name.pdf')).toBeUndefined();
  });

  test.each(['../secret', 'audio/../../secret', '/etc/passwd', '', 'audio//x', '.partial/x', 'audio/\u0000', 'a\\b'])(
    'the key %j outside the folder is refused',
    async (key) => {
      await expect(storage.put(key, sound)).rejects.toThrow('Invalid storage key');
      await expect(storage.stat(key)).rejects.toThrow('Invalid storage key');
      await expect(storage.read(key)).rejects.toThrow('Invalid storage key');
    },
  );
});

test('other users of the machine cannot read the files', async () => {
  await createDiskStorage(root).put('audio/one.mp3', sound);
  expect((await stat(join(root, 'audio/one.mp3'))).mode & 0o077).toBe(0);
  expect((await stat(join(root, 'audio'))).mode & 0o077).toBe(0);
});

test('unfinished writes of one process are deleted, those of others and stored files stay', async () => {
  const storage = createDiskStorage(root).withPartialFolder('mine');
  await storage.put('audio/one.mp3', sound);
  for (const folder of ['mine', 'yours']) {
    await mkdir(join(root, '.partial', folder), { recursive: true });
    await writeFile(join(root, '.partial', folder, 'unfinished'), 'x');
  }
  await storage.removePartialFolder('mine');
  expect(existsSync(join(root, '.partial', 'mine'))).toBe(false);
  expect(existsSync(join(root, '.partial', 'yours', 'unfinished'))).toBe(true);
  expect(await storage.stat('audio/one.mp3')).toBeDefined();
  await storage.put('audio/two.mp3', sound);
});
