import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf, bytesOfAll, type Part } from '../platform/http/parts.ts';
import { hasUnzip, unzip } from '../testing/takeHome.ts';
import { crc32Combine } from './crc32.ts';
import { layOutZip, uniqueNames, type Zip } from './zip.ts';

const run = promisify(execFile);
const GIB = 2 ** 30;
const date = new Date('2026-11-21T12:34:56Z');
/** Never read: only its place and length count. */
const long = (bytes: number): Part => ({ path: '/nowhere', start: 0, bytes, crc32: 0x12345678 });
const entry = (name: string, ...parts: Part[]) => ({ name, date, parts });
/** Of what is made; stretches are not read. */
const madeOf = ({ parts }: Zip) => Buffer.concat(parts.filter((part) => Buffer.isBuffer(part)));

test('the checksum of two stretches is that of both together, however long the second one is', () => {
  for (const [first, second] of [
    [0, 0],
    [1, 0],
    [0, 5],
    [7, 1],
    [300, 70_001],
  ] as const) {
    const [one, other] = [randomBytes(first), randomBytes(second)];
    expect(crc32Combine(crc32(one), crc32(other), second)).toBe(crc32(Buffer.concat([one, other])));
  }
  const [one, two, three] = [0x12345678, 0x9abcdef0, 0xdeadbeef];
  const fromTheLeft = crc32Combine(crc32Combine(one, two, 3 * GIB), three, 7 * GIB + 1);
  expect(crc32Combine(one, crc32Combine(two, three, 7 * GIB + 1), 10 * GIB + 1)).toBe(fromTheLeft);
});

test.runIf(hasUnzip)('files in parts, empty ones and those of long ago come out as they went in', async () => {
  const [head, body] = [randomBytes(1_000), randomBytes(70_000)];
  const old = { name: 'Zuvor/nichts.txt', date: new Date('1970-01-01'), parts: [] };
  const { parts } = layOutZip([entry('Ä – 日本.mp3', head, body), old]);
  const { names, files } = await unzip(Buffer.concat(parts.filter((part) => Buffer.isBuffer(part))));
  expect(names).toEqual(['Ä – 日本.mp3', 'Zuvor/nichts.txt']);
  expect(files[0]?.equals(Buffer.concat([head, body]))).toBe(true);
  expect(files[1]).toHaveLength(0);
});

test('a name that stands there already gets a number, whatever its capitals and accents', () => {
  const names = ['a.mp3', 'A.mp3', 'a (2).mp3', 'a.mp3', 'Amélie.wav', 'Ame\u0301lie.wav', 'none', 'none'];
  expect(uniqueNames(names)).toEqual([
    'a.mp3',
    'A (2).mp3',
    'a (2) (2).mp3',
    'a (3).mp3',
    'Amélie.wav',
    'Amélie (2).wav',
    'none',
    'none (2)',
  ]);
});

test('the same files make the same zip; another name, date or byte makes another', () => {
  const etagOf = (name: string, at: Date, bytes: string) =>
    layOutZip([{ name, date: at, parts: [Buffer.from(bytes)] }]).etag;
  const first = etagOf('a', date, 'x');
  expect(etagOf('a', new Date(date), 'x')).toBe(first);
  const others = [etagOf('b', date, 'x'), etagOf('a', new Date(0), 'x'), etagOf('a', date, 'y')];
  expect(new Set([first, ...others]).size).toBe(4);
});

test('just below four gigabytes nothing needs 64 bits, from there on the true numbers stand in the extra fields', () => {
  expect(madeOf(layOutZip([entry('a', long(4 * GIB - 100))])).includes('PK\u0006\u0006')).toBe(false);
  const zip = layOutZip([entry('long', long(5 * GIB)), entry('far', Buffer.from('x'))]);
  const made = madeOf(zip);
  const [local, directory] = [0, made.indexOf('PK\u0001\u0002')];
  const far = made.indexOf('PK\u0001\u0002', directory + 1);
  expect(made.readUInt32LE(local + 18)).toBe(0xffffffff);
  expect(made.readUInt16LE(local + 30 + 4)).toBe(1);
  for (const at of [local + 30 + 4 + 4, directory + 46 + 4 + 4]) {
    expect([made.readBigUInt64LE(at), made.readBigUInt64LE(at + 8)]).toEqual([BigInt(5 * GIB), BigInt(5 * GIB)]);
  }
  expect(made.readUInt32LE(far + 42)).toBe(0xffffffff);
  expect(made.readBigUInt64LE(far + 46 + 3 + 4)).toBe(BigInt(30 + 4 + 20 + 5 * GIB));
  expect(made.readUInt16LE(far + 6)).toBe(45);
  const end = made.indexOf('PK\u0006\u0006');
  const start = bytesOfAll(zip.parts) - (made.length - directory);
  expect(made.readBigUInt64LE(end + 48)).toBe(BigInt(start));
  expect(made.readBigUInt64LE(made.indexOf('PK\u0006\u0007') + 8)).toBe(BigInt(start + end - directory));
});

test.runIf(hasUnzip)('another program finds a file behind five gigabytes, and one among 65,536', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zip64-'));
  try {
    const long64 = await written(
      join(folder, 'long.zip'),
      layOutZip([entry('long.wav', long(5 * GIB)), entry('far.txt', Buffer.from('found'))]),
    );
    expect((await run('unzip', ['-Z', long64])).stdout).toContain(String(5 * GIB));
    expect((await run('unzip', ['-p', long64, 'far.txt'])).stdout).toBe('found');
    const files = Array.from({ length: 65_536 }, (_none, n) => entry(`${n}.txt`, Buffer.from(`${n}`)));
    const many = await written(join(folder, 'many.zip'), layOutZip(files));
    expect((await run('unzip', ['-Zh', many])).stdout).toContain('number of entries: 65536');
    expect((await run('unzip', ['-p', many, '65535.txt'])).stdout).toBe('65535');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Holes where stretches would be. */
async function written(path: string, { parts }: Zip): Promise<string> {
  const file = await open(path, 'w');
  try {
    let at = 0;
    let together: Buffer[] = [];
    for (const part of [...parts, long(0)]) {
      if (Buffer.isBuffer(part)) {
        together.push(part);
        continue;
      }
      const made = Buffer.concat(together);
      await file.write(made, 0, made.length, at);
      at += made.length + bytesOf(part);
      together = [];
    }
  } finally {
    await file.close();
  }
  return path;
}
