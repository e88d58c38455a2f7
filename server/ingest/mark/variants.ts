import type { Piece } from './difference.ts';

/** How the samples of a WAV are stored. */
export interface WavSamples {
  bits: number;
  float: boolean;
}

/** Makes both variants of pieces, the sound plus (A) and less (B) the difference. The arrays are reused. */
export function createVariants(): (piece: Piece) => { a: Float32Array[]; b: Float32Array[] } {
  const scratch = new Map<string, Float32Array>();
  const arrayOf = (name: string, length: number) => {
    const kept = scratch.get(name);
    const array = kept && kept.length >= length ? kept : new Float32Array(length);
    scratch.set(name, array);
    return array.subarray(0, length);
  };
  return ({ source, difference }) => {
    const make = (name: string, sign: 1 | -1) =>
      source.map((samples, channel) => {
        const variant = arrayOf(`${name}${channel}`, samples.length);
        const change = difference[channel];
        for (let at = 0; at < variant.length; at++) variant[at] = (samples[at] ?? 0) + sign * (change?.[at] ?? 0);
        return variant;
      });
    return { a: make('a', 1), b: make('b', -1) };
  };
}

/** Encodes samples as the PCM of a WAV, clipped at full scale. */
export function encodeSamples(channels: readonly Float32Array[], { bits, float }: WavSamples): Buffer {
  const count = channels.length * (channels[0]?.length ?? 0);
  if (float) return asBytes(interleave(channels, bits === 32 ? new Float32Array(count) : new Float64Array(count)));
  // A WAV of 8 bits counts from 0.
  if (bits === 8) return asBytes(interleaveIntegers(channels, new Uint8Array(count), bits, 128));
  if (bits === 16) return asBytes(interleaveIntegers(channels, new Int16Array(count), bits, 0));
  const integers = asBytes(interleaveIntegers(channels, new Int32Array(count), bits, 0));
  return bits === 32 ? integers : dropHighestBytes(integers);
}

function interleave<Samples extends Float32Array | Float64Array>(
  channels: readonly Float32Array[],
  out: Samples,
): Samples {
  for (const [channel, samples] of channels.entries())
    for (let at = 0; at < samples.length; at++) out[at * channels.length + channel] = samples[at] ?? 0;
  return out;
}

function interleaveIntegers<Samples extends Uint8Array | Int16Array | Int32Array>(
  channels: readonly Float32Array[],
  out: Samples,
  bits: number,
  zero: number,
): Samples {
  const fullScale = 2 ** (bits - 1);
  for (const [channel, samples] of channels.entries())
    for (let at = 0; at < samples.length; at++) {
      const value = Math.round((samples[at] ?? 0) * fullScale);
      out[at * channels.length + channel] = zero + Math.max(-fullScale, Math.min(fullScale - 1, value));
    }
  return out;
}

const asBytes = ({ buffer }: { buffer: ArrayBufferLike }): Buffer => Buffer.from(buffer);

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
