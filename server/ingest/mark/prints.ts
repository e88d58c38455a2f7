import { createFft, createHannWindow } from '../analysis/fft.ts';

// Changes of level in 24 bands, 86 times a second: hardly touched by codecs, filters and loudness, so that a song is found
// by them among many.

export const PRINT_BANDS = 24;
/** Prints of a second: those of every 512 samples at 44.1 kHz. */
export const PRINT_RATE = 44_100 / 512;
const WINDOW_SECONDS = 1_024 / 44_100;
const LOWEST_HZ = 200;
const HIGHEST_HZ = 8_000;
/** Changes of the natural logarithm of power beyond ±2 are stored as ±2. */
const CHANGE_MAX = 2;
const SILENCE = 1e-8;

/** Makes the prints of a sound: a signed byte for each band. */
export function createPrinter(sampleRate: number) {
  const size = 2 ** Math.round(Math.log2(WINDOW_SECONDS * sampleRate));
  const fft = createFft(size);
  const window = createHannWindow(size);
  const edges = Array.from({ length: PRINT_BANDS + 1 }, (_, band) => {
    const hz = LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (band / PRINT_BANDS);
    return Math.max(band + 1, Math.round((hz * size) / sampleRate));
  });
  const startOf = (print: number) => Math.round((print * sampleRate) / PRINT_RATE);
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const prints: Buffer[] = [];
  let waiting = new Float32Array(0);
  let filled = 0;
  let base = 0;
  let count = 0;
  let before: Float64Array | undefined;

  function print(from: number): void {
    for (let at = 0; at < size; at++) real[at] = (window[at] ?? 0) * (waiting[from + at] ?? 0);
    imaginary.fill(0);
    fft(real, imaginary);
    const levels = new Float64Array(PRINT_BANDS);
    for (let band = 0; band < PRINT_BANDS; band++) {
      let power = SILENCE;
      for (let bin = edges[band] ?? 0; bin < Math.min(size / 2, edges[band + 1] ?? 0); bin++)
        power += (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
      levels[band] = Math.log(power);
    }
    const changes = Buffer.alloc(PRINT_BANDS);
    for (const [band, level] of levels.entries()) {
      const change = before ? level - (before[band] ?? 0) : 0;
      changes.writeInt8(Math.round((127 * Math.max(-CHANGE_MAX, Math.min(CHANGE_MAX, change))) / CHANGE_MAX), band);
    }
    before = levels;
    prints.push(changes);
    count += 1;
  }

  return {
    add(channels: readonly Float32Array[]): void {
      const mono = mixToMono(channels);
      if (waiting.length < filled + mono.length) waiting = withLength(waiting, filled + mono.length);
      waiting.set(mono, filled);
      filled += mono.length;
      while (startOf(count) + size <= base + filled) print(startOf(count) - base);
      const passed = Math.min(filled, startOf(count) - base);
      waiting.copyWithin(0, passed, filled);
      filled -= passed;
      base += passed;
    },
    result: (): Buffer => Buffer.concat(prints),
  };
}

function withLength(samples: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const longer = new Float32Array(length);
  longer.set(samples);
  return longer;
}

export function mixToMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0)] = channels;
  if (channels.length < 2) return first;
  const mono = new Float32Array(first.length);
  for (const samples of channels)
    for (let at = 0; at < mono.length; at++) mono[at] = (mono[at] ?? 0) + (samples[at] ?? 0) / channels.length;
  return mono;
}
