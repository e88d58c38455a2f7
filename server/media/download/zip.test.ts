import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { type ChecksummedPart, partLength, totalLength } from '../../platform/http/parts.ts';
import { hasUnzip, unzip } from '../../testing/downloads.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { combineCrc32 } from './crc32.ts';
import { buildZip, uniqueFileNames, type Zip } from './zip.ts';

const run = promisify(execFile);
const GIB = 2 ** 30;
const date = new Date('2026-11-21T12:34:56Z');
/** A part of a file that is not read. */
const largePart = (bytes: number): ChecksummedPart => ({ key: 'nowhere', start: 0, bytes, crc32: 0x12345678 });
const entry = (name: string, ...parts: ChecksummedPart[]) => ({ name, date, parts });
/** The parts of a zip that are in memory. */
const buffersOf = ({ parts }: Zip) => Buffer.concat(parts.filter((part) => Buffer.isBuffer(part)));

test('checksums of two ranges of any length combine to that of both', () => {
  for (const [first, second] of [
    [0, 0],
    [1, 0],
    [0, 5],
    [7, 1],
    [300, 70_001],
  ] as const) {
    const [one, other] = [randomBytes(first), randomBytes(second)];
    expect(combineCrc32(crc32(one), crc32(other), second)).toBe(crc32(Buffer.concat([one, other])));
  }
  const [one, two, three] = [0x12345678, 0x9abcdef0, 0xdeadbeef];
  const fromTheLeft = combineCrc32(combineCrc32(one, two, 3 * GIB), three, 7 * GIB + 1);
  expect(combineCrc32(one, combineCrc32(two, three, 7 * GIB + 1), 10 * GIB + 1)).toBe(fromTheLeft);
});

test.runIf(hasUnzip)('unzip reads files of several parts, empty files and old dates', async () => {
  const [head, body] = [randomBytes(1_000), randomBytes(70_000)];
  const old = { name: 'Zuvor/nichts.txt', date: new Date('1970-01-01'), parts: [] };
  const { parts } = buildZip([entry('Ä – 日本.mp3', head, body), old]);
  const { names, files } = await unzip(Buffer.concat(parts.filter((part) => Buffer.isBuffer(part))));
  expect(names).toEqual(['Ä – 日本.mp3', 'Zuvor/nichts.txt']);
  expect(files[0]?.equals(Buffer.concat([head, body]))).toBe(true);
  expect(files[1]).toHaveLength(0);
});

test.runIf(hasUnzip)('a file of a zip has its second and hour in every time zone', async () => {
  const folder = await temporaryFolder('promenade zip ');
  try {
    // An odd second; before 1970 and after 2038 the nearest time that the field can hold.
    const dates = ['2026-07-21T12:34:57Z', '1969-01-01T00:00:00Z', '2050-01-01T00:00:00Z'].map(
      (text) => new Date(text),
    );
    const entries = dates.map((date, index) => ({ name: `${index}`, date, parts: [Buffer.from('x')] }));
    const zip = await writeZip(join(folder, 'times.zip'), buildZip(entries));
    for (const TZ of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
      await run('unzip', ['-qo', zip, '-d', folder], { env: { ...process.env, TZ } });
      const times = await Promise.all(entries.map(async ({ name }) => (await stat(join(folder, name))).mtimeMs / 1000));
      expect(times, TZ).toEqual([Date.parse('2026-07-21T12:34:57Z') / 1000, 0, 0x7fffffff]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a repeated name gets a number, ignoring case and normalization', () => {
  const names = ['a.mp3', 'A.mp3', 'a (2).mp3', 'a.mp3', 'Amélie.wav', 'Ame\u0301lie.wav', 'none', 'none'];
  expect(uniqueFileNames(names)).toEqual([
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

test('the ETag of a zip changes with name, date and content', () => {
  const etagOf = (name: string, at: Date, bytes: string) =>
    buildZip([{ name, date: at, parts: [Buffer.from(bytes)] }]).etag;
  const first = etagOf('a', date, 'x');
  expect(etagOf('a', new Date(date), 'x')).toBe(first);
  const others = [etagOf('b', date, 'x'), etagOf('a', new Date(0), 'x'), etagOf('a', date, 'y')];
  expect(new Set([first, ...others]).size).toBe(4);
});

test('a zip uses 64-bit fields from four gigabytes on', () => {
  expect(buffersOf(buildZip([entry('a', largePart(4 * GIB - 100))])).includes('PK\u0006\u0006')).toBe(false);
  const zip = buildZip([entry('long', largePart(5 * GIB)), entry('far', Buffer.from('x'))]);
  const made = buffersOf(zip);
  const [local, directory] = [0, made.indexOf('PK\u0001\u0002')];
  const far = made.indexOf('PK\u0001\u0002', directory + 1);
  expect(made.readUInt32LE(local + 18)).toBe(0xffffffff);
  expect(made.readUInt16LE(local + 30 + 4)).toBe(1);
  for (const at of [local + 30 + 4 + 4, directory + 46 + 4 + 4]) {
    expect([made.readBigUInt64LE(at), made.readBigUInt64LE(at + 8)]).toEqual([BigInt(5 * GIB), BigInt(5 * GIB)]);
  }
  expect(made.readUInt32LE(far + 42)).toBe(0xffffffff);
  expect(made.readBigUInt64LE(far + 46 + 3 + 4)).toBe(BigInt(30 + 4 + 20 + 9 + 5 * GIB));
  expect(made.readUInt16LE(far + 6)).toBe(45);
  const end = made.indexOf('PK\u0006\u0006');
  const start = totalLength(zip.parts) - (made.length - directory);
  expect(made.readBigUInt64LE(end + 48)).toBe(BigInt(start));
  expect(made.readBigUInt64LE(made.indexOf('PK\u0006\u0007') + 8)).toBe(BigInt(start + end - directory));
});

test.runIf(hasUnzip)('unzip finds a file after five gigabytes, and one of 65,536', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zip64-'));
  try {
    const long64 = await writeZip(
      join(folder, 'long.zip'),
      buildZip([entry('long.wav', largePart(5 * GIB)), entry('far.txt', Buffer.from('found'))]),
    );
    expect((await run('unzip', ['-Z', long64])).stdout).toContain(String(5 * GIB));
    expect((await run('unzip', ['-p', long64, 'far.txt'])).stdout).toBe('found');
    const files = Array.from({ length: 65_536 }, (_, index) => entry(`${index}.txt`, Buffer.from(`${index}`)));
    const many = await writeZip(join(folder, 'many.zip'), buildZip(files));
    expect((await run('unzip', ['-Zh', many])).stdout).toContain('number of entries: 65536');
    expect((await run('unzip', ['-p', many, '65535.txt'])).stdout).toBe('65535');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Leaves holes in place of file parts. */
async function writeZip(path: string, { parts }: Zip): Promise<string> {
  const file = await open(path, 'w');
  try {
    let at = 0;
    let buffers: Buffer[] = [];
    for (const part of [...parts, largePart(0)]) {
      if (Buffer.isBuffer(part)) {
        buffers.push(part);
        continue;
      }
      const made = Buffer.concat(buffers);
      await file.write(made, 0, made.length, at);
      at += made.length + partLength(part);
      buffers = [];
    }
  } finally {
    await file.close();
  }
  return path;
}
