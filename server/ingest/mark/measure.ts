import { createFft, createHannWindow } from '../analysis/fft.ts';
import { joinSamples } from '../decoders/pcm.ts';
import { type Line, stretch } from './align.ts';
import type { Piece } from './difference.ts';
import { createReader, type Reading, rangeOfBins, type Spectrum } from './reading.ts';

// A file was equalised, mixed and made louder after it left. For each frequency bin, least squares over nine seconds find
// the factors by which the channels of the song become a channel of the file (the transfer). The song times these factors
// is subtracted; what remains of the file (the residual) holds the mark.

const WINDOW_SAMPLES = 2_048;
const HOP_SAMPLES = WINDOW_SAMPLES / 2;
/** Windows of a block, three seconds. The transfer of a block is found from it and both neighbours. */
const BLOCK_WINDOWS = 129;
/** Without it the factors of two equal channels would be arbitrary. */
const RIDGE = 1e-4;

interface Window {
  centre: number;
  song: Spectrum[];
  difference: Spectrum[];
  file: Spectrum[];
}

/** Reads a file along the pieces of its song. @param line of the file in the song */
export async function readFileAlong(
  pieces: AsyncIterable<Piece>,
  input: { file: Float32Array[]; line: Line; from: number; until: number; sampleRate: number; segments: number },
): Promise<Reading> {
  const { file, line, from, until, sampleRate, segments } = input;
  const reader = createReader({ sampleRate, segments, size: WINDOW_SAMPLES, hop: HOP_SAMPLES });
  const channels = file.map((_, index) => reader.createChannel(index === 0));
  const toSpectra = createSpectra(sampleRate);
  let blocks: Window[][] = [[]];
  const readBlock = (index: number) => {
    const own = blocks[index];
    if (!own || own.length === 0) return;
    const around = blocks.slice(Math.max(0, index - 1), index + 2).flat();
    for (const [channel, read] of channels.entries()) readChannel(own, around, channel, read.add);
  };
  for await (const { centre, song, difference } of listWindows(pieces, from, until)) {
    const start = (centre - WINDOW_SAMPLES / 2 - line.offset) / line.pace;
    const window = {
      centre,
      song: toSpectra(song),
      difference: toSpectra(difference),
      file: toSpectra(file.map((samples) => stretch(samples, start, 1 / line.pace, WINDOW_SAMPLES))),
    };
    if (blocks.at(-1)?.length === BLOCK_WINDOWS) {
      // The last block but one has both neighbours now.
      readBlock(blocks.length - 2);
      blocks = [...blocks.slice(-2), []];
    }
    blocks.at(-1)?.push(window);
  }
  readBlock(blocks.length - 2);
  readBlock(blocks.length - 1);
  for (const channel of channels) channel.finish();
  return reader.result();
}

/** Windows of a song between two positions, at multiples of the hop. */
async function* listWindows(pieces: AsyncIterable<Piece>, from: number, until: number) {
  let kept: { song: Float32Array[]; difference: Float32Array[] } | undefined;
  let position = 0;
  for await (const piece of pieces) {
    if (!kept) position = piece.from;
    const song = piece.source.map((samples, channel) =>
      joinSamples([kept?.song[channel] ?? new Float32Array(), samples]),
    );
    const difference = piece.difference.map((samples, channel) =>
      joinSamples([kept?.difference[channel] ?? new Float32Array(), samples]),
    );
    const length = song[0]?.length ?? 0;
    let at = Math.ceil(position / HOP_SAMPLES) * HOP_SAMPLES - position;
    for (; at + WINDOW_SAMPLES <= length; at += HOP_SAMPLES) {
      const start = position + at;
      if (start < from) continue;
      if (start + WINDOW_SAMPLES > until) return;
      const cut = (samples: Float32Array) => samples.subarray(at, at + WINDOW_SAMPLES);
      yield { centre: start + WINDOW_SAMPLES / 2, song: song.map(cut), difference: difference.map(cut) };
    }
    const rest = Math.min(at, length);
    kept = {
      song: song.map((samples) => samples.slice(rest)),
      difference: difference.map((samples) => samples.slice(rest)),
    };
    position += rest;
  }
}

/** Spectra of one or two channels, which share a transform. */
function createSpectra(sampleRate: number) {
  const size = WINDOW_SAMPLES;
  const fft = createFft(size);
  const [lowest, highest] = rangeOfBins(size, sampleRate);
  const window = createHannWindow(size);
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  return ([left, right]: Float32Array[]): Spectrum[] => {
    for (let at = 0; at < size; at++) {
      real[at] = (window[at] ?? 0) * (left?.[at] ?? 0);
      imaginary[at] = right ? (window[at] ?? 0) * (right[at] ?? 0) : 0;
    }
    fft(real, imaginary);
    const [first, second] = [createSpectrum(highest - lowest), createSpectrum(right ? highest - lowest : 0)];
    for (let bin = lowest; bin < highest; bin++) {
      const ar = real[bin] ?? 0;
      const ai = imaginary[bin] ?? 0;
      const br = real[size - bin] ?? 0;
      const bi = imaginary[size - bin] ?? 0;
      first.real[bin - lowest] = (ar + br) / 2;
      first.imaginary[bin - lowest] = (ai - bi) / 2;
      if (!right) continue;
      second.real[bin - lowest] = (ai + bi) / 2;
      second.imaginary[bin - lowest] = (br - ar) / 2;
    }
    return right ? [first, second] : [first];
  };
}

