/** A block of decoded audio. Decoders reuse the arrays, so read them before requesting the next block. */
export interface AudioBlock {
  /** One array per channel, full scale ±1. */
  channels: Float32Array[];
  /** The same samples as interleaved little-endian PCM, where the source is PCM. */
  pcm?: Buffer;
}

export const BLOCK_FRAMES = 16_384;

export interface SampleFormat {
  bits: number;
  float: boolean;
  /** True for 8-bit WAV, whose samples count from 0. */
  unsigned: boolean;
}

/** Decodes interleaved little-endian samples into the given arrays, one per channel; gives the part that was filled. */
export function decodePcm(bytes: Buffer, format: SampleFormat, channels: Float32Array[]): Float32Array[] {
  const sampleBytes = format.bits / 8;
  const frameBytes = sampleBytes * channels.length;
  const frames = Math.floor(bytes.length / frameBytes);
  const read = sampleReader(format, bytes);
  return channels.map((samples, channel) => {
    for (let frame = 0; frame < frames; frame++) samples[frame] = read(frame * frameBytes + channel * sampleBytes);
    return samples.subarray(0, frames);
  });
}

/** Integers of this many bits as full scale ±1. */
export function toFloat(samples: Int32Array, bits: number): Float32Array {
  const floats = new Float32Array(samples.length);
  const fullScale = 2 ** (bits - 1);
  for (let at = 0; at < samples.length; at++) floats[at] = (samples[at] ?? 0) / fullScale;
  return floats;
}

/** Encodes as interleaved little-endian integers and clips at full scale, 2^(bits-1). */
export function encodePcm(channels: Float32Array[], bits: number): Buffer {
  const sampleBytes = bits / 8;
  const frameBytes = sampleBytes * channels.length;
  const out = Buffer.alloc((channels[0]?.length ?? 0) * frameBytes);
  const fullScale = 2 ** (bits - 1);
  for (const [channel, samples] of channels.entries()) {
    let offset = channel * sampleBytes;
    for (const sample of samples) {
      const value = Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale)));
      if (bits === 16) out.writeInt16LE(value, offset);
      else out.writeIntLE(value, offset, sampleBytes);
      offset += frameBytes;
    }
  }
  return out;
}

function sampleReader({ bits, float, unsigned }: SampleFormat, bytes: Buffer): (offset: number) => number {
  if (float && bits === 64) return (offset) => finite(bytes.readDoubleLE(offset));
  if (float) return (offset) => finite(bytes.readFloatLE(offset));
  if (bits === 8 && unsigned) return (offset) => (bytes.readUInt8(offset) - 128) / 128;
  if (bits === 8) return (offset) => bytes.readInt8(offset) / 128;
  if (bits === 16) return (offset) => bytes.readInt16LE(offset) / 32_768;
  if (bits === 24) return (offset) => bytes.readIntLE(offset, 3) / 8_388_608;
  return (offset) => bytes.readInt32LE(offset) / 2_147_483_648;
}

/** Replaces NaN and infinity, which would spread through the loudness filters. */
const finite = (value: number) => (Number.isFinite(value) ? value : 0);
