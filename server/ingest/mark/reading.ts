import { HIGHEST_HZ, LOWEST_HZ, SEGMENT_SAMPLES, segmentOf } from './grid.ts';

// Reads whether a segment holds the difference with its own sign (variant A) or the opposite one (B). The residual, which
// is the sound less the original, is compared with the difference, bin by bin. Where the residual is strong, a codec added
// noise that hides the mark, so bins there count less.

export interface Reading {
  /** For each segment, 1 where it is variant A, −1 for B, about 0 for neither. */
  values: Float64Array;
  /** Standard deviations of the values; infinity where nothing could be read. */
  errors: Float64Array;
}

/** Bins that are summed up; how far the sums scatter gives the error, whatever its distribution. */
const TILE_BINS = 9;
/** The power of the residual is averaged over so many bins and windows on both sides. */
const REACH_BINS = 4;
const REACH_WINDOWS = 2;
const REST_FLOOR = 1e-10;
/** Share of a segment that must have been read. */
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
  residual: Spectrum;
  expected: Spectrum;
  /** The power of the residual, averaged over near bins. */
  power: Float32Array;
}

/** The bins that carry the mark: from the first up to, without, the second. */
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

  /** Adds a window to the sums of its segment. @param near it and its neighbours, which say how strong the noise is */
  function read(window: WindowRead, near: readonly WindowRead[]): void {
    const { segment, residual, expected } = window;
    const bins = residual.real.length;
    let [product, energy, square] = [0, 0, 0];
    for (let from = 0; from < bins; from += TILE_BINS) {
      let tileProduct = 0;
      for (let bin = from; bin < Math.min(bins, from + TILE_BINS); bin++) {
        let noise = 0;
        for (const { power } of near) noise += power[bin] ?? 0;
        const weight = near.length / (noise + REST_FLOOR);
        const er = expected.real[bin] ?? 0;
        const ei = expected.imaginary[bin] ?? 0;
        tileProduct += weight * ((residual.real[bin] ?? 0) * er + (residual.imaginary[bin] ?? 0) * ei);
        energy += weight * (er * er + ei * ei);
      }
      product += tileProduct;
      square += tileProduct * tileProduct;
    }
    products[segment] = (products[segment] ?? 0) + product;
    energies[segment] = (energies[segment] ?? 0) + energy;
    squares[segment] = (squares[segment] ?? 0) + square;
  }

  /** Takes the windows of one channel, in their order. */
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
      add(centre: number, residual: Spectrum, expected: Spectrum, floor: Spectrum | undefined): void {
        const segment = segmentOf(Math.max(0, centre), sampleRate);
        if (segment >= segments) return;
        if (isFirst) windows[segment] = (windows[segment] ?? 0) + 1;
        recent.push({ segment, residual, expected, power: averagePower(residual, floor) });
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

/** The noise of a bin is taken to have at least this share of the power of the sound. */
const SOUND_FLOOR = 1e-6;

function averagePower(residual: Spectrum, sound: Spectrum | undefined): Float32Array {
  const bins = residual.real.length;
  const power = new Float32Array(bins);
  const sums = new Float64Array(bins + 1);
  for (let bin = 0; bin < bins; bin++) {
    const squares = squareOf(residual, bin) + (sound ? SOUND_FLOOR * squareOf(sound, bin) : 0);
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
