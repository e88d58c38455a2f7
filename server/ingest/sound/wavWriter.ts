import { open } from 'node:fs/promises';
import { buildChunk, buildChunkHeader, buildFormatChunk, type WavFormat } from '../../platform/storage/riff.ts';

/** RIFF header, ds64 or JUNK, and the header of the data. */
const HEADER_BYTES = 12 + 36 + 8;
const SIZE_MAX = 0xffffffff;

/** Writes little-endian PCM as WAV, above 4 GiB as RF64. */
export async function openWavWriter(path: string, format: WavFormat) {
  const formatChunk = buildFormatChunk(format);
  const offset = HEADER_BYTES + formatChunk.length;
  const file = await open(path, 'w');
  let bytes = 0;
  return {
    async write(pcm: Buffer) {
      await file.write(pcm, 0, pcm.length, offset + bytes);
      bytes += pcm.length;
    },
    /** Writes the header; gives the location of the PCM. */
    async finish() {
      if (bytes % 2 === 1) await file.write(Buffer.alloc(1), 0, 1, offset + bytes);
      const frames = bytes / ((format.channels * format.bits) / 8);
      await file.write(buildWavHeader(formatChunk, bytes, frames), 0, offset, 0);
      await file.close();
      return { offset, bytes };
    },
    abort: () => file.close(),
  };
}

function buildWavHeader(formatChunk: Buffer, bytes: number, frames: number): Buffer {
  const riffBytes = HEADER_BYTES - 8 + formatChunk.length + bytes + (bytes % 2);
  const isRf64 = riffBytes > SIZE_MAX;
  const sizes = Buffer.alloc(28);
  if (isRf64) {
    sizes.writeBigUInt64LE(BigInt(riffBytes), 0);
    sizes.writeBigUInt64LE(BigInt(bytes), 8);
    sizes.writeBigUInt64LE(BigInt(frames), 16);
  }
  return Buffer.concat([
    buildChunkHeader(isRf64 ? 'RF64' : 'RIFF', Math.min(riffBytes, SIZE_MAX)),
    Buffer.from('WAVE'),
    buildChunk(isRf64 ? 'ds64' : 'JUNK', sizes),
    formatChunk,
    buildChunkHeader('data', isRf64 ? SIZE_MAX : bytes),
  ]);
}
