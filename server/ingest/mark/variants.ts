import type { Piece } from './difference.ts';

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
