import { createFft } from '../analysis/fft.ts';
import { createDepths, DEPTH_LOOKAHEAD } from './depth.ts';
import { bandOf, borderOf, createSigns, frameOf, HIGHEST_HZ, LOWEST_HZ, segmentOf } from './grid.ts';

// Variant A is the sound plus the difference, variant B the sound less it. The difference is the sound in windows of 1,024
// samples, multiplied by gains whose signs are secret. It is 0 at the borders of segments, where both variants are equal.

const WINDOW_SAMPLES = 1_024;
/** Windows overlap by three quarters. */
const OVERLAP = 4;
/** Weights of a bin and its neighbours: from one band to the next the sign changes gradually. */
const BLUR = [0.15, 0.2, 0.3, 0.2, 0.15];
/** Samples at the rate of the MP3, before and after a border. */
const ZERO_SAMPLES = 8;
const FADE_SAMPLES = 192;
const PIECE_SAMPLES = 16_384;

export interface Piece {
  /** Position of the first sample in the song. The arrays are reused: read them before the next piece. */
  from: number;
  source: Float32Array[];
  difference: Float32Array[];
}

/** Hops from one window of `createDepths` to the next; those windows are twice as long as these. */
const DEPTH_HOPS = 4;
/** Hops after its centre that a window depends on. */
const LOOKAHEAD = (DEPTH_LOOKAHEAD + 1) * DEPTH_HOPS + OVERLAP;

/** How many samples before and after a sample its difference depends on. A song can be read from any multiple of it. */
export const marginOf = (sampleRate: number): number => 32 * hopOf(sampleRate);

const hopOf = (sampleRate: number): number =>
  (WINDOW_SAMPLES / OVERLAP) * 2 ** Math.round(Math.log2(sampleRate / 44_100));

/**
 * Makes the difference of a song in pieces, in constant memory. All channels get the same gains.
 * @param start position in the song of the first sample that is added: a multiple of `marginOf`
 */
export function createDifference(format: { sampleRate: number; channels: number; key: Buffer; start?: number }) {
  const { sampleRate, channels, key, start = 0 } = format;
  const hop = hopOf(sampleRate);
  const size = hop * OVERLAP;
  const readGains = createGains(sampleRate, size, key);
  const depths = createDepths(2 * size, sampleRate);
  const transform = createGainFilter(size);
  const lookahead = LOOKAHEAD * hop;
  const capacity = 2 * PIECE_SAMPLES + 4 * lookahead;
  const input = createArrays(channels, capacity);
  const output = Array.from({ length: channels }, () => new Float64Array(capacity));
  const gains = new Float64Array(size / 2 + 1);
  const depth = new Float64Array(size / 2 + 1);
  /** Position of the first sample of input and output; before the start is silence. */
  let base = start - lookahead;
  let filled = lookahead;
  let emitted = start;
  let frame = start / hop - 1;
  let depthWindow = start / (DEPTH_HOPS * hop) - DEPTH_LOOKAHEAD;
  const scratch = { source: createArrays(channels, capacity), difference: createArrays(channels, capacity) };

  function processFrames(): void {
    for (; frame * hop + lookahead <= base + filled; frame++) {
      const time = frame / DEPTH_HOPS;
      for (; depthWindow <= time + DEPTH_LOOKAHEAD; depthWindow++) {
        const from = depthWindow * DEPTH_HOPS * hop - size - base;
        if (from >= 0) depths.add(depthWindow, input, from);
      }
      depths.read(time, depth);
      readGains(frame * hop, depth, gains);
      transform(input, output, frame * hop - size / 2 - base, gains);
    }
  }

  function takePiece(end: number): Piece {
    const [from, to] = [emitted - base, end - base];
    const copy = (channel: Float32Array | Float64Array, target: Float32Array | undefined) => {
      target?.set(channel.subarray(from, to));
      return target?.subarray(0, to - from) ?? new Float32Array(0);
    };
    const source = input.map((samples, channel) => copy(samples, scratch.source[channel]));
    const difference = output.map((samples, channel) => copy(samples, scratch.difference[channel]));
    fadeAtBorders(difference, emitted, sampleRate);
    fadeAtPeaks(difference, input, from, hop / 8);
    const piece = { from: emitted, source, difference };
    emitted = end;
    return piece;
  }

  /** Forgets what nothing depends on any more. */
  function shift(): void {
    const kept = Math.min(emitted - hop, frame * hop - lookahead) - base;
    for (const samples of input) samples.copyWithin(0, kept, filled);
    for (const samples of output) {
      samples.copyWithin(0, kept);
      samples.fill(0, capacity - kept);
    }
    base += kept;
    filled -= kept;
  }

  function* add(block: readonly Float32Array[]): Generator<Piece> {
    const length = block[0]?.length ?? 0;
    for (let at = 0; at < length; ) {
      const count = Math.min(length - at, capacity - filled);
      for (const [channel, samples] of input.entries())
        samples.set(block[channel]?.subarray(at, at + count) ?? [], filled);
      filled += count;
      at += count;
      processFrames();
      // No later frame reaches back more than half a window before the centre of the next one.
      const complete = (frame - 1) * hop - size / 2 + hop;
      if (complete - emitted >= PIECE_SAMPLES) yield takePiece(complete);
      if (capacity - filled < lookahead) shift();
    }
  }

  /** Gives the rest, after the last block. */
  function* finish(): Generator<Piece> {
    const end = base + filled;
    const silence = createArrays(channels, lookahead + size);
    for (const piece of add(silence))
      yield piece.from + (piece.source[0]?.length ?? 0) > end ? trim(piece, end) : piece;
    if (emitted < end) yield takePiece(end);
  }
  return { add, finish };
}

