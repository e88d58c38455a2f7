import type { AppContext } from '../platform/context.ts';
import { bytesOf, bytesOfAll, type Part, type Stretch } from '../platform/http/parts.ts';
import { chunk, chunkHead, infoChunk } from '../platform/storage/riff.ts';
import { bextChunk } from './bext.ts';
import { cartChunk } from './cart.ts';
import { fullTitle } from './reportFacts.ts';
import { releaseYear, tagParts } from './tags.ts';
import type { TakenRendition, TrackToTake } from './takeHomeQueries.ts';
import { storedSound } from './wavStored.ts';

/** The largest size that RIFF can say; beyond it a file is RF64. */
const RIFF_MAX = 0xffffffff;
const DS64_BYTES = 28;

/**
 * A new WAV around the PCM as it is stored: the format as delivered, then `bext`, `cart`, LIST INFO and the ID3 tag.
 * @throws NOT_FOUND when the stored file is not there
 */
export async function wavParts(
  here: Pick<AppContext, 'storage'>,
  track: TrackToTake,
  rendition: TakenRendition,
): Promise<Part[]> {
  const path = here.storage.localPath(rendition.file);
  const { format, crc32 } = await storedSound(path, rendition);
  const data: Stretch = { path, start: rendition.data_offset, bytes: rendition.data_bytes, crc32 };
  const tag = await tagParts(here, track, rendition);
  const tagBytes = bytesOfAll(tag);
  const front = Buffer.concat([
    chunk('fmt ', format),
    chunk('bext', bextChunk(track, rendition)),
    chunk('cart', cartChunk(track)),
    infoOf(track),
    chunkHead('id3 ', tagBytes),
  ]);
  const behindTag = Buffer.concat([pad(tagBytes), chunkHead('data', Math.min(data.bytes, RIFF_MAX))]);
  const behindData = pad(data.bytes);
  const parts = [front, ...tag, behindTag, data, behindData].filter((part) => bytesOf(part) > 0);
  const frames = data.bytes / format.readUInt16LE(12);
  return joined([riffHead({ bytes: bytesOfAll(parts), dataBytes: data.bytes, frames }), ...parts]);
}

const pad = (bytes: number) => Buffer.alloc(bytes % 2);

function riffHead({ bytes, dataBytes, frames }: { bytes: number; dataBytes: number; frames: number }): Buffer {
  if (4 + bytes <= RIFF_MAX) return Buffer.concat([chunkHead('RIFF', 4 + bytes), Buffer.from('WAVE')]);
  const sizes = Buffer.alloc(DS64_BYTES);
  sizes.writeBigUInt64LE(BigInt(4 + 8 + DS64_BYTES + bytes), 0);
  sizes.writeBigUInt64LE(BigInt(dataBytes), 8);
  sizes.writeBigUInt64LE(BigInt(Math.floor(frames)), 16);
  return Buffer.concat([chunkHead('RF64', RIFF_MAX), Buffer.from('WAVE'), chunk('ds64', sizes)]);
}

const infoOf = (track: TrackToTake): Buffer =>
  infoChunk({
    INAM: fullTitle(track),
    IART: track.artist,
    IPRD: track.album,
    ITRK: String(track.disc_ordinal),
    ICRD: releaseYear(track),
    IGNR: track.genres[0] ?? null,
    ICOP: track.c_line,
    ISFT: 'Promenade',
  });

/** Bytes side by side become one piece. */
function joined(parts: Part[]): Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const before = all.at(-1);
    if (Buffer.isBuffer(part) && Buffer.isBuffer(before)) all.splice(-1, 1, Buffer.concat([before, part]));
    else all.push(part);
  }
  return all;
}
