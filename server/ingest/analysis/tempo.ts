import { type Features, joinOnsets, sumUp } from './features.ts';

const TEMPO_MIN = 55;
const TEMPO_MAX = 200;
/** Tempos around this one are preferred, weakly: rhythms repeat at half of their tempo as well. */
const TEMPO_USUAL = 125;
const OCTAVES_SPREAD = 1.2;
/** Beats after which a rhythm repeats, and how much each counts. */
const REPEATS = [
  { beats: 1, weight: 2 },
  { beats: 2, weight: 1 },
  { beats: 4, weight: 1 },
  { beats: 8, weight: 1 },
];
/** A tempo of which no beat is like the next one is not what people count. */
const BEAT_LIKENESS_MIN = 0.1;
/** What repeats after half and a quarter of a beat is counted twice as fast. */
const HALF_LIKENESS_MIN = 0.3;
/** Speech, rain and applause score lower. */
const SCORE_MIN = 0.5;
/** Level that one of a hundred onsets must reach. A steady sound has none. */
const ONSET_MIN = 0.35;
const SECONDS_MIN = 10;

/**
 * Finds the tempo, in beats per minute, whose beats and bars repeat best; null without a beat. May be half or double of what
 * people count.
 */
export function findTempo({ onsets, onsetRate }: Pick<Features, 'onsets' | 'onsetRate'>): number | null {
  if (onsets.length < SECONDS_MIN * onsetRate) return null;
  const strongest = onsets.toSorted((a, b) => b - a)[Math.floor(onsets.length / 100)] ?? 0;
  if (strongest < ONSET_MIN) return null;
  const lagOf = (beats: number, bpm: number) => (beats * 60 * onsetRate) / bpm;
  const lags = Math.min(Math.ceil(lagOf(8, TEMPO_MIN)) + 2, onsets.length >> 1);
  const likeness = autocorrelate(Float64Array.from(joinOnsets(emphasise(onsets, Math.round(onsetRate / 2)))), lags);
  if (!likeness) return null;
  const likenessAfter = (beats: number, bpm: number) => interpolate(likeness, lagOf(beats, bpm));
  let best = { bpm: 0, score: 0 };
  for (let bpm = TEMPO_MIN; bpm <= TEMPO_MAX; bpm *= 1.002) {
    const preference = Math.exp(-0.5 * (Math.log2(bpm / TEMPO_USUAL) / OCTAVES_SPREAD) ** 2);
    const repeats = REPEATS.reduce((sum, { beats, weight }) => sum + weight * likenessAfter(beats, bpm), 0);
    // Where the right tempo is three halves or three quarters of this one, repeats are strong between its beats.
    const thirds = [2 / 3, 4 / 3].reduce((sum, beats) => sum + Math.max(0, likenessAfter(beats, bpm)), 0);
    const lack = Math.max(0, BEAT_LIKENESS_MIN - likenessAfter(1, bpm));
    const score = preference * (repeats - thirds) - 2 * lack;
    if (score > best.score) best = { bpm, score };
  }
  if (best.score < SCORE_MIN) return null;
  const isHalf = likenessAfter(1 / 2, best.bpm) > HALF_LIKENESS_MIN && likenessAfter(1 / 4, best.bpm) > 0;
  if (isHalf && 2 * best.bpm <= TEMPO_MAX) best.bpm *= 2;
  // The more beats, the more exact.
  const { beats = 1 } = REPEATS.findLast(({ beats }) => lagOf(beats, best.bpm) * 1.01 < lags - 1) ?? {};
  return Math.round((10 * beats * 60 * onsetRate) / findPeak(likeness, lagOf(beats, best.bpm))) / 10;
}

/** Takes the mean of the surroundings away. */
function emphasise(onsets: number[], reach: number): number[] {
  const sums = sumUp(onsets);
  return onsets.map((onset, at) => {
    const from = Math.max(0, at - reach);
    const to = Math.min(onsets.length, at + reach);
    return onset - ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  });
}

/** By lag, 1 at lag 0; undefined when nothing changes. */
function autocorrelate(values: Float64Array, lags: number): Float64Array | undefined {
  const likeness = new Float64Array(lags);
  for (let lag = 0; lag < lags; lag++) {
    let sum = 0;
    const end = values.length - lag;
    for (let at = 0; at < end; at++) sum += (values[at] ?? 0) * (values[at + lag] ?? 0);
    likeness[lag] = sum / end;
  }
  const [power = 0] = likeness;
  return power > 0 ? likeness.map((value) => value / power) : undefined;
}

function interpolate(values: Float64Array, at: number): number {
  const index = Math.floor(at);
  const part = at - index;
  return (values[index] ?? 0) * (1 - part) + (values[index + 1] ?? 0) * part;
}

/** The highest value within 1 %, between the lags. */
function findPeak(values: Float64Array, lag: number): number {
  let peak = Math.round(lag);
  for (let at = Math.ceil(lag * 0.99); at <= lag * 1.01; at++) if ((values[at] ?? 0) > (values[peak] ?? 0)) peak = at;
  const [below = 0, level = 0, above = 0] = values.subarray(peak - 1, peak + 2);
  const bend = 2 * (2 * level - below - above);
  return bend > 0 ? peak + Math.max(-0.5, Math.min(0.5, (above - below) / bend)) : peak;
}
