import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
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
      const crcB = changes.map((change, segment) => shiftCrc(change, end - (ends[segment] ?? 0)));
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
  async function* parts() {
    yield header;
    yield await readAt(file, 0, pair.headBytes);
    let start = pair.headBytes;
    for (const [segment, variant] of word.entries()) {
      const end = pair.ends.readUInt32BE(4 * segment);
      const offset = pair.headBytes + 2 * (start - pair.headBytes) + variant * (end - start);
      if (end > start) yield await readAt(file, offset, end - start);
      start = end;
    }
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

// CRC-32 is linear: two texts of one length have the same difference of their CRCs whatever they share, and more text
// behind them multiplies it by x^8 for each byte, modulo the polynomial (bits reflected, x^0 is the highest).

const POLYNOMIAL = 0xedb88320;
const X_TO_8 = 0x00800000;

/** What a change of a CRC becomes when so many bytes follow. */
export function shiftCrc(change: number, bytes: number): number {
  let result = change;
  let power = X_TO_8;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(result, power);
    power = multiply(power, power);
  }
  return result >>> 0;
}

function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}
