import { createFft, createHannWindow } from '../analysis/fft.ts';

/** Level of the difference below the sound. */
const TONAL_DB = -46;
const NOISY_DB = -26;
/** Noise has a flatness of about 0.56 in a Hann window. Between both values the depth follows the flatness. */
const NOISY_FLATNESS = 0.45;
const TONAL_FLATNESS = NOISY_FLATNESS / 10 ** 1.2;
/** A third of an octave, at least this wide. */
const BAND_HZ_MIN = 200;
const BAND_RATIO = 1.23;
const HZ_MAX = 16_000;
const SILENCE = 1e-12;
/** Windows on both sides that count, too: the most tonal one decides. Between windows the depth is interpolated. */
const REACH = 1;
/** Windows after its own that a depth depends on. */
export const DEPTH_LOOKAHEAD = REACH + 1;

/**
 * Measures how deep a mark must lie below the sound: a steady tone hides less than noise does. Windows come in their
 * order; depths follow `DEPTH_LOOKAHEAD` windows later.
 * @param size of a window
 */
export function createDepths(size: number, sampleRate: number) {
  const fft = createFft(size);
  const window = createHannWindow(size);
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const power = new Float64Array(size / 2 + 1);
  const edges = listEdges(size, sampleRate);
  const bands = edges.length - 1;
  const tonalities = new Map<number, Float64Array>();

  /** Adds the window of this number: its samples begin at `from` in the channels. */
  function add(number: number, channels: readonly Float32Array[], from: number): void {
    power.fill(SILENCE);
    for (let channel = 0; channel < channels.length; channel += 2) {
      const left = channels[channel];
      const right = channels[channel + 1];
      for (let at = 0; at < size; at++) {
        const weight = window[at] ?? 0;
        real[at] = weight * (left?.[from + at] ?? 0);
        imaginary[at] = right ? weight * (right[from + at] ?? 0) : 0;
      }
      fft(real, imaginary);
      // The sum of the powers of both channels.
      for (let bin = 1; bin < size / 2; bin++) {
        const r = real[bin] ?? 0;
        const i = imaginary[bin] ?? 0;
        const mirroredR = real[size - bin] ?? 0;
        const mirroredI = imaginary[size - bin] ?? 0;
        power[bin] = (power[bin] ?? 0) + r * r + i * i + mirroredR * mirroredR + mirroredI * mirroredI;
      }
    }
    const tonality = new Float64Array(bands);
    for (let band = 0; band < bands; band++) {
      const flatness = getFlatness(power, edges[band] ?? 0, edges[band + 1] ?? 0);
      const share = Math.log(NOISY_FLATNESS / flatness) / Math.log(NOISY_FLATNESS / TONAL_FLATNESS);
      tonality[band] = Math.min(1, Math.max(0, share));
    }
    tonalities.set(number, tonality);
    tonalities.delete(number - 2 * DEPTH_LOOKAHEAD - 2);
  }

  const highestNear = (number: number, band: number) => {
    let highest = 0;
    for (let near = number - REACH; near <= number + REACH; near++)
      highest = Math.max(highest, tonalities.get(near)?.[band] ?? 0);
    return highest;
  };

  /** Writes the factors for a time, counted in windows: one for each bin of a transform of half their size. */
  function read(time: number, depths: Float64Array): void {
    const before = Math.floor(time);
    const share = time - before;
    for (let band = 0; band < bands; band++) {
      const tonality = (1 - share) * highestNear(before, band) + share * highestNear(before + 1, band);
      const depth = 10 ** ((tonality * TONAL_DB + (1 - tonality) * NOISY_DB) / 20);
      depths.fill(depth, Math.ceil((edges[band] ?? 0) / 2), Math.ceil((edges[band + 1] ?? 0) / 2));
    }
  }
  return { add, read };
}

function listEdges(size: number, sampleRate: number): number[] {
  const last = Math.min(size / 2, Math.ceil((HZ_MAX * size) / sampleRate));
  const edges = [1];
  for (let edge = 1; edge < last; edges.push(edge))
    edge = Math.min(last, Math.max(edge + Math.ceil((BAND_HZ_MIN * size) / sampleRate), Math.ceil(edge * BAND_RATIO)));
  return edges;
}

/** The geometric mean divided by the arithmetic mean. */
function getFlatness(power: Float64Array, from: number, to: number): number {
  let logs = 0;
  let sum = 0;
  for (let bin = from; bin < to; ) {
    // One logarithm for eight bins.
    let product = 1;
    for (const end = Math.min(to, bin + 8); bin < end; bin++) {
      const value = power[bin] ?? 0;
      product *= value;
      sum += value;
    }
    logs += Math.log(product);
  }
  const bins = to - from;
  return Math.exp(logs / bins) / (sum / bins);
}
