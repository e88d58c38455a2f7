import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { createDiskStorage } from '../storage/storage.ts';
import { type ChunkLease, openChunkReader } from './chunks.ts';

const folder = await temporaryFolder('promenade-chunks-');
const storage = createDiskStorage(folder);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file of consecutive 32-bit numbers. */
async function makeFile(name: string, { numbers, first = 0 }: { numbers: number; first?: number }) {
  const path = join(folder, name);
  await writeFile(path, Buffer.from(Uint32Array.from({ length: numbers }, (_none, index) => first + index).buffer));
  const file = await storage.stat(name);
  if (!file) throw new Error(`${path} is missing.`);
  return { path, file, reader: openChunkReader(file) };
}

test('a lease has the bytes from any position to the end of the chunk', async () => {
  const { file, reader } = await makeFile('whole', { numbers: 300_000 });
  const read: Buffer[] = [];
  for (let position = 400; position < file.bytes; ) {
    const lease = await reader.acquire(position);
    read.push(Buffer.from(lease.bytes));
    position += lease.bytes.length;
    lease.release();
  }
  await reader.close();
  const all = Buffer.concat(read);
  expect(all.length).toBe(file.bytes - 400);
  expect(
    Array.from({ length: 299_900 }, (_none, index) => all.readUInt32LE(index * 4)).every(
      (value, index) => value === 100 + index,
    ),
  ).toBe(true);
});

test('more leased chunks than the cache holds stay unchanged until they are released', async () => {
  const numbers = 100 * 131_072;
  const { reader } = await makeFile('long', { numbers });
  const read = (_none: unknown, index: number) => reader.acquire(index * 524_288);
  const leases = await Promise.all(Array.from({ length: 100 }, read));
  const readFirst = ({ bytes }: ChunkLease) => bytes.readUInt32LE(0);
  const expected = Array.from({ length: 100 }, (_none, index) => index * 131_072);
  expect(leases.map(readFirst)).toEqual(expected);
  for (const lease of leases) lease.release();
  const reread = await Promise.all(Array.from({ length: 100 }, read));
  expect(reread.map(readFirst)).toEqual(expected);
  for (const lease of reread) lease.release();
  await reader.close();
});

test('a replaced file is read again', async () => {
  const before = await makeFile('replaced', { numbers: 10 });
  (await before.reader.acquire(0)).release();
  await rm(before.path);
  const after = await makeFile('replaced', { numbers: 10, first: 7 });
  const lease = await after.reader.acquire(0);
  expect(lease.bytes.readUInt32LE(0)).toBe(7);
  lease.release();
  await Promise.all([before.reader.close(), after.reader.close()]);
});

test('a truncated file is refused, and read once it is complete', async () => {
  const { path, file, reader } = await makeFile('short', { numbers: 200_000 });
  await truncate(path, 600_000);
  await expect(reader.acquire(524_288)).rejects.toThrow(/ended early/);
  await truncate(path, file.bytes);
  const lease = await reader.acquire(524_288);
  expect(lease.bytes.length).toBe(file.bytes - 524_288);
  lease.release();
  await reader.close();
});