const createSpectrum = (bins: number): Spectrum => ({
  real: new Float32Array(bins),
  imaginary: new Float32Array(bins),
});

/** Hands on the residual of each window, and the difference as the transfer would have changed it. */
function readChannel(
  own: Window[],
  around: Window[],
  channel: number,
  add: (centre: number, residual: Spectrum, expected: Spectrum, sound: Spectrum) => void,
): void {
  const transfers = findTransfers(around, channel);
  for (const { centre, song, difference, file } of own) {
    const sound = file[channel];
    if (!sound) continue;
    const bins = sound.real.length;
    const residual = { real: sound.real.slice(), imaginary: sound.imaginary.slice() };
    const expected = createSpectrum(bins);
    for (const [index, { real: hr, imaginary: hi }] of transfers.entries()) {
      const [m, d] = [song[index], difference[index]];
      if (m) addProduct(residual, m, hr, hi, -1);
      if (d) addProduct(expected, d, hr, hi, 1);
    }
    add(centre, residual, expected, sound);
  }
}

function addProduct(sum: Spectrum, factor: Spectrum, hr: Float64Array, hi: Float64Array, sign: 1 | -1): void {
  for (let bin = 0; bin < hr.length; bin++) {
    const a = hr[bin] ?? 0;
    const b = hi[bin] ?? 0;
    const r = factor.real[bin] ?? 0;
    const i = factor.imaginary[bin] ?? 0;
    sum.real[bin] = (sum.real[bin] ?? 0) + sign * (a * r - b * i);
    sum.imaginary[bin] = (sum.imaginary[bin] ?? 0) + sign * (a * i + b * r);
  }
}

/** Least squares: for each bin, complex factors of the one or two channels of the song. */
function findTransfers(windows: Window[], channel: number): { real: Float64Array; imaginary: Float64Array }[] {
  const count = windows[0]?.song.length ?? 0;
  const bins = windows[0]?.song[0]?.real.length ?? 0;
  const zeros = () => new Float64Array(bins);
  const powers = [zeros(), zeros()] as const;
  const cross = { real: zeros(), imaginary: zeros() };
  const products = [0, 1].map(() => ({ real: zeros(), imaginary: zeros() }));
  for (const { song, file } of windows) {
    const sound = file[channel];
    for (const [index, m] of song.entries()) {
      const [power, product] = [powers[index], products[index]];
      if (!sound || !power || !product) continue;
      addConjugate(product, sound, m);
      for (let bin = 0; bin < bins; bin++)
        power[bin] = (power[bin] ?? 0) + (m.real[bin] ?? 0) ** 2 + (m.imaginary[bin] ?? 0) ** 2;
    }
    if (song[0] && song[1]) addConjugate(cross, song[0], song[1]);
  }
  const transfers = Array.from({ length: count }, () => ({ real: zeros(), imaginary: zeros() }));
  for (let bin = 0; bin < bins; bin++) solve(bin, powers, cross, products, transfers);
  return transfers;
}

interface Sums {
  real: Float64Array;
  imaginary: Float64Array;
}

/** Adds a × the conjugate of b. */
function addConjugate(sum: Sums, a: Spectrum, b: Spectrum): void {
  for (let bin = 0; bin < sum.real.length; bin++) {
    const ar = a.real[bin] ?? 0;
    const ai = a.imaginary[bin] ?? 0;
    const br = b.real[bin] ?? 0;
    const bi = b.imaginary[bin] ?? 0;
    sum.real[bin] = (sum.real[bin] ?? 0) + ar * br + ai * bi;
    sum.imaginary[bin] = (sum.imaginary[bin] ?? 0) + ai * br - ar * bi;
  }
}

function solve(
  bin: number,
  [firstPowers, secondPowers]: readonly [Float64Array, Float64Array],
  cross: Sums,
  [first, second]: Sums[],
  [firstTransfer, secondTransfer]: Sums[],
): void {
  const ridge = RIDGE * ((firstPowers[bin] ?? 0) + (secondPowers[bin] ?? 0)) * (secondTransfer ? 1 : 0) + 1e-9;
  const p = (firstPowers[bin] ?? 0) + ridge;
  const q = (secondPowers[bin] ?? 0) + ridge;
  const [cr, ci] = [cross.real[bin] ?? 0, cross.imaginary[bin] ?? 0];
  const [ar, ai] = [first?.real[bin] ?? 0, first?.imaginary[bin] ?? 0];
  const [br, bi] = [second?.real[bin] ?? 0, second?.imaginary[bin] ?? 0];
  const determinant = secondTransfer ? p * q - cr * cr - ci * ci : p;
  if (firstTransfer) {
    // Without a second channel q is 1 and the cross terms are 0.
    const other = secondTransfer ? q : 1;
    firstTransfer.real[bin] = (ar * other - (br * cr + bi * ci)) / determinant;
    firstTransfer.imaginary[bin] = (ai * other - (bi * cr - br * ci)) / determinant;
  }
  if (secondTransfer) {
    secondTransfer.real[bin] = (br * p - (ar * cr - ai * ci)) / determinant;
    secondTransfer.imaginary[bin] = (bi * p - (ai * cr + ar * ci)) / determinant;
  }
}
