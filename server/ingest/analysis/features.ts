import { createFft } from './fft.ts';

const RATE = 11_025;
/** Onsets of one second, about. */
const ONSETS_PER_SECOND = 100;
/** Edges of the bands in which onsets are found. */
const LOW_HZ = 150;
const HIGH_HZ = 1_500;
/** The pitch classes are found at a third of the rate. */
const CHROMA_FACTOR = 3;
const FFT_SIZE = 2_048;
/** Vectors of one second, about. */
const CHROMA_PER_SECOND = 4;
const CHROMA_MIN_HZ = 65;
const CHROMA_MAX_HZ = 1_050;

export interface Features {
  /** How much louder three bands became, together. */
  onsets: number[];
  /** How much louder the lowest band became, below 150 Hz. */
  lowOnsets: number[];
  onsetRate: number;
  /** Twelve levels a vector, C first. */
  chroma: number[];
  chromaRate: number;
}

/** Follows onsets and pitch classes of a sound in mono at about 11 kHz. */
export function createFeatureFollower(sampleRate: number) {
  const decimate = createDecimator(Math.max(1, Math.round(sampleRate / RATE)));
  const rate = sampleRate / Math.max(1, Math.round(sampleRate / RATE));
  const onsets = createOnsetFollower(rate);
  const chroma = createChromaFollower(rate / CHROMA_FACTOR);
  const thin = createDecimator(CHROMA_FACTOR);
  return {
    add(channels: Float32Array[]) {
      const mono = decimate(channels);
      onsets.add(mono);
      chroma.add(thin([mono]));
    },
    result: (): Features => ({ ...onsets.result(), ...chroma.result() }),
  };
}

/** Mixes to mono and keeps each nth sample of what a triangular low-pass leaves. */
function createDecimator(factor: number) {
  // The loops work on local variables, as in loudness.ts.
  const state = { position: 0, rising: 0, sum: 0, before: 0 };
  return (channels: Float32Array[]): Float32Array => {
    const [first = new Float32Array(), second = first] = channels;
    let { position, rising, sum, before } = state;
    const length = first.length;
    const out = new Float32Array(Math.floor((length + position) / factor));
    for (let at = 0, written = 0; at < length; ) {
      const to = Math.min(length, at + factor - position);
      for (; at < to; at++, position++) {
        const x = (first[at] ?? 0) + (second[at] ?? 0);
        sum += x;
        rising += x * (position + 0.5);
      }
      if (position < factor) break;
      out[written++] = (before + sum - rising / factor) / (2 * factor);
      before = rising / factor;
      position = rising = sum = 0;
    }
    Object.assign(state, { position, rising, sum, before });
    return out;
  };
}

function createOnsetFollower(rate: number) {
  const hop = Math.round(rate / ONSETS_PER_SECOND);
  const lowShare = 1 - Math.exp((-2 * Math.PI * LOW_HZ) / rate);
  const highShare = 1 - Math.exp((-2 * Math.PI * HIGH_HZ) / rate);
  const onsets: number[] = [];
  const lowOnsets: number[] = [];
  const bands = [0, 1, 2].map(() => ({ earlier: 0, last: 0, level: Number.POSITIVE_INFINITY }));
  const state = { low: 0, middle: 0, position: 0, lowSum: 0, middleSum: 0, highSum: 0 };
  /** Levels are means of 40 ms: over 10 ms the beating of a held chord would look like onsets. */
  const addOnset = (...sums: number[]) => {
    const rises = bands.map((band, at) => {
      const sum = sums[at] ?? 0;
      const level = Math.log1p(1_000 * Math.sqrt((band.earlier + 2 * band.last + sum) / (4 * hop)));
      const rise = Math.max(0, level - band.level);
      Object.assign(band, { earlier: band.last, last: sum, level });
      return rise;
    });
    onsets.push(rises.reduce((total, rise) => total + rise, 0));
    lowOnsets.push(rises[0] ?? 0);
  };
  return {
    add(samples: Float32Array) {
      let { low, middle, position, lowSum, middleSum, highSum } = state;
      const length = samples.length;
      for (let at = 0; at < length; at++) {
        const x = samples[at] ?? 0;
        low += lowShare * (x - low);
        middle += highShare * (x - middle);
        lowSum += low * low;
        middleSum += (middle - low) * (middle - low);
        highSum += (x - middle) * (x - middle);
        if (++position < hop) continue;
        addOnset(lowSum, middleSum, highSum);
        lowSum = middleSum = highSum = position = 0;
      }
      Object.assign(state, { low, middle, position, lowSum, middleSum, highSum });
    },
    result: () => ({ onsets, lowOnsets, onsetRate: rate / hop }),
  };
}

