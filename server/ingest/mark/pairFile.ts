import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { combineCrc32 } from '../../media/download/crc32.ts';
import { listPieces } from '../../platform/http/splice.ts';
import { readAt } from '../../platform/storage/readAt.ts';

export interface PairFile {
  file: string;
  /** Bytes that all copies share. */
  headBytes: number;
  /** The end of each segment in a copy, 4 bytes each, big-endian. */
  ends: Buffer;
  /** CRC-32 of the copy that is all A. */
  crcA: number;
  /** What choosing B in a segment adds (exclusive or) to it, 4 bytes each, big-endian. */
  crcB: Buffer;
  copyBytes: number;
}

const COPY_BYTES_MAX = 0xffffffff;

/** Writes a pair file: what all copies share, then of each segment both variants side by side. */
export async function openPairWriter(path: string, head: Buffer) {
  const file = createWriteStream(path);
  await once(file, 'open');
  const ends: number[] = [];
  const changes: number[] = [];
  let crcA = crc32(head);
  let end = head.length;
  const write = async (bytes: Buffer) => {
    if (!file.write(bytes)) await once(file, 'drain');
  };
  if (head.length > 0) await write(head);
  return {
    async add(a: Buffer, b: Buffer): Promise<void> {
      end += a.length;
      if (end > COPY_BYTES_MAX)
        throw new DeliveryRefusal('Its sound cannot be marked: a copy would be larger than 4 GiB.');
      ends.push(end);
      changes.push(crc32(a) ^ crc32(b));
      crcA = crc32(a, crcA);
      await write(a);
      await write(b);
    },
    async finish(): Promise<PairFile> {
      file.end();
      await finished(file);
      // What a segment adds to the CRC of a copy depends on how many bytes follow, but not on which.
      const crcB = changes.map((change, segment) => combineCrc32(change, 0, end - (ends[segment] ?? 0)));
      return { file: path, headBytes: head.length, ends: pack(ends), crcA, crcB: pack(crcB), copyBytes: end };
    },
    abort: () => file.destroy(),
  };
}

/**
 * Writes the copy of a word, as it is sent.
 * @param header written before it
 */
export async function writeCopy(pair: PairFile, word: Uint8Array, path: string, header: Buffer): Promise<void> {
  const file = await open(pair.file);
  const ends = Uint32Array.from(word, (_variant, segment) => pair.ends.readUInt32BE(4 * segment));
  const splice = { pair: { headBytes: pair.headBytes, ends }, word };
  async function* parts() {
    yield header;
    for (const { start, bytes } of listPieces(splice, 0, pair.copyBytes)) yield await readAt(file, start, bytes);
  }
  try {
    await pipeline(Readable.from(parts()), createWriteStream(path));
  } finally {
    await file.close();
  }
}

function pack(numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, 4 * index);
  return bytes;
}
