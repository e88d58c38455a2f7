/** Samples on which one interpolated sample depends. */
const TAPS = 12;
const HALF = TAPS / 2;
/** So many samples at once are skipped when none between them can be higher. */
const BLOCK = 8;

/**
 * Measures the highest level between and at the samples (dBTP, ITU-R BS.1770-4 annex 2): the whole sound, oversampled to
 * about 192 kHz. Leaves out only what cannot be higher than what was found.
 */
export function createTruePeakMeter(sampleRate: number, channels: number) {
  const factor = sampleRate < 96_000 ? 4 : sampleRate < 192_000 ? 2 : 1;
  const phases = Array.from({ length: factor - 1 }, (_, index) => createPhase((index + 1) / factor));
  // Upper bounds of what one of the two nearest samples, both, and all others contribute in any phase.
  const bound = (weigh: (taps: Float64Array) => number) => Math.max(0, ...phases.map(weigh));
  const nearest = bound((taps) => Math.max(taps[HALF - 1] ?? 0, taps[HALF] ?? 0));
  const both = bound((taps) => (taps[HALF - 1] ?? 0) + (taps[HALF] ?? 0));
  const others = bound((taps) => sumLevels(taps.subarray(0, HALF - 1)) + sumLevels(taps.subarray(HALF + 1)));
  const buffers = Array.from({ length: channels }, () => new Float32Array(TAPS));
  let highest = 0;

  /** Measures the gaps behind the samples from HALF - 1 to `length - HALF`. */
  function measure(samples: Float32Array, length: number): void {
    let peak = highest;
    let before = levelOf(samples, 0, HALF - 1);
    let here = levelOf(samples, HALF - 1, HALF - 1 + BLOCK);
    for (let from = HALF - 1; from < length - HALF; from += BLOCK) {
      const to = Math.min(from + BLOCK, length - HALF);
      const after = levelOf(samples, from + BLOCK, Math.min(from + 2 * BLOCK, length));
      const loudest = Math.max(before, here, after);
      before = here;
      here = after;
      if (loudest > peak) peak = loudest;
      const rest = others * loudest;
      if (rest + both * loudest <= peak) continue;
      for (let at = from; at < to; at++) {
        const left = samples[at] ?? 0;
        const right = samples[at + 1] ?? 0;
        const higher = Math.max(Math.abs(left), Math.abs(right));
        const lower = left * right > 0 ? Math.min(Math.abs(left), Math.abs(right)) : 0;
        if (rest + nearest * higher + (both - nearest) * lower <= peak) continue;
        for (const taps of phases) {
          const level = Math.abs(interpolate(samples, at, taps));
          if (level > peak) peak = level;
        }
      }
    }
    highest = peak;
  }

  function addChannel(channel: number, samples: Float32Array): void {
    const kept = buffers[channel]?.subarray(0, TAPS - 1) ?? new Float32Array(TAPS - 1);
    const needed = kept.length + samples.length;
    let buffer = buffers[channel];
    if (!buffer || buffer.length < needed) {
      buffer = new Float32Array(needed);
      buffer.set(kept);
      buffers[channel] = buffer;
    }
    buffer.set(samples, kept.length);
    measure(buffer, needed);
    buffer.copyWithin(0, samples.length, needed);
  }

  return {
    add: (blocks: Float32Array[]) => {
      for (const [channel, samples] of blocks.entries()) addChannel(channel, samples);
    },
    /** In dBTP; null for silence. Call it once, after the last block. */
    result(): number | null {
      for (const channel of buffers.keys()) addChannel(channel, new Float32Array(TAPS));
      return highest > 0 ? 20 * Math.log10(highest) : null;
    },
  };
}

function levelOf(samples: Float32Array, from: number, to: number): number {
  let highest = 0;
  for (let at = from; at < to; at++) {
    const level = Math.abs(samples[at] ?? 0);
    if (level > highest) highest = level;
  }
  return highest;
}

const sumLevels = (taps: Float64Array) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0);

/** Unrolled, which takes half of the time. */
function interpolate(x: Float32Array, at: number, t: Float64Array): number {
  return (
    (t[0] ?? 0) * (x[at - 5] ?? 0) +
    (t[1] ?? 0) * (x[at - 4] ?? 0) +
    (t[2] ?? 0) * (x[at - 3] ?? 0) +
    (t[3] ?? 0) * (x[at - 2] ?? 0) +
    (t[4] ?? 0) * (x[at - 1] ?? 0) +
    (t[5] ?? 0) * (x[at] ?? 0) +
    (t[6] ?? 0) * (x[at + 1] ?? 0) +
    (t[7] ?? 0) * (x[at + 2] ?? 0) +
    (t[8] ?? 0) * (x[at + 3] ?? 0) +
    (t[9] ?? 0) * (x[at + 4] ?? 0) +
    (t[10] ?? 0) * (x[at + 5] ?? 0) +
    (t[11] ?? 0) * (x[at + 6] ?? 0)
  );
}

/** Weights of the samples around a gap for the value at this part of it: a sinc in a Kaiser window. */
function createPhase(part: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, tap) => {
    const distance = tap - (HALF - 1) - part;
    const edge = distance / HALF;
    const sinc = Math.sin(Math.PI * distance) / (Math.PI * distance);
    return sinc * bessel(KAISER * Math.sqrt(Math.max(0, 1 - edge * edge)));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

const KAISER = 5;

/** The modified Bessel function of order 0. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; n < 25; n++) {
    term *= (x / (2 * n)) ** 2;
    sum += term;
  }
  return sum;
}
