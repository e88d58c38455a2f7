import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ChecksummedRange, Part } from '../../platform/http/parts.ts';
import { DamagedFileRefusal } from '../../platform/http/refusal.ts';
import { parseFormatChunk } from '../../platform/storage/riff.ts';
import type { FoundFile, Storage } from '../../platform/storage/storage.ts';
import { crc32OfMiddle } from './crc32.ts';
import type { DownloadRendition } from './downloadQueries.ts';

// What downloads need to know of stored sound, and where it is.

export function joinBuffers<AnyPart extends Part>(parts: AnyPart[]): (AnyPart | Buffer)[] {
  const joined: (AnyPart | Buffer)[] = [];
  for (const part of parts) {
    const previous = joined.at(-1);
    if (Buffer.isBuffer(part) && Buffer.isBuffer(previous)) joined.splice(-1, 1, Buffer.concat([previous, part]));
    else joined.push(part);
  }
  return joined;
}

type StoredSound = Pick<DownloadRendition, 'file' | 'bytes' | 'data_offset' | 'data_bytes' | 'crc32'>;

interface StoredWav {
  format: ReturnType<typeof parseFormatChunk>;
  /** The samples. */
  data: ChecksummedRange;
}

const FORMAT_BYTES_MAX = 1_024;
/** By storage key. A key contains the content hash, so an entry never gets stale. */
const wavs = new LRUCache<string, StoredWav>({ max: 10_000 });

/** Reads the bytes around the samples, never the samples themselves. */
export async function readStoredWav(storage: Storage, rendition: StoredSound): Promise<StoredWav> {
  const { file: key, data_offset: start, data_bytes: bytes } = rendition;
  const cached = wavs.get(key);
  if (cached) return cached;
  const found = await requireWhole(storage, rendition);
  const wav = {
    format: parseFormatChunk(await readFormat(found, start)),
    data: { key, start, bytes, crc32: await crc32OfSound(storage, rendition) },
  };
  wavs.set(key, wav);
  return wav;
}

async function requireWhole(storage: Storage, { file: key, bytes }: StoredSound): Promise<FoundFile> {
  const found = await storage.stat(key);
  if (found?.bytes !== bytes) throw new DamagedFileRefusal(key);
  return found;
}

/** From that of the file, without reading the sound. */
async function crc32OfSound(storage: Storage, rendition: StoredSound): Promise<number> {
  const { file: key, data_offset, data_bytes, bytes } = rendition;
  const end = data_offset + data_bytes;
  return crc32OfMiddle({
    whole: rendition.crc32,
    before: await crc32OfRange(storage, key, 0, data_offset),
    bytes: data_bytes,
    after: await crc32OfRange(storage, key, end, bytes),
    afterBytes: bytes - end,
  });
}

async function crc32OfRange(storage: Storage, key: string, start: number, end: number): Promise<number> {
  let sum = 0;
  if (start < end)
    for await (const chunk of await storage.read(key, { start, end: end - 1 })) sum = crc32(chunk as Buffer, sum);
  return sum;
}

/** Uses the last `fmt ` chunk before the samples, like the importer. */
async function readFormat(file: FoundFile, dataOffset: number): Promise<Buffer> {
  const reader = file.open();
  const readPiece = async (start: number, bytes: number) => {
    const piece = Buffer.alloc(Math.min(bytes, file.bytes - start));
    await reader.fill(piece, start);
    return piece;
  };
  let format: Buffer | undefined;
  try {
    for (let position = 12; position + 8 < dataOffset; ) {
      const head = await readPiece(position, 8);
      const bytes = head.readUInt32LE(4);
      if (head.toString('latin1', 0, 4) === 'fmt ')
        format = await readPiece(position + 8, Math.min(bytes, FORMAT_BYTES_MAX));
      position += 8 + bytes + (bytes % 2);
    }
  } finally {
    await reader.close();
  }
  if (!format || format.length < 16) throw new Error('A stored WAV does not describe its samples.');
  return format;
}

interface StoredFlac {
  /** The contents of its STREAMINFO (RFC 9639 §8.2). */
  streamInfo: Buffer;
  frames: ChecksummedRange;
}

const STREAM_INFO = { offset: 8, bytes: 34 };
/** By storage key, as above. */
const flacs = new LRUCache<string, StoredFlac>({ max: 10_000 });

/** Reads the head of a stored FLAC, whose metadata end where `data_offset` says. */
export async function readStoredFlac(storage: Storage, rendition: DownloadRendition): Promise<StoredFlac> {
  const { file: key, data_offset: start, data_bytes: bytes } = rendition;
  const cached = flacs.get(key);
  if (cached) return cached;
  const reader = (await requireWhole(storage, rendition)).open();
  const streamInfo = Buffer.alloc(STREAM_INFO.bytes);
  try {
    await reader.fill(streamInfo, STREAM_INFO.offset);
  } finally {
    await reader.close();
  }
  const flac = { streamInfo, frames: { key, start, bytes, crc32: await crc32OfSound(storage, rendition) } };
  flacs.set(key, flac);
  return flac;
}
