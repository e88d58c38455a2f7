import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { diskStorage } from './storage.ts';

const root = await mkdtemp(join(tmpdir(), 'promenade-storage-'));
afterAll(() => rm(root, { recursive: true }));
const storage = diskStorage(root);

const text = Buffer.from('a sound that nobody has heard yet');

test('what was put is there whole, with its size and its checksum', async () => {
  expect(await storage.put('audio/one.mp3', text)).toEqual({ bytes: text.length, crc32: crc32(text) });
  const pieces = Readable.from([text.subarray(0, 5), text.subarray(5)]);
  expect(await storage.put('audio/two.mp3', pieces)).toEqual({ bytes: text.length, crc32: crc32(text) });
  expect(await buffer(await storage.read('audio/two.mp3'))).toEqual(text);
  expect(await storage.stat('audio/two.mp3')).toEqual({ bytes: text.length });
});

test('a part is read by its first and last byte', async () => {
  await storage.put('audio/one.mp3', text);
  expect(String(await buffer(await storage.read('audio/one.mp3', { start: 2, end: 6 })))).toBe('sound');
});

test('a source that breaks leaves nothing', async () => {
  const broken = Readable.from(
    (async function* () {
      yield text;
      throw new Error('the line is dead');
    })(),
  );
  await expect(storage.put('audio/broken.mp3', broken)).rejects.toThrow('the line is dead');
  expect(await storage.stat('audio/broken.mp3')).toBeUndefined();
  expect(await readdir(join(root, '.partial'))).toEqual([]);
});

test('a key is listed by its beginning until it is deleted', async () => {
  for (const key of ['covers/ab-500.webp', 'covers/ab-1000.webp', 'covers/cd-500.webp', 'files/ab/Ünïcode name.pdf']) {
    await storage.put(key, text);
  }
  expect((await Array.fromAsync(storage.list('covers/ab'))).sort()).toEqual([
    'covers/ab-1000.webp',
    'covers/ab-500.webp',
  ]);
  expect(await Array.fromAsync(storage.list('files/'))).toEqual(['files/ab/Ünïcode name.pdf']);
  await storage.delete('covers/ab-500.webp');
  await storage.delete('covers/ab-500.webp');
  expect(await Array.fromAsync(storage.list('covers/ab'))).toEqual(['covers/ab-1000.webp']);
  expect(await Array.fromAsync(storage.list('none/'))).toEqual([]);
});

test.each(['../secret', 'audio/../../secret', '/etc/passwd', '', 'audio//x', '.partial/x', 'audio/\u0000', 'a\\b'])(
  'the key %j does not get out of the folder',
  async (key) => {
    await expect(storage.put(key, text)).rejects.toThrow('Not a key');
    expect(() => storage.localPath(key)).toThrow('Not a key');
  },
);

test('other users of the machine cannot read it', async () => {
  await storage.put('audio/one.mp3', text);
  expect((await stat(storage.localPath('audio/one.mp3'))).mode & 0o077).toBe(0);
  expect((await stat(join(root, 'audio'))).mode & 0o077).toBe(0);
});

test('what an interrupted writer left goes, and what is stored stays', async () => {
  await storage.put('audio/one.mp3', text);
  await writeFile(join(root, '.partial', 'old'), 'x');
  await storage.removePartial();
  expect(existsSync(join(root, '.partial'))).toBe(false);
  expect(await storage.stat('audio/one.mp3')).toBeDefined();
  await storage.put('audio/two.mp3', text);
});
