import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startPartsServer } from '../../testing/partsServer.ts';
import { startS3Server } from '../../testing/s3Server.ts';
import { createVariants, type Variants } from '../../testing/soundMarks.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { readConfig } from '../process/config.ts';
import { createSilentLog } from '../process/log.ts';
import { createS3Storage } from '../storage/s3Storage.ts';
import { createDiskStorage, type Storage } from '../storage/storage.ts';
import { listPieces, type Splice } from './splice.ts';

const splice = ({ head, ends }: Variants, word: Uint8Array): Splice => ({
  pair: { headBytes: head.length, ends: Uint32Array.from(ends) },
  word,
});
/** The same numbers in each run. */
function createRandom(seed = 1) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const random = createRandom();
const wordOf = (segments: number) => Uint8Array.from({ length: segments }, () => random(2));

test('any range of a copy is that of the whole copy', () => {
  for (const [bytes, segment, head] of [
    [600_000, 10_449, 1_044],
    [600_001, 46_080, 0],
    [900, 7, 3],
    [100, 1_000, 0],
  ] as const) {
    const variants = createVariants(bytes, segment, Buffer.alloc(head, 1));
    const word = wordOf(variants.ends.length);
    const copy = variants.spell(word);
    const read = (start: number, end: number) =>
      Buffer.concat(
        [...listPieces(splice(variants, word), start, end)].map((piece) =>
          variants.pair.subarray(piece.start, piece.start + piece.bytes),
        ),
      );
    expect(read(0, bytes).equals(copy)).toBe(true);
    expect(read(bytes - 1, bytes)).toEqual(copy.subarray(-1));
    for (let round = 0; round < 250; round++) {
      const start = random(bytes);
      const end = start + 1 + random(bytes - start);
      expect(read(start, end).equals(copy.subarray(start, end)), `${start} to ${end}`).toBe(true);
    }
  }
});

const folder = await temporaryFolder('promenade-splice-');
const s3 = await startS3Server();
const { s3: bucket, s3Credentials } = readConfig(s3.createEnv());
if (!bucket || !s3Credentials) throw new Error('The storage is not on S3.');
const stores: Record<string, Storage> = {
  disk: createDiskStorage(folder),
  s3: createS3Storage(bucket, s3Credentials, { log: createSilentLog() }),
};

/** Larger than a chunk of the reader; its segments are larger than half of one. */
const small = createVariants(3_000_000, 10_449, Buffer.alloc(1_044, 1));
const large = createVariants(5_000_000, 700_000);
const words = new Map([small, large].map((variants) => [variants, wordOf(variants.ends.length)]));
const tag = Buffer.from('a tag before the sound');
const server = await startPartsServer((name) => {
  const [store = '', kind] = name.split('-');
  const variants = kind === 'small' ? small : large;
  const spliced = splice(variants, words.get(variants) ?? new Uint8Array());
  const sound = { key: kind ?? '', start: 0, bytes: variants.ends.at(-1) ?? 0, spliced };
  const storage = stores[store];
  if (!storage) throw new Error('There is no such storage.');
  return { storage, parts: [tag, sound, tag] };
});
afterAll(server.close);
for (const storage of Object.values(stores)) {
  await storage.put('small', small.pair);
  await storage.put('large', large.pair);
}
const get = async (path: string, range?: string, method = 'GET') => {
  const response = await fetch(`${server.address}/${path}`, { method, headers: range ? { range } : {} });
  return { headers: response.headers, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};

test.each(['disk', 's3'])('a copy and its ranges are sent from %s', async (store) => {
  for (const [kind, variants] of [['small', small] as const, ['large', large] as const]) {
    const copy = Buffer.concat([tag, variants.spell(words.get(variants) ?? new Uint8Array()), tag]);
    const [path, size] = [`${store}-${kind}`, copy.length];
    expect((await get(path)).bytes.equals(copy)).toBe(true);
    const head = await get(path, undefined, 'HEAD');
    expect([head.headers.get('content-length'), head.bytes.length]).toEqual([String(size), 0]);
    const ranges = Array.from({ length: 12 }, () => {
      const start = random(size);
      return [start, start + random(size - start)] as const;
    });
    for (const [start, end] of [[0, 0], [size - 1, size - 1], [0, size - 1], [3, 1_100], ...ranges] as const) {
      const { status, bytes } = await get(path, `bytes=${start}-${end}`);
      expect([status, bytes.equals(copy.subarray(start, end + 1))], `${start} to ${end}`).toEqual([206, true]);
    }
    const several = await get(path, 'bytes=5-2000,100000-130000');
    expect(several.bytes.includes(copy.subarray(5, 2_001))).toBe(true);
    expect(several.bytes.includes(copy.subarray(100_000, 130_001))).toBe(true);
    // A download that was interrupted goes on.
    const half = Math.floor(size / 2);
    const pieces = [await get(path, `bytes=0-${half - 1}`), await get(path, `bytes=${half}-`)];
    expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).equals(copy)).toBe(true);
  }
});

test('a pair file that is too short is answered before the first byte', async () => {
  await writeFile(join(folder, 'small'), small.pair.subarray(0, -1));
  expect((await get('disk-small')).status).toBe(500);
  await writeFile(join(folder, 'small'), small.pair);
});
