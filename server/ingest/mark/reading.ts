import { HIGHEST_HZ, LOWEST_HZ, SEGMENT_SAMPLES, segmentOf } from './grid.ts';

// What a sound holds of the difference: in each segment the rest, which is the sound less the original, is compared with
// the difference, bin by bin. Bins count the less, the stronger the rest is around them, because coding hides the mark there.

export interface Reading {
  /** For each segment, 1 where it is variant A, −1 for B, about 0 for neither. */
  values: Float64Array;
  /** Standard deviations of the values; infinity where nothing could be read. */
  errors: Float64Array;
}

/** Sums over so many bins; their scatter gives the error, whatever its distribution is. */
const TILE_BINS = 9;
/** The rest is averaged over so many bins and windows on both sides. */
const REACH_BINS = 4;
const REACH_WINDOWS = 2;
const REST_FLOOR = 1e-10;
/** So much of a segment must have been heard. */
const KNOWN_SHARE = 0.7;
/** Neighbouring windows that overlap by half are not independent. */
const OVERLAP_VARIANCE = 1.3;

/** Spectra of a window: real and imaginary parts of a channel, for the bins that carry the mark. */
export interface Spectrum {
  real: Float32Array;
  imaginary: Float32Array;
}

interface WindowRead {
  segment: number;
  rest: Spectrum;
  expected: Spectrum;
  /** The power of the rest, averaged over near bins. */
  power: Float32Array;
}

/** The first and last but one bin that carry the mark. */
export const rangeOfBins = (size: number, sampleRate: number): [from: number, to: number] => [
  Math.ceil((LOWEST_HZ * size) / sampleRate),
  Math.min(size / 2, Math.floor((HIGHEST_HZ * size) / sampleRate)),
];

/**
 * Reads a sound at the sample rate of its MP3.
 * @param hop samples from one window to the next
 */
export function createReader(format: { sampleRate: number; segments: number; size: number; hop: number }) {
  const { sampleRate, segments, size, hop } = format;
  const products = new Float64Array(segments);
  const energies = new Float64Array(segments);
  const squares = new Float64Array(segments);
  const windows = new Float64Array(segments);

  /** Weighs the window in the middle of the given ones. */
  function read(window: WindowRead, near: readonly WindowRead[]): void {
    const { segment, rest, expected } = window;
    const bins = rest.real.length;
    let [product, energy, square] = [0, 0, 0];
    for (let from = 0; from < bins; from += TILE_BINS) {
      let tileProduct = 0;
      for (let bin = from; bin < Math.min(bins, from + TILE_BINS); bin++) {
        let noise = 0;
        for (const { power } of near) noise += power[bin] ?? 0;
        const weight = near.length / (noise + REST_FLOOR);
        const er = expected.real[bin] ?? 0;
        const ei = expected.imaginary[bin] ?? 0;
        tileProduct += weight * ((rest.real[bin] ?? 0) * er + (rest.imaginary[bin] ?? 0) * ei);
        energy += weight * (er * er + ei * ei);
      }
      product += tileProduct;
      square += tileProduct * tileProduct;
    }
    products[segment] = (products[segment] ?? 0) + product;
    energies[segment] = (energies[segment] ?? 0) + energy;
    squares[segment] = (squares[segment] ?? 0) + square;
  }

  /** Reads the windows of one channel, in their order. */
  function createChannel(isFirst: boolean) {
    const recent: WindowRead[] = [];
    let unread = 0;
    const readNext = () => {
      const window = recent[recent.length - unread];
      if (window) read(window, recent.slice(-2 * REACH_WINDOWS - 1));
      unread -= 1;
    };
    return {
      /** @param centre position of the middle of the window in the song, at the sample rate */
      add(centre: number, rest: Spectrum, expected: Spectrum, floor: Spectrum | undefined): void {
        const segment = segmentOf(Math.max(0, centre), sampleRate);
        if (segment >= segments) return;
        if (isFirst) windows[segment] = (windows[segment] ?? 0) + 1;
        recent.push({ segment, rest, expected, power: averagePower(rest, floor) });
        if (recent.length > 2 * REACH_WINDOWS + 1) recent.shift();
        unread += 1;
        if (unread > REACH_WINDOWS) readNext();
      },
      finish(): void {
        while (unread > 0) readNext();
      },
    };
  }

  function result(): Reading {
    const values = new Float64Array(segments);
    const errors = new Float64Array(segments).fill(Number.POSITIVE_INFINITY);
    const windowsMin = (KNOWN_SHARE * SEGMENT_SAMPLES) / hop;
    for (let segment = 0; segment < segments; segment++) {
      const energy = energies[segment] ?? 0;
      if (energy === 0 || (windows[segment] ?? 0) < windowsMin) continue;
      values[segment] = (products[segment] ?? 0) / energy;
      errors[segment] = Math.sqrt((hop < size ? OVERLAP_VARIANCE : 1) * (squares[segment] ?? 0)) / energy;
    }
    return { values, errors };
  }
  return { createChannel, result };
}

/** The share of the sound that the rest is never taken to be below. */
const SOUND_FLOOR = 1e-6;

function averagePower(rest: Spectrum, sound: Spectrum | undefined): Float32Array {
  const bins = rest.real.length;
  const power = new Float32Array(bins);
  const sums = new Float64Array(bins + 1);
  for (let bin = 0; bin < bins; bin++) {
    const squares = squareOf(rest, bin) + (sound ? SOUND_FLOOR * squareOf(sound, bin) : 0);
    sums[bin + 1] = (sums[bin] ?? 0) + squares;
  }
  for (let bin = 0; bin < bins; bin++) {
    const from = Math.max(0, bin - REACH_BINS);
    const to = Math.min(bins, bin + REACH_BINS + 1);
    power[bin] = ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  }
  return power;
}

function squareOf({ real, imaginary }: Spectrum, bin: number): number {
  const r = real[bin] ?? 0;
  const i = imaginary[bin] ?? 0;
  return r * r + i * i;
}
