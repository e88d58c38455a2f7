import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '../../platform/context.ts';
import { type ChecksummedPart, type ChecksummedRange, partLength, totalLength } from '../../platform/http/parts.ts';
import { DamagedFileRefusal } from '../../platform/http/refusal.ts';
import {
  buildChunk,
  buildChunkHeader,
  buildFormatChunk,
  buildInfoChunk,
  parseFormatChunk,
} from '../../platform/storage/riff.ts';
import type { FoundFile, Storage } from '../../platform/storage/storage.ts';
import { buildBextChunk, buildCartChunk, buildRdxlChunk } from '../broadcastChunks.ts';
import { formatTitle } from '../format.ts';
import { crc32OfMiddle } from './crc32.ts';
import type { DownloadRendition, DownloadTrack } from './downloadQueries.ts';
import { buildTagParts, getReleaseYear } from './trackTags.ts';

/** Larger files are written as RF64. */
const RIFF_BYTES_MAX = 0xffffffff;
const DS64_BYTES = 28;

/** Builds a WAV around the stored PCM: `fmt `, `bext`, `cart`, `rdxl`, `LIST` INFO and `id3 `, all of even length. */
export async function buildWavParts(
  context: Pick<AppContext, 'storage'>,
  track: DownloadTrack,
  rendition: DownloadRendition,
  takingId: string,
): Promise<ChecksummedPart[]> {
  const { file: key, data_offset: start, data_bytes: bytes } = rendition;
  const stored = await readStoredWav(context.storage, rendition);
  const format = parseFormatChunk(stored.format);
  const frames = Math.floor(bytes / ((format.channels * format.bits) / 8));
  const data: ChecksummedRange = { key, start, bytes, crc32: stored.crc32 };
  const tag = await buildTagParts(context, track, rendition, takingId);
  const tagBytes = totalLength(tag);
  const tagPadding = padding(tagBytes);
  const front = Buffer.concat([
    buildFormatChunk(format),
    ...(format.float ? [buildFactChunk(frames)] : []),
    buildChunk('bext', buildBextChunk(track, rendition, takingId)),
    buildChunk('cart', buildCartChunk(track, takingId)),
    buildChunk('rdxl', buildRdxlChunk(track)),
    buildInfo(track),
    buildChunkHeader('id3 ', tagBytes + tagPadding.length),
  ]);
  const dataHeader = Buffer.concat([tagPadding, buildChunkHeader('data', Math.min(data.bytes, RIFF_BYTES_MAX))]);
  const parts = [front, ...tag, dataHeader, data, padding(data.bytes)].filter((part) => partLength(part) > 0);
  return joinBuffers([buildRiffHeader({ bytes: totalLength(parts), dataBytes: data.bytes, frames }), ...parts]);
}

/** Required for samples that are no integers (RFC 2361); the number of frames of all channels. */
function buildFactChunk(frames: number): Buffer {
  const fact = Buffer.alloc(4);
  fact.writeUInt32LE(Math.min(frames, RIFF_BYTES_MAX));
  return buildChunk('fact', fact);
}

const padding = (bytes: number) => Buffer.alloc(bytes % 2);

function buildRiffHeader({ bytes, dataBytes, frames }: { bytes: number; dataBytes: number; frames: number }): Buffer {
  if (4 + bytes <= RIFF_BYTES_MAX) return Buffer.concat([buildChunkHeader('RIFF', 4 + bytes), Buffer.from('WAVE')]);
  const sizes = Buffer.alloc(DS64_BYTES);
  sizes.writeBigUInt64LE(BigInt(4 + 8 + DS64_BYTES + bytes), 0);
  sizes.writeBigUInt64LE(BigInt(dataBytes), 8);
  sizes.writeBigUInt64LE(BigInt(frames), 16);
  return Buffer.concat([buildChunkHeader('RF64', RIFF_BYTES_MAX), Buffer.from('WAVE'), buildChunk('ds64', sizes)]);
}

const buildInfo = (track: DownloadTrack): Buffer =>
  buildInfoChunk({
    INAM: formatTitle(track),
    IART: track.artist,
    IPRD: track.album,
    ITRK: String(track.disc_ordinal),
    ICRD: getReleaseYear(track),
    IGNR: track.genres[0] ?? null,
    ICOP: track.c_line,
    ISFT: 'Promenade',
  });

function joinBuffers(parts: ChecksummedPart[]): ChecksummedPart[] {
  const joined: ChecksummedPart[] = [];
  for (const part of parts) {
    const previous = joined.at(-1);
    if (Buffer.isBuffer(part) && Buffer.isBuffer(previous)) joined.splice(-1, 1, Buffer.concat([previous, part]));
    else joined.push(part);
  }
  return joined;
}

interface StoredWav {
  format: Buffer;
  crc32: number;
}

const FORMAT_BYTES_MAX = 1_024;
/** By storage key. A key contains the content hash, so an entry never gets stale. */
const cache = new LRUCache<string, StoredWav>({ max: 10_000 });

/** Reads the bytes around the samples, never the samples themselves. */
async function readStoredWav(storage: Storage, rendition: DownloadRendition): Promise<StoredWav> {
  const { file: key, data_offset, data_bytes, bytes } = rendition;
  const cached = cache.get(key);
  if (cached) return cached;
  const found = await storage.stat(key);
  if (found?.bytes !== bytes) throw new DamagedFileRefusal(key);
  const end = data_offset + data_bytes;
  const wav = {
    format: await readFormat(found, data_offset),
    crc32: crc32OfMiddle({
      whole: rendition.crc32,
      before: await crc32OfRange(storage, key, 0, data_offset),
      bytes: data_bytes,
      after: await crc32OfRange(storage, key, end, bytes),
      afterBytes: bytes - end,
    }),
  };
  cache.set(key, wav);
  return wav;
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
