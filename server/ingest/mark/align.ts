import { createFft } from '../analysis/fft.ts';

// A file begins somewhere in its song and may be faster: the position in the song is offset + pace × position in the file.
// Short windows of the file are compared with the song around the place that is assumed. Each gives a point, and the
// straight line that most points lie near is the answer.

export interface Line {
  /** Position in the song, in samples, of the first sample of the file. */
  offset: number;
  /** Above 1 where the file is faster than the song. */
  pace: number;
}

/** A part of a sound, mono: the first sample has this position. */
export interface Excerpt {
  from: number;
  samples: Float32Array;
}

const LOWEST_HZ = 150;
const HIGHEST_HZ = 6_000;
const PACES = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6].map((step) => 1 + step / 1_000);
/** Rounds: the number of windows, their samples, how far around the line they are looked for, and how near a point must be. */
const ROUNDS = [
  { windowsMax: 14, size: 16_384, reach: 8_000, tolerance: 60 },
  { windowsMax: 30, size: 8_192, reach: 300, tolerance: 8 },
  { windowsMax: 60, size: 8_192, reach: 64, tolerance: 2 },
] as const;
/** Share of the windows whose points must be near the line. */
const SHARE_MIN = 0.5;
const WINDOWS_MIN = 4;

/** Finds the line near the assumed start of the file in the song; undefined when it is another recording. */
export function findLine(file: Excerpt, song: Excerpt, start: number, sampleRate: number): Line | undefined {
  for (const pace of PACES) {
    let line: Line | undefined = { offset: start, pace };
    for (const round of ROUNDS) line = line && fitRound(file, song, line, sampleRate, round);
    if (line) return snap(line, file);
  }
  return undefined;
}

/** Makes a line more exact for a longer part of the file. */
export function refineLine(file: Excerpt, song: Excerpt, line: Line, sampleRate: number): Line {
  const [, second, third] = ROUNDS;
  const fitted = fitRound(file, song, line, sampleRate, second);
  return snap((fitted && fitRound(file, song, fitted, sampleRate, third)) ?? line, file);
}

/** Rounds to whole samples where the speed is that of the song: the transfer (see measure.ts) has the fraction. */
function snap({ offset, pace }: Line, file: Excerpt): Line {
  if (Math.abs(pace - 1) * (file.from + file.samples.length) > 1) return { offset, pace };
  return { offset: Math.round(offset + (pace - 1) * (file.from + file.samples.length / 2)), pace: 1 };
}

type Round = (typeof ROUNDS)[number];

function fitRound(file: Excerpt, song: Excerpt, line: Line, sampleRate: number, round: Round): Line | undefined {
  const { windowsMax, size, reach, tolerance } = round;
  const compare = createComparison(size, reach, sampleRate);
  const step = Math.max(size, Math.floor((file.samples.length - size) / windowsMax));
  const points: { x: number; shift: number }[] = [];
  let windows = 0;
  for (let at = 0; at + size <= file.samples.length; at += step) {
    // The window is stretched to the speed of the song.
    const x = file.from + at;
    const expected = Math.round(line.offset + line.pace * x);
    const from = expected - reach - song.from;
    if (from < 0 || from + size + 2 * reach > song.samples.length) continue;
    windows += 1;
    const exact = line.offset + line.pace * x;
    const window = stretch(file.samples, at + (expected - exact) / line.pace, 1 / line.pace, size);
    const shift = compare(song.samples.subarray(from, from + size + 2 * reach), window);
    if (shift !== undefined) points.push({ x: x + size / 2, shift });
  }
  const fitted = fitLine(points, tolerance);
  if (!fitted || windows < WINDOWS_MIN || fitted.count < Math.max(WINDOWS_MIN, SHARE_MIN * windows)) return undefined;
  return { offset: line.offset + fitted.offset, pace: line.pace + fitted.slope };
}

/** The shift of a window in a part of the song that is longer by twice the reach, with its fraction. */
function createComparison(size: number, reach: number, sampleRate: number) {
  const length = 2 ** Math.ceil(Math.log2(size + 2 * reach));
  const fft = createFft(length);
  const [real, imaginary] = [new Float64Array(length), new Float64Array(length)];
  const [lowest, highest] = [LOWEST_HZ, HIGHEST_HZ].map((hz) => Math.round((hz * length) / sampleRate));
  return (song: Float32Array, window: Float32Array): number | undefined => {
    real.fill(0);
    imaginary.fill(0);
    real.set(song);
    imaginary.set(window);
    fft(real, imaginary);
    whiten(real, imaginary, lowest ?? 0, highest ?? length / 2);
    fft(imaginary, real);
    let best = 0;
    for (let at = 1; at <= 2 * reach; at++) if (Math.abs(real[at] ?? 0) > Math.abs(real[best] ?? 0)) best = at;
    if (best === 0 || best === 2 * reach || real[best] === 0) return undefined;
    const [y0, y1, y2] = [best - 1, best, best + 1].map((at) => Math.abs(real[at] ?? 0));
    const curve = (y0 ?? 0) - 2 * (y1 ?? 0) + (y2 ?? 0);
    return best - reach + (curve === 0 ? 0 : (0.5 * ((y0 ?? 0) - (y2 ?? 0))) / curve);
  };
}

