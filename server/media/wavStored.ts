import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { Refusal } from '../platform/http/refusal.ts';
import { keepNewest } from '../platform/process/keepNewest.ts';
import { readAt } from '../platform/storage/readAt.ts';
import { crc32Combine } from './crc32.ts';
import type { TakenRendition } from './takeHomeQueries.ts';

/** What a stored WAV says of its samples: the bytes of its `fmt ` chunk, and the CRC-32 of the samples alone. */
export interface StoredSound {
  format: Buffer;
  crc32: number;
}

const KEPT_MAX = 10_000;
const FORMAT_MAX = 1_024;
const READ_BYTES = 64 * 1024;
/** As many bytes further, a CRC-32 stands where it stood. */
const CRC_CYCLE = 2 ** 32 - 1;
/** By the path of the file, whose name is its content. */
const known = new Map<string, StoredSound>();

/**
 * Reads what lies around the samples, once; the samples themselves are never read.
 * @throws NOT_FOUND when the file is not there
 */
export async function storedSound(path: string, rendition: TakenRendition): Promise<StoredSound> {
  const kept = known.get(path);
  if (kept) return kept;
  const file = await open(path).catch(() => {
    throw new Refusal('NOT_FOUND');
  });
  try {
    const { data_offset, data_bytes, bytes } = rendition;
    const end = data_offset + data_bytes;
    const sum = innerCrc32({
      whole: rendition.crc32,
      before: await crcOf(file, 0, data_offset),
      bytes: data_bytes,
      after: await crcOf(file, end, bytes),
      afterBytes: bytes - end,
    });
    const sound = { format: await readFormat(file, data_offset), crc32: sum };
    keepNewest(known, path, sound, KEPT_MAX);
    return sound;
  } finally {
    await file.close();
  }
}

/** The CRC-32 of the middle of a file, by those of the whole and of what lies before and behind; lengths in bytes. */
export function innerCrc32(of: {
  whole: number;
  before: number;
  bytes: number;
  after: number;
  afterBytes: number;
}): number {
  const withoutEnd = crc32Combine((of.whole ^ of.after) >>> 0, 0, CRC_CYCLE - (of.afterBytes % CRC_CYCLE));
  return (withoutEnd ^ crc32Combine(of.before, 0, of.bytes)) >>> 0;
}

async function crcOf(file: FileHandle, from: number, to: number): Promise<number> {
  const buffer = Buffer.alloc(Math.min(READ_BYTES, to - from));
  let sum = 0;
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, to - at), at);
    if (bytesRead === 0) throw new Error('A stored file is shorter than its row says.');
    sum = crc32(buffer.subarray(0, bytesRead), sum);
    at += bytesRead;
  }
  return sum;
}

/** The last one in front of the samples, as the importer read it. */
async function readFormat(file: FileHandle, dataOffset: number): Promise<Buffer> {
  let format: Buffer | undefined;
  for (let at = 12; at + 8 < dataOffset; ) {
    const head = await readAt(file, at, 8);
    const bytes = head.readUInt32LE(4);
    if (head.toString('latin1', 0, 4) === 'fmt ') format = await readAt(file, at + 8, Math.min(bytes, FORMAT_MAX));
    at += 8 + bytes + (bytes % 2);
  }
  if (!format || format.length < 16) throw new Error('A stored WAV says nothing about its samples.');
  return format;
}
