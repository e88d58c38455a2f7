import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { markWord } from '../platform/marks/markWord.ts';
import { parseFormatChunk } from '../platform/storage/riff.ts';
import type { TestRelease } from './releases.ts';
import type { TestServer } from './testServer.ts';

/** Two variants of a file, of random bytes: equal in their head, and in segments of lengths that differ. */
export function createVariants(bytes: number, segmentBytes: number, head = Buffer.alloc(0)) {
  const ends: number[] = [];
  for (let end = head.length; end < bytes; ends.push(end))
    end = Math.min(bytes, end + segmentBytes + (ends.length % 2));
  const variants = [0, 1].map(() => Buffer.concat([head, randomBytes(bytes - head.length)])) as [Buffer, Buffer];
  const partOf = (variant: number, segment: number) =>
    (variants[variant] ?? head).subarray(ends[segment - 1] ?? head.length, ends[segment]);
  const spell = (word: Uint8Array) => Buffer.concat([head, ...ends.map((_, k) => partOf(word[k] ?? 0, k))]);
  const pair = Buffer.concat([head, ...ends.flatMap((_, k) => [partOf(0, k), partOf(1, k)])]);
  const crcA = crc32(variants[0]);
  const getCrcB = () =>
    ends.map((_, k) => {
      const one = new Uint8Array(ends.length);
      one[k] = 1;
      return (crc32(spell(one)) ^ crcA) >>> 0;
    });
  return { head, ends, pair, spell, crcA, getCrcB };
}
export type Variants = ReturnType<typeof createVariants>;

export const packNumbers = (numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, index * 4);
  return bytes;
};

const FORMAT = Buffer.from('0100020044ac000010b1020004001000', 'hex');

/** Marks the only track of a release with random variants; gives the copy that an account should get. */
export async function markRelease({ db, storage, now }: TestServer, release: TestRelease) {
  const [trackid = ''] = release.trackids;
  const key = randomBytes(32);
  const original = `audio/${randomBytes(32).toString('hex')}.flac`;
  const prints = `audio/${randomBytes(32).toString('hex')}.prints`;
  for (const file of [original, prints]) await storage.put(file, Buffer.from('kept'));
  const variants = {
    mp3: createVariants(600_000, 10_449, Buffer.from('an Info frame')),
    wav: createVariants(2_400_000, 46_080),
  };
  const segments = variants.mp3.ends.length;
  const { id } = await db.selectFrom('tracks').select('id').where('trackid', '=', trackid).executeTakeFirstOrThrow();
  await db
    .insertInto('renditions')
    .values({
      track_id: id,
      kind: 'original',
      file: original,
      bytes: 4,
      crc32: crc32('kept'),
      media_type: 'audio/flac',
      source: null,
      data_bytes: 4,
      sample_rate: parseFormatChunk(FORMAT).sampleRate,
      channels: 2,
      bits: 16,
    })
    .execute();
  const mark = await db
    .insertInto('sound_marks')
    .values({ original, key, segments, prints, created_at: now(), trackids: [trackid], title: 'Kite - Ferry' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const files: Record<'mp3' | 'wav', string> = { mp3: '', wav: '' };
  for (const kind of ['mp3', 'wav'] as const) {
    const { pair, head, ends, crcA, getCrcB } = variants[kind];
    files[kind] = `audio/${createHash('sha256').update(pair).digest('hex')}.pair`;
    await storage.put(files[kind], pair);
    await db
      .insertInto('sound_pairs')
      .values({
        mark_id: mark.id,
        kind,
        file: files[kind],
        head_bytes: head.length,
        ends: packNumbers(ends),
        copy_bytes: ends.at(-1) ?? 0,
        crc_a: crcA,
        crc_b: packNumbers(getCrcB()),
        ...(kind === 'wav' && { format: FORMAT }),
      })
      .execute();
  }
  await db.updateTable('releases').set({ mark: true }).where('id', '=', release.id).execute();
  const getCode = async (accountid: number) =>
    (await db.selectFrom('sound_codes').select('code').where('account_id', '=', accountid).executeTakeFirstOrThrow())
      .code;
  return {
    trackid,
    files,
    key,
    variants,
    getCode,
    /** The sound of a copy that the account should get, once it was sent some. */
    async copyOf(accountid: number, kind: 'mp3' | 'wav') {
      const word = markWord(key, await getCode(accountid), segments);
      return variants[kind].spell(word);
    },
  };
}
