import { open } from 'node:fs/promises';

/** Where the samples begin in every WAV made here: RIFF, room for ds64, fmt, data. */
export const WAV_DATA_OFFSET = 80;

/** Written front to back; the header comes last. */
export interface WavWriter {
  write(pcm: Buffer): Promise<void>;
  /** Fills in the header; gives the bytes of PCM. */
  finish(): Promise<number>;
  abort(): Promise<void>;
}

/** Writes little-endian PCM as WAV; beyond 4 GiB it becomes RF64. */
export async function writeWav(
  path: string,
  format: { sampleRate: number; channels: number; bits: number; float: boolean },
): Promise<WavWriter> {
  const file = await open(path, 'w');
  let bytes = 0;
  return {
    async write(pcm) {
      await file.write(pcm, 0, pcm.length, WAV_DATA_OFFSET + bytes);
      bytes += pcm.length;
    },
    async finish() {
      if (bytes % 2 === 1) await file.write(Buffer.alloc(1), 0, 1, WAV_DATA_OFFSET + bytes);
      await file.write(wavHeader(format, bytes), 0, WAV_DATA_OFFSET, 0);
      await file.close();
      return bytes;
    },
    abort: () => file.close(),
  };
}

function wavHeader(
  format: { sampleRate: number; channels: number; bits: number; float: boolean },
  bytes: number,
): Buffer {
  const frameBytes = (format.channels * format.bits) / 8;
  const riffBytes = WAV_DATA_OFFSET - 8 + bytes + (bytes % 2);
  const long = riffBytes > 0xffffffff;
  const out = Buffer.alloc(WAV_DATA_OFFSET);
  out.write(long ? 'RF64' : 'RIFF', 0, 'latin1');
  out.writeUInt32LE(long ? 0xffffffff : riffBytes, 4);
  out.write('WAVE', 8, 'latin1');
  out.write(long ? 'ds64' : 'JUNK', 12, 'latin1');
  out.writeUInt32LE(28, 16);
  if (long) {
    out.writeBigUInt64LE(BigInt(riffBytes), 20);
    out.writeBigUInt64LE(BigInt(bytes), 28);
    out.writeBigUInt64LE(BigInt(bytes / frameBytes), 36);
  }
  out.write('fmt ', 48, 'latin1');
  out.writeUInt32LE(16, 52);
  out.writeUInt16LE(format.float ? 3 : 1, 56);
  out.writeUInt16LE(format.channels, 58);
  out.writeUInt32LE(format.sampleRate, 60);
  out.writeUInt32LE(format.sampleRate * frameBytes, 64);
  out.writeUInt16LE(frameBytes, 68);
  out.writeUInt16LE(format.bits, 70);
  out.write('data', 72, 'latin1');
  out.writeUInt32LE(long ? 0xffffffff : bytes, 76);
  return out;
}