function createChromaFollower(rate: number) {
  const fft = createFft(FFT_SIZE);
  const window = Float64Array.from(
    { length: FFT_SIZE },
    (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / FFT_SIZE),
  );
  const hop = Math.round(rate / CHROMA_PER_SECOND);
  const from = Math.ceil((CHROMA_MIN_HZ * FFT_SIZE) / rate);
  const to = Math.min(FFT_SIZE / 2 - 2, Math.floor((CHROMA_MAX_HZ * FFT_SIZE) / rate));
  const real = new Float64Array(FFT_SIZE);
  const imaginary = new Float64Array(FFT_SIZE);
  const first = new Float64Array(FFT_SIZE / 2);
  const second = new Float64Array(FFT_SIZE / 2);
  // Of two overlapping frames, because one transform does both.
  const buffer = new Float32Array(FFT_SIZE + hop);
  const chroma: number[] = [];
  let filled = FFT_SIZE / 2;

  function transform(): void {
    for (let at = 0; at < FFT_SIZE; at++) {
      real[at] = (buffer[at] ?? 0) * (window[at] ?? 0);
      imaginary[at] = (buffer[at + hop] ?? 0) * (window[at] ?? 0);
    }
    fft(real, imaginary);
    for (let bin = from - 1; bin <= to + 1; bin++) {
      const r = real[bin] ?? 0;
      const i = imaginary[bin] ?? 0;
      const mirroredR = real[FFT_SIZE - bin] ?? 0;
      const mirroredI = imaginary[FFT_SIZE - bin] ?? 0;
      first[bin] = Math.sqrt((r + mirroredR) ** 2 + (i - mirroredI) ** 2);
      second[bin] = Math.sqrt((i + mirroredI) ** 2 + (mirroredR - r) ** 2);
    }
    addVector(first);
    addVector(second);
  }

  /** Each spectral peak counts for the pitch class of its interpolated frequency. */
  function addVector(frame: Float64Array): void {
    const vector = Array.from({ length: 12 }, () => 0);
    for (let bin = from; bin <= to; bin++) {
      const level = frame[bin] ?? 0;
      const below = frame[bin - 1] ?? 0;
      const above = frame[bin + 1] ?? 0;
      if (level <= below || level < above) continue;
      const shift = (above - below) / (2 * (2 * level - below - above));
      const pitch = 12 * Math.log2(((bin + shift) * rate) / FFT_SIZE / 440) + 69;
      const nearest = Math.round(pitch);
      const pitchClass = nearest % 12;
      vector[pitchClass] = (vector[pitchClass] ?? 0) + level * Math.max(0, 1 - 2 * Math.abs(pitch - nearest));
    }
    chroma.push(...vector);
  }

  return {
    add(samples: Float32Array) {
      for (let at = 0; at < samples.length; ) {
        const length = Math.min(samples.length - at, buffer.length - filled);
        buffer.set(samples.subarray(at, at + length), filled);
        filled += length;
        at += length;
        if (filled < buffer.length) continue;
        transform();
        buffer.copyWithin(0, 2 * hop);
        filled -= 2 * hop;
      }
    },
    result: () => ({ chroma, chromaRate: rate / hop }),
  };
}

/** The sum of the values before each position, and of all at the end. */
export function sumUp(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}

/** Spreads each onset over the steps beside it: the notes of one beat rarely begin at the same step. */
export function joinOnsets(onsets: readonly number[]): number[] {
  const pair = (at: number, distance: number) => (onsets[at - distance] ?? 0) + (onsets[at + distance] ?? 0);
  return onsets.map((onset, at) => onset + 0.7 * pair(at, 1) + 0.3 * pair(at, 2));
}
