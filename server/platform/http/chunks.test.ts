import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { findFile, type Held, readChunks } from './chunks.ts';

const folder = await temporaryFolder('promenade-chunks-');
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each four bytes say where they are. */
async function makeFile(name: string, { numbers, first = 0 }: { numbers: number; first?: number }) {
  const path = join(folder, name);
  await writeFile(path, Buffer.from(Uint32Array.from({ length: numbers }, (_none, at) => first + at).buffer));
  const file = await findFile(path);
  if (!file) throw new Error(`${path} is not there.`);
  return { file, reader: readChunks(file) };
}

test('from any byte on come the bytes of the file, to the end of their chunk', async () => {
  const { file, reader } = await makeFile('whole', { numbers: 300_000 });
  const read: Buffer[] = [];
  for (let at = 400; at < file.bytes; ) {
    const held = await reader.hold(at);
    read.push(Buffer.from(held.bytes));
    at += held.bytes.length;
    held.letGo();
  }
  await reader.close();
  const all = Buffer.concat(read);
  expect(all.length).toBe(file.bytes - 400);
  expect(
    Array.from({ length: 299_900 }, (_none, at) => all.readUInt32LE(at * 4)).every((n, at) => n === 100 + at),
  ).toBe(true);
});

test('more that is held at once than is kept stays what it is until it is let go', async () => {
  const numbers = 100 * 131_072;
  const { reader } = await makeFile('long', { numbers });
  const read = (_none: unknown, at: number) => reader.hold(at * 524_288);
  const held = await Promise.all(Array.from({ length: 100 }, read));
  const firsts = ({ bytes }: Held) => bytes.readUInt32LE(0);
  const expected = Array.from({ length: 100 }, (_none, at) => at * 131_072);
  expect(held.map(firsts)).toEqual(expected);
  for (const one of held) one.letGo();
  const again = await Promise.all(Array.from({ length: 100 }, read));
  expect(again.map(firsts)).toEqual(expected);
  for (const one of again) one.letGo();
  await reader.close();
});

test('a file that another one replaced is read anew', async () => {
  const before = await makeFile('replaced', { numbers: 10 });
  (await before.reader.hold(0)).letGo();
  await rm(before.file.path);
  const after = await makeFile('replaced', { numbers: 10, first: 7 });
  const held = await after.reader.hold(0);
  expect(held.bytes.readUInt32LE(0)).toBe(7);
  held.letGo();
  await Promise.all([before.reader.close(), after.reader.close()]);
});

test('a file that ended early is refused, and read once it is whole', async () => {
  const { file, reader } = await makeFile('short', { numbers: 200_000 });
  await truncate(file.path, 600_000);
  await expect(reader.hold(524_288)).rejects.toThrow(/ended early/);
  await truncate(file.path, file.bytes);
  const held = await reader.hold(524_288);
  expect(held.bytes.length).toBe(file.bytes - 524_288);
  held.letGo();
  await reader.close();
});