const createArrays = (count: number, length: number) => Array.from({ length: count }, () => new Float32Array(length));

function trim({ from, source, difference }: Piece, end: number): Piece {
  const cut = (channels: Float32Array[]) => channels.map((samples) => samples.subarray(0, Math.max(0, end - from)));
  return { from, source: cut(source), difference: cut(difference) };
}

/** The gains of a window: depth × sign, strongest in the middle of a tile (see grid.ts). */
function createGains(sampleRate: number, size: number, key: Buffer) {
  const signsOf = createSigns(key);
  const hzOf = (bin: number) => (bin * sampleRate) / size;
  const bands = Int32Array.from({ length: size / 2 + 1 + BLUR.length }, (_, bin) => bandOf(Math.max(0, hzOf(bin - 2))));
  const lowest = Math.ceil((LOWEST_HZ * size) / sampleRate);
  const highest = Math.min(size / 2 - 1, Math.floor((HIGHEST_HZ * size) / sampleRate));
  const pattern = new Float64Array(size / 2 + 1);
  let patternOf = -1;
  const writePattern = (tile: number) => {
    const signs = signsOf(tile);
    for (let bin = lowest; bin <= highest; bin++) {
      let sum = 0;
      for (let near = 0; near < BLUR.length; near++) sum += (BLUR[near] ?? 0) * (signs[bands[bin + near] ?? 0] ?? 0);
      pattern[bin] = sum;
    }
    patternOf = tile;
  };
  return (centre: number, depth: Float64Array, gains: Float64Array): void => {
    const position = frameOf(centre, sampleRate);
    const tile = Math.floor(position);
    if (tile < 0) {
      gains.fill(0);
      return;
    }
    if (tile !== patternOf) writePattern(tile);
    const weight = Math.sin(Math.PI * (position - tile));
    for (let bin = lowest; bin <= highest; bin++) gains[bin] = weight * (pattern[bin] ?? 0) * (depth[bin] ?? 0);
  };
}

