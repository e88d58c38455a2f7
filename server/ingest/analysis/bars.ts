import { type Features, joinOnsets } from './features.ts';

/** Seconds before and after a moment in which its bars are looked for. */
const REACH_SECONDS = 30;
const PHASE_SECONDS = 0.01;
/** Found tempos are exact to a tenth of a beat per minute. */
const STRETCHES = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map((thousandths) => 1 + thousandths / 1_000);
/** Beats of a bar. */
const METERS = [4, 3];
/**
 * Parts of a beat that bars may begin after the beats that were found: the loudest notes may be off-beats (a half later is
 * the beat) or the second notes of a swing (a third or two later).
 */
const OFFSETS = [0, 1 / 3, 1 / 2, 2 / 3];
/** A chord begins with its bar, so its change counts most. */
const WEIGHTS = { low: 0.6, all: 0.3, chord: 2 };
/** From a beat, its vector of pitch classes begins a little later. */
const CHORD_DELAY_SECONDS = 0.03;

type Accents = Record<keyof typeof WEIGHTS, number>;

/**
 * Finds the second at which the bar nearest to a moment begins.
 * @param bpm the tempo of the sound
 */
export function findNearestBar(features: Features, bpm: number, moment: number): number {
  const beats = findBeats(features, bpm, moment);
  const beat = (beats[1] ?? 0) - (beats[0] ?? 0);
  const rows = normalise(
    OFFSETS.map((offset) => beats.map((second) => measureAccents(features, second + offset * beat, beat))),
  );
  let best = { score: Number.NEGATIVE_INFINITY, first: 0, meter: 1, row: 0 };
  for (const [row, accents] of rows.entries())
    for (const meter of METERS)
      for (let first = 0; first < meter; first++) {
        let [sum, count] = [0, 0];
        for (let at = first; at < accents.length; at += meter, count++) sum += accents[at] ?? 0;
        const score = sum / Math.sqrt(count);
        if (score > best.score) best = { score, first, meter, row };
      }
  const bars = beats
    .filter((_, at) => at % best.meter === best.first)
    .map((second) => second + (OFFSETS[best.row] ?? 0) * beat);
  return bars.reduce((nearest, bar) => (Math.abs(bar - moment) < Math.abs(nearest - moment) ? bar : nearest), Infinity);
}

/** The seconds around the moment, a beat apart, at which most begins. */
function findBeats({ onsets, onsetRate }: Features, bpm: number, moment: number): number[] {
  const from = Math.max(0, moment - REACH_SECONDS);
  const to = Math.min(onsets.length / onsetRate - 1, moment + REACH_SECONDS);
  const joined = joinOnsets(onsets);
  let best = { score: -1, first: from, beat: 60 / bpm };
  for (const stretch of STRETCHES) {
    const beat = (60 / bpm) * stretch;
    for (let first = from; first < from + beat; first += PHASE_SECONDS) {
      let [sum, count] = [0, 0];
      for (let second = first; second <= to; second += beat, count++)
        sum += joined[Math.round(second * onsetRate)] ?? 0;
      if (sum / count > best.score) best = { score: sum / count, first, beat };
    }
  }
  return Array.from({ length: Math.floor((to - best.first) / best.beat) + 1 }, (_, at) => best.first + at * best.beat);
}

function measureAccents({ onsets, lowOnsets, onsetRate, chroma, chromaRate }: Features, second: number, beat: number) {
  const at = Math.round(second * onsetRate);
  const highest = (levels: number[]) => Math.max(0, ...levels.slice(Math.max(0, at - 3), at + 4));
  const middle = (second + CHORD_DELAY_SECONDS) * chromaRate;
  const before = addVectors(chroma, middle - beat * chromaRate, middle);
  const after = addVectors(chroma, middle, middle + beat * chromaRate);
  return { low: highest(lowOnsets), all: highest(onsets), chord: 1 - compare(before, after) };
}

/** Sums the vectors of pitch classes, each scaled to length 1, between two positions; a vector that is cut counts in part. */
function addVectors(chroma: number[], from: number, to: number): number[] {
  const total = Array.from({ length: 12 }, () => 0);
  for (let at = Math.floor(from); at < to; at++) {
    const vector = chroma.slice(12 * Math.max(0, at), 12 * (at + 1));
    const length = Math.hypot(...vector);
    const part = Math.min(to, at + 1) - Math.max(from, at);
    if (length > 0)
      for (const [bin, level] of vector.entries()) total[bin] = (total[bin] ?? 0) + (part * level) / length;
  }
  return total;
}

/** The cosine of two vectors; 1 where one is silent. */
function compare(one: number[], other: number[]): number {
  const length = Math.hypot(...one) * Math.hypot(...other);
  return length > 0 ? one.reduce((sum, level, at) => sum + level * (other[at] ?? 0), 0) / length : 1;
}

/** Gives each kind of accent the mean 0 and the deviation 1, and adds the kinds. */
function normalise(rows: Accents[][]): number[][] {
  const all = rows.flat();
  const scales = (Object.keys(WEIGHTS) as (keyof Accents)[]).map((kind) => {
    const mean = all.reduce((sum, accents) => sum + accents[kind], 0) / all.length;
    const deviation = Math.sqrt(all.reduce((sum, accents) => sum + (accents[kind] - mean) ** 2, 0) / all.length);
    return { kind, mean, factor: deviation > 0 ? WEIGHTS[kind] / deviation : 0 };
  });
  return rows.map((row) =>
    row.map((accents) => scales.reduce((sum, { kind, mean, factor }) => sum + factor * (accents[kind] - mean), 0)),
  );
}