/** Turns the transform of two real signals into the spectrum of their correlation, flattened so that its peak is sharp. */
function whiten(real: Float64Array, imaginary: Float64Array, lowest: number, highest: number): void {
  const length = real.length;
  const products = new Float64Array(2 * (highest - lowest));
  let strongest = 0;
  for (let bin = lowest; bin < highest; bin++) {
    const [ar, ai] = [real[bin] ?? 0, imaginary[bin] ?? 0];
    const [br, bi] = [real[length - bin] ?? 0, -(imaginary[length - bin] ?? 0)];
    const [sr, si] = [(ar + br) / 2, (ai + bi) / 2];
    const [wr, wi] = [(ai - bi) / 2, (br - ar) / 2];
    const [pr, pi] = [sr * wr + si * wi, si * wr - sr * wi];
    products[2 * (bin - lowest)] = pr;
    products[2 * (bin - lowest) + 1] = pi;
    strongest = Math.max(strongest, Math.hypot(pr, pi));
  }
  real.fill(0);
  imaginary.fill(0);
  for (let bin = lowest; bin < highest; bin++) {
    const [pr, pi] = [products[2 * (bin - lowest)] ?? 0, products[2 * (bin - lowest) + 1] ?? 0];
    const level = (Math.hypot(pr, pi) + 1e-3 * strongest + 1e-30) ** 0.7;
    real[bin] = pr / level;
    imaginary[bin] = pi / level;
  }
}

/** The straight line that most points lie near: its slope, and its offset at x = 0. */
function fitLine(points: { x: number; shift: number }[], tolerance: number) {
  let best: typeof points = [];
  for (const [index, a] of points.entries())
    for (const b of points.slice(index + 1)) {
      const slope = (b.shift - a.shift) / (b.x - a.x);
      if (Math.abs(slope) > 0.01) continue;
      const near = points.filter(({ x, shift }) => Math.abs(shift - a.shift - slope * (x - a.x)) < tolerance);
      if (near.length > best.length) best = near;
    }
  if (best.length < 2) return undefined;
  const meanX = best.reduce((sum, { x }) => sum + x, 0) / best.length;
  const meanShift = best.reduce((sum, { shift }) => sum + shift, 0) / best.length;
  let [product, square] = [0, 0];
  for (const { x, shift } of best) {
    product += (x - meanX) * (shift - meanShift);
    square += (x - meanX) ** 2;
  }
  const slope = product / square;
  return { slope, offset: meanShift - slope * meanX, count: best.length };
}

const TAPS = 32;
const PHASES = 1_024;
const kernel = createKernel();

/** Values of a sound between its samples, from a position on, in steps. */
export function stretch(samples: Float32Array, from: number, step: number, count: number): Float32Array {
  const out = new Float32Array(count);
  for (let index = 0; index < count; index++) {
    const position = from + step * index;
    const whole = Math.floor(position);
    if (step === 1 && position === whole) {
      out[index] = samples[whole] ?? 0;
      continue;
    }
    const phase = (position - whole) * PHASES;
    const row = Math.floor(phase);
    const share = phase - row;
    let sum = 0;
    for (let tap = 0; tap < TAPS; tap++) {
      const weight = (1 - share) * (kernel[row * TAPS + tap] ?? 0) + share * (kernel[(row + 1) * TAPS + tap] ?? 0);
      sum += weight * (samples[whole + tap - TAPS / 2 + 1] ?? 0);
    }
    out[index] = sum;
  }
  return out;
}

/** Sinc in a Hann window, one row for each fraction of a sample. */
function createKernel(): Float32Array {
  const rows = new Float32Array((PHASES + 1) * TAPS);
  for (let row = 0; row <= PHASES; row++)
    for (let tap = 0; tap < TAPS; tap++) {
      const distance = tap - TAPS / 2 + 1 - row / PHASES;
      const window = 0.5 + 0.5 * Math.cos((2 * Math.PI * distance) / TAPS);
      const angle = Math.PI * distance;
      rows[row * TAPS + tap] =
        Math.abs(distance) >= TAPS / 2 ? 0 : window * (angle === 0 ? 1 : Math.sin(angle) / angle);
    }
  return rows;
}
