import { crc32 } from 'node:zlib';
import type { AppContext } from '../../platform/context.ts';
import { openChunkReader } from '../../platform/http/chunks.ts';
import type { ChecksummedPart, FileRange, Part } from '../../platform/http/parts.ts';
import { DamagedFileRefusal } from '../../platform/http/refusal.ts';
import { readSwapped, type Samples } from '../../platform/http/swappedSamples.ts';
import { findSwappedChecksum, insertSwappedChecksum } from './checksumQueries.ts';

/** Swapped sound has a checksum of its own, for which it is read once. */
export async function requireChecksums(
  context: Pick<AppContext, 'db' | 'storage'>,
  parts: Part[],
): Promise<ChecksummedPart[]> {
  const checked: ChecksummedPart[] = [];
  for (const part of parts) checked.push(Buffer.isBuffer(part) ? part : await requireChecksum(context, part));
  return checked;
}

async function requireChecksum(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  range: FileRange & { crc32?: number },
) {
  const { key, samples } = range;
  if (range.crc32 !== undefined) return { ...range, crc32: range.crc32 };
  if (!samples) throw new Error(`The checksum of ${key} is missing.`);
  const known = await findSwappedChecksum(db, key);
  if (known !== undefined) return { ...range, crc32: known };
  const found = await storage.stat(key);
  if (!found) throw new DamagedFileRefusal(key);
  const sum = await crc32OfSwapped(openChunkReader(found), { ...range, samples });
  await insertSwappedChecksum(db, key, sum);
  return { ...range, crc32: sum };
}

async function crc32OfSwapped(
  reader: ReturnType<typeof openChunkReader>,
  range: FileRange & { samples: Samples },
): Promise<number> {
  let sum = 0;
  try {
    for await (const piece of readSwapped(reader, range)) sum = crc32(piece, sum);
  } finally {
    await reader.close();
  }
  return sum;
}
