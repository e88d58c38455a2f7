import { type Features, sumUp } from './features.ts';
import { measureTonality } from './key.ts';
import { STEP_SECONDS } from './loudness.ts';

const WINDOW_SECONDS = 12;
/** What comes earlier is an introduction. */
const FROM_SECONDS = 10;
/** Seconds before and after a moment, of which the loudness is compared. */
const RISE_SECONDS = 5;
/** A higher rise counts no more, else the part behind a break wins, which is the finale. */
const RISE_MAX_LU = 1;
const RISE_WEIGHT = 0.3;
const RECURRENCE_WEIGHT = 0.5;
/** Of moments that are as good, the first counts. */
const AS_GOOD_LU = 0.4;
/** From the first good moment to the best one near it. */
const NEAR_SECONDS = 3;
/** Mean share of the strongest pitch class. In applause and noise it is lower, and their score is lowered by `NOISE_LU`. */
const TONALITY_MIN = 0.14;
const NOISE_LU = 20;
/** Of longer sounds, such as mixes, only this much is compared with itself. */
const COMPARED_SECONDS = 1_200;

type HookSource = Pick<Features, 'chroma' | 'chromaRate'> & { energies: number[] };

/**
 * Finds the second at which the most striking part begins: loud, recurring, and louder than what is before it. Null for a
 * sound without such a part behind its introduction.
 * @param energies mean squares of steps of 0.1 s
 */
export function findHook({ energies, chroma, chromaRate }: HookSource): number | null {
  const sums = sumUp(energies);
  /** LU, of any base. */
  const loudnessOf = (step: number, seconds: number) => {
    const from = Math.max(0, step);
    const to = Math.min(energies.length, step + Math.round(seconds / STEP_SECONDS));
    return 10 * Math.log10(Math.max(1e-10, ((sums[to] ?? 0) - (sums[from] ?? 0)) / Math.max(1, to - from)));
  };
  const recurrence = measureRecurrence(chroma, chromaRate);
  const tonality = sumUp(measureTonality(chroma));
  const isNoise = (step: number) => {
    const from = Math.round(step * STEP_SECONDS * chromaRate);
    const to = Math.min(tonality.length - 1, from + Math.round(WINDOW_SECONDS * chromaRate));
    return (tonality[to] ?? 0) - (tonality[from] ?? 0) < TONALITY_MIN * (to - from);
  };
  const riseSteps = RISE_SECONDS / STEP_SECONDS;
  const scores: number[] = [];
  const first = FROM_SECONDS / STEP_SECONDS;
  for (let step = first; step <= energies.length - WINDOW_SECONDS / STEP_SECONDS; step++) {
    const rise = loudnessOf(step, RISE_SECONDS) - loudnessOf(step - riseSteps, RISE_SECONDS);
    scores.push(
      loudnessOf(step, WINDOW_SECONDS) +
        RISE_WEIGHT * Math.max(-RISE_MAX_LU, Math.min(RISE_MAX_LU, rise)) +
        RECURRENCE_WEIGHT * (recurrence[Math.round(step * STEP_SECONDS * chromaRate)] ?? 0) -
        (isNoise(step) ? NOISE_LU : 0),
    );
  }
  const highest = scores.reduce((max, score) => Math.max(max, score), Number.NEGATIVE_INFINITY);
  const good = scores.findIndex((score) => score >= highest - AS_GOOD_LU);
  if (good < 0 || sums.at(-1) === 0) return null;
  const near = scores.slice(good, good + NEAR_SECONDS / STEP_SECONDS);
  return Math.round(10 * STEP_SECONDS * (first + good + near.indexOf(Math.max(...near)))) / 10;
}

/** For the window at each vector, how alike the most similar window is that does not overlap it; 0 without one. */
function measureRecurrence(chroma: number[], chromaRate: number): number[] {
  const size = Math.round(WINDOW_SECONDS * chromaRate);
  const vectors = normalise(chroma);
  const count = vectors.length / 12;
  const compared = Math.min(count, COMPARED_SECONDS * chromaRate);
  const best = Array.from({ length: Math.max(0, count - size + 1) }, () => 0);
  for (let lag = size; lag <= compared - size; lag++) {
    let sum = 0;
    const products = new Float64Array(compared - lag);
    for (let at = 0; at < products.length; at++) {
      let product = 0;
      for (let bin = 0; bin < 12; bin++)
        product += (vectors[12 * at + bin] ?? 0) * (vectors[12 * (at + lag) + bin] ?? 0);
      products[at] = product;
      sum += product - (at >= size ? (products[at - size] ?? 0) : 0);
      const from = at - size + 1;
      if (from < 0) continue;
      const likeness = sum / size;
      if (likeness > (best[from] ?? 0)) best[from] = likeness;
      if (likeness > (best[from + lag] ?? 0)) best[from + lag] = likeness;
    }
  }
  return best;
}

/** Gives each vector the mean 0 and the length 1. */
function normalise(chroma: number[]): Float64Array {
  const vectors = Float64Array.from(chroma);
  for (let from = 0; from < vectors.length; from += 12) {
    const vector = vectors.subarray(from, from + 12);
    const mean = vector.reduce((sum, level) => sum + level, 0) / 12;
    const length = Math.sqrt(vector.reduce((sum, level) => sum + (level - mean) ** 2, 0));
    for (const [bin, level] of vector.entries()) vector[bin] = length > 0 ? (level - mean) / length : 0;
  }
  return vectors;
}
