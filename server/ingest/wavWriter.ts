import { open } from 'node:fs/promises';
import { buildChunk, buildChunkHeader } from '../platform/storage/riff.ts';

/** Offset of the samples in every file written here: RIFF, ds64 or JUNK, fmt and data headers. */
export const WAV_DATA_OFFSET = 80;
const SIZE_MAX = 0xffffffff;

interface WavFormat {
  sampleRate: number;
  channels: number;
  bits: number;
  float: boolean;
}

/** Writes little-endian PCM as WAV, above 4 GiB as RF64. */
export async function openWavWriter(path: string, format: WavFormat) {
  const file = await open(path, 'w');
  let bytes = 0;
  return {
    async write(pcm: Buffer) {
      await file.write(pcm, 0, pcm.length, WAV_DATA_OFFSET + bytes);
      bytes += pcm.length;
    },
    /** Writes the header; gives the number of PCM bytes. */
    async finish() {
      if (bytes % 2 === 1) await file.write(Buffer.alloc(1), 0, 1, WAV_DATA_OFFSET + bytes);
      await file.write(buildWavHeader(format, bytes), 0, WAV_DATA_OFFSET, 0);
      await file.close();
      return bytes;
    },
    abort: () => file.close(),
  };
}

function buildWavHeader({ sampleRate, channels, bits, float }: WavFormat, bytes: number): Buffer {
  const frameBytes = (channels * bits) / 8;
  const riffBytes = WAV_DATA_OFFSET - 8 + bytes + (bytes % 2);
  const isRf64 = riffBytes > SIZE_MAX;
  const sizes = Buffer.alloc(28);
  if (isRf64) {
    sizes.writeBigUInt64LE(BigInt(riffBytes), 0);
    sizes.writeBigUInt64LE(BigInt(bytes), 8);
    sizes.writeBigUInt64LE(BigInt(bytes / frameBytes), 16);
  }
  const format = Buffer.alloc(16);
  format.writeUInt16LE(float ? 3 : 1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * frameBytes, 8);
  format.writeUInt16LE(frameBytes, 12);
  format.writeUInt16LE(bits, 14);
  return Buffer.concat([
    buildChunkHeader(isRf64 ? 'RF64' : 'RIFF', Math.min(riffBytes, SIZE_MAX)),
    Buffer.from('WAVE'),
    buildChunk(isRf64 ? 'ds64' : 'JUNK', sizes),
    buildChunk('fmt ', format),
    buildChunkHeader('data', isRf64 ? SIZE_MAX : bytes),
  ]);
}
