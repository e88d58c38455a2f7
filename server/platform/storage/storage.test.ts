import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createDiskStorage } from './storage.ts';

const root = await mkdtemp(join(tmpdir(), 'promenade-storage-'));
afterAll(() => rm(root, { recursive: true }));
const storage = createDiskStorage(root);

const text = Buffer.from('a sound that nobody has heard yet');

test('a stored file is complete and returned with its size and checksum', async () => {
  expect(await storage.put('audio/one.mp3', text)).toEqual({ bytes: text.length, crc32: crc32(text) });
  const chunks = Readable.from([text.subarray(0, 5), text.subarray(5)]);
  expect(await storage.put('audio/two.mp3', chunks)).toEqual({ bytes: text.length, crc32: crc32(text) });
  expect(await buffer(await storage.read('audio/two.mp3'))).toEqual(text);
  expect(await storage.stat('audio/two.mp3')).toEqual({ bytes: text.length });
});

test('a source that fails leaves no file', async () => {
  const broken = Readable.from(
    (async function* () {
      yield text;
      throw new Error('connection lost');
    })(),
  );
  await expect(storage.put('audio/broken.mp3', broken)).rejects.toThrow('connection lost');
  expect(await storage.stat('audio/broken.mp3')).toBeUndefined();
  expect(await readdir(join(root, '.partial', 'unnamed'))).toEqual([]);
});

test('a deleted file is missing; deleting it again does nothing', async () => {
  await storage.put('files/ab/Ünïcode name.pdf', text);
  await storage.delete('files/ab/Ünïcode name.pdf');
  await storage.delete('files/ab/Ünïcode name.pdf');
  expect(await storage.stat('files/ab/Ünïcode name.pdf')).toBeUndefined();
});

test.each(['../secret', 'audio/../../secret', '/etc/passwd', '', 'audio//x', '.partial/x', 'audio/\u0000', 'a\\b'])(
  'the key %j outside the folder is refused',
  async (key) => {
    await expect(storage.put(key, text)).rejects.toThrow('Invalid storage key');
    expect(() => storage.localPath(key)).toThrow('Invalid storage key');
  },
);

test('other users of the machine cannot read the files', async () => {
  await storage.put('audio/one.mp3', text);
  expect((await stat(storage.localPath('audio/one.mp3'))).mode & 0o077).toBe(0);
  expect((await stat(join(root, 'audio'))).mode & 0o077).toBe(0);
});

test('unfinished writes of one process are deleted, those of others and stored files stay', async () => {
  const storage = createDiskStorage(root).withPartialFolder('mine');
  await storage.put('audio/one.mp3', text);
  for (const folder of ['mine', 'yours']) {
    await mkdir(join(root, '.partial', folder), { recursive: true });
    await writeFile(join(root, '.partial', folder, 'unfinished'), 'x');
  }
  await storage.removePartialFolder('mine');
  expect(existsSync(join(root, '.partial', 'mine'))).toBe(false);
  expect(existsSync(join(root, '.partial', 'yours', 'unfinished'))).toBe(true);
  expect(await storage.stat('audio/one.mp3')).toBeDefined();
  await storage.put('audio/two.mp3', text);
});