/** Adds windows of the input, multiplied by gains, to the output. Two channels share a transform. */
function createGainFilter(size: number) {
  const fft = createFft(size);
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const window = Float64Array.from({ length: size }, (_, at) => Math.sin((Math.PI * (at + 0.5)) / size));
  // Squares of the window add up to half the overlap, and a transform and its inverse multiply by the size.
  const synthesis = window.map((weight) => (2 * weight) / OVERLAP / size);
  return (input: Float32Array[], output: Float64Array[], from: number, gains: Float64Array): void => {
    for (let channel = 0; channel < input.length; channel += 2) {
      const [left, right] = [input[channel], input[channel + 1]];
      for (let at = 0; at < size; at++) {
        const weight = window[at] ?? 0;
        real[at] = weight * (left?.[from + at] ?? 0);
        imaginary[at] = right ? weight * (right[from + at] ?? 0) : 0;
      }
      fft(real, imaginary);
      real[0] = 0;
      imaginary[0] = 0;
      for (let bin = 1; bin <= size / 2; bin++) {
        const gain = gains[bin] ?? 0;
        real[bin] = (real[bin] ?? 0) * gain;
        imaginary[bin] = (imaginary[bin] ?? 0) * gain;
        if (bin === size / 2) break;
        real[size - bin] = (real[size - bin] ?? 0) * gain;
        imaginary[size - bin] = (imaginary[size - bin] ?? 0) * gain;
      }
      fft(imaginary, real);
      const [leftOut, rightOut] = [output[channel], output[channel + 1]];
      for (let at = 0; at < size; at++) {
        const weight = synthesis[at] ?? 0;
        if (leftOut) leftOut[from + at] = (leftOut[from + at] ?? 0) + weight * (real[at] ?? 0);
        if (rightOut) rightOut[from + at] = (rightOut[from + at] ?? 0) + weight * (imaginary[at] ?? 0);
      }
    }
  };
}

/** Levels at which the difference begins to be lowered, and by most. */
const PEAK_FROM = 0.75;
const PEAK_TO = 0.88;
const PEAK_GAIN = 0.2;

/**
 * Lowers the difference around the highest peaks, so that the true peak of both variants stays that of the sound.
 * @param from where the difference begins in the input
 * @param reach samples before and after a peak
 */
function fadeAtPeaks(difference: Float32Array[], input: Float32Array[], from: number, reach: number): void {
  const length = difference[0]?.length ?? 0;
  const gains = new Float32Array(length).fill(1);
  for (const samples of input)
    for (let at = -reach; at < length + reach; at++) {
      const level = Math.abs(samples[from + at] ?? 0);
      if (level <= PEAK_FROM) continue;
      const depth = (1 - PEAK_GAIN) * Math.min(1, (level - PEAK_FROM) / (PEAK_TO - PEAK_FROM));
      for (let near = Math.max(0, at - reach); near <= Math.min(length - 1, at + reach); near++) {
        const weight = 0.5 + 0.5 * Math.cos((Math.PI * (near - at)) / reach);
        gains[near] = Math.min(gains[near] ?? 1, 1 - depth * weight);
      }
    }
  for (const samples of difference)
    for (let at = 0; at < length; at++) samples[at] = (samples[at] ?? 0) * (gains[at] ?? 1);
}

/** Makes the difference 0 around borders, so that a splice has no step. */
function fadeAtBorders(difference: Float32Array[], from: number, sampleRate: number): void {
  const length = difference[0]?.length ?? 0;
  const unit = (borderOf(2, sampleRate) - borderOf(1, sampleRate)) / 11_520;
  const [zero, fade] = [Math.ceil(ZERO_SAMPLES * unit), Math.ceil(FADE_SAMPLES * unit)];
  const last = segmentOf(from + length, sampleRate) + 1;
  for (let segment = Math.max(1, segmentOf(from, sampleRate)); segment <= last; segment++) {
    const border = borderOf(segment, sampleRate);
    const first = Math.max(0, border - zero - fade - from);
    for (let at = first; at < Math.min(length, border + zero + fade - from); at++) {
      const position = from + at;
      const distance = position < border ? border - 1 - position : position - border;
      const weight = distance < zero ? 0 : 0.5 - 0.5 * Math.cos((Math.PI * (distance - zero + 0.5)) / fade);
      for (const samples of difference) samples[at] = (samples[at] ?? 0) * weight;
    }
  }
}
