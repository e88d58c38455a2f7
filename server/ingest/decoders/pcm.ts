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

/** Encodes as the interleaved samples of a WAV; integers are clipped at full scale, 2^(bits-1). */
export function encodePcm(channels: readonly Float32Array[], { bits, float }: WavSamples): Buffer {
  const count = channels.length * (channels[0]?.length ?? 0);
  if (float) return interleave(channels, bits === 32 ? new Float32Array(count) : new Float64Array(count));
  // A WAV of 8 bits counts from 0.
  if (bits === 8) return interleaveIntegers(channels, new Uint8Array(count), bits, 128);
  if (bits === 16) return interleaveIntegers(channels, new Int16Array(count), bits);
  const integers = interleaveIntegers(channels, new Int32Array(count), bits);
  return bits === 32 ? integers : dropHighestBytes(integers);
}

/** How the samples of a WAV are stored. */
export interface WavSamples {
  bits: number;
  float: boolean;
}

/** Samples as they are, in the given array. */
function interleave(channels: readonly Float32Array[], out: Float32Array | Float64Array): Buffer {
  for (const [channel, samples] of channels.entries())
    for (let at = 0; at < samples.length; at++) out[at * channels.length + channel] = samples[at] ?? 0;
  return Buffer.from(out.buffer);
}

function interleaveIntegers(
  channels: readonly Float32Array[],
  out: Uint8Array | Int16Array | Int32Array,
  bits: number,
  zero = 0,
): Buffer {
  const fullScale = 2 ** (bits - 1);
  for (const [channel, samples] of channels.entries())
    for (let at = 0; at < samples.length; at++) {
      const value = Math.round((samples[at] ?? 0) * fullScale);
      out[at * channels.length + channel] = zero + Math.max(-fullScale, Math.min(fullScale - 1, value));
    }
  return Buffer.from(out.buffer);
}

/** Three bytes of each four, as machines store them: little-endian. */
function dropHighestBytes(integers: Buffer): Buffer {
  const out = Buffer.alloc((integers.length / 4) * 3);
  for (let from = 0, to = 0; from < integers.length; from += 4, to += 3) {
    out[to] = integers[from] ?? 0;
    out[to + 1] = integers[from + 1] ?? 0;
    out[to + 2] = integers[from + 2] ?? 0;
  }
  return out;
}

/** One array of several. */
export function joinSamples(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const samples of parts) {
    joined.set(samples, at);
    at += samples.length;
  }
  return joined;
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
