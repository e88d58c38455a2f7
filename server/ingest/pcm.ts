import type { FileHandle } from 'node:fs/promises';
import type { PcmLayout } from './pcmHeader.ts';
import { BLOCK_FRAMES, type Block } from './sound.ts';

/** The samples of an uncompressed file, block by block; memory does not grow with the file. */
export async function* readPcm(file: FileHandle, layout: PcmLayout): AsyncGenerator<Block> {
  const sampleBytes = layout.bits / 8;
  const frameBytes = sampleBytes * layout.channels;
  const buffer = Buffer.alloc(BLOCK_FRAMES * frameBytes);
  const channels = Array.from({ length: layout.channels }, () => new Float32Array(BLOCK_FRAMES));
  const end = layout.offset + layout.bytes;
  for (let at = layout.offset; at < end; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
    const frames = Math.floor(bytesRead / frameBytes);
    if (frames === 0) return;
    const bytes = buffer.subarray(0, frames * frameBytes);
    if (!layout.littleEndian) swap(bytes, sampleBytes);
    const read = sampleReader(layout, bytes);
    for (const [channel, samples] of channels.entries()) {
      for (let frame = 0; frame < frames; frame++) samples[frame] = read(frame * frameBytes + channel * sampleBytes);
    }
    yield { channels: channels.map((samples) => samples.subarray(0, frames)), pcm: bytes };
    at += bytes.length;
  }
}

/** Interleaves floats as little-endian integers; full scale is 2^(bits-1), beyond it is clipped. */
export function toPcm(channels: Float32Array[], bits: number): Buffer {
  const sampleBytes = bits / 8;
  const frameBytes = sampleBytes * channels.length;
  const out = Buffer.alloc((channels[0]?.length ?? 0) * frameBytes);
  const full = 2 ** (bits - 1);
  for (const [channel, samples] of channels.entries()) {
    let at = channel * sampleBytes;
    for (const sample of samples) {
      const value = Math.max(-full, Math.min(full - 1, Math.round(sample * full)));
      if (bits === 16) out.writeInt16LE(value, at);
      else out.writeIntLE(value, at, sampleBytes);
      at += frameBytes;
    }
  }
  return out;
}

function sampleReader({ bits, float, unsigned }: PcmLayout, bytes: Buffer): (at: number) => number {
  if (float) return bits === 64 ? (at) => finite(bytes.readDoubleLE(at)) : (at) => finite(bytes.readFloatLE(at));
  if (bits === 8) return unsigned ? (at) => (bytes.readUInt8(at) - 128) / 128 : (at) => bytes.readInt8(at) / 128;
  if (bits === 16) return (at) => bytes.readInt16LE(at) / 32_768;
  if (bits === 24) return (at) => bytes.readIntLE(at, 3) / 8_388_608;
  return (at) => bytes.readInt32LE(at) / 2_147_483_648;
}

/** A NaN in a float file would spread through every filter behind it. */
const finite = (value: number) => (Number.isFinite(value) ? value : 0);

function swap(bytes: Buffer, sampleBytes: number): void {
  if (sampleBytes === 2) bytes.swap16();
  else if (sampleBytes === 4) bytes.swap32();
  else if (sampleBytes === 8) bytes.swap64();
  else if (sampleBytes === 3) {
    for (let at = 0; at < bytes.length; at += 3) bytes.subarray(at, at + 3).reverse();
  }
}
