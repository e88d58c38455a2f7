import type { Reading } from './reading.ts';

// The score of a word: each segment of a reading that agrees with it adds, each that does not subtracts, the less the more
// uncertain the reading is. The words of all other accounts are random and independent of the file. So the chance that one
// of them reaches a score has an upper bound that needs to know nothing of music or codecs.

/** How much each segment says, from −1 (B) to 1 (A). */
export const weigh = ({ values, errors }: Reading): Float64Array =>
  values.map((value, segment) => {
    const error = errors[segment] ?? Number.POSITIVE_INFINITY;
    return Number.isFinite(error) ? Math.max(-1, Math.min(1, value)) / (1 + error * error) : 0;
  });

export function scoreWord(word: Uint8Array, weights: Float64Array): number {
  let score = 0;
  for (let segment = 0; segment < weights.length; segment++)
    score += word[segment] === 0 ? (weights[segment] ?? 0) : -(weights[segment] ?? 0);
  return score;
}

const STEPS = 60;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** An upper bound of the chance that a random word reaches a score (Chernoff). */
export function boundChance(score: number, weights: Float64Array): number {
  if (score <= 0) return 1;
  const used = weights.filter((weight) => weight !== 0).map(Math.abs);
  const logBound = (factor: number) => {
    let sum = -factor * score;
    for (const weight of used) sum += logCosh(factor * weight);
    return sum;
  };
  let [low, high] = [0, 60];
  for (let step = 0; step < STEPS; step++) {
    const [a, b] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (logBound(a) < logBound(b)) high = b;
    else low = a;
  }
  return Math.min(1, Math.exp(logBound((low + high) / 2)));
}

const logCosh = (x: number): number => x + Math.log1p(Math.exp(-2 * x)) - Math.LN2;
