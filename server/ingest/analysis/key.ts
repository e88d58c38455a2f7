import type { MusicalKey } from '@promenade/contract/catalogue';
import type { Features } from './features.ts';

/** How much each pitch class above the root sounds in electronic music (edma, Faraldo et al., ECIR 2016). */
const PROFILES = {
  major: [
    0.16519551, 0.04749026, 0.08293076, 0.06687112, 0.09994645, 0.09274123, 0.05294487, 0.13159476, 0.05218986,
    0.07443653, 0.06940723, 0.0642515,
  ],
  minor: [
    0.17235348, 0.05336489, 0.0761009, 0.10043649, 0.05621498, 0.08527853, 0.0497915, 0.13451001, 0.07458916,
    0.05003023, 0.09187879, 0.05545106,
  ],
};
const MAJOR = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'] as const;
const MINOR = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'G#', 'A', 'Bb', 'B'] as const;
const LIKENESS_MIN = 0.5;
/** Mean share of the strongest pitch class of a moment. In drums, rain and applause it is lower. */
const TONALITY_MIN = 0.225;
/** Of the shares of the twelve pitch classes, the root of the summed squares of their distances from 1/12. Speech glides over all, so it is lower. */
const UNEVENNESS_MIN = 0.09;
/** In a single note or chord, one pitch class has a larger share of the whole. */
const SHARE_MAX = 0.4;

/** Finds the key whose profile is most like the pitch classes of the whole sound; null for what is no music in a key. */
export function findKey({ chroma }: Pick<Features, 'chroma'>): MusicalKey | null {
  const total = new Float64Array(12);
  for (const [at, level] of chroma.entries()) total[at % 12] = (total[at % 12] ?? 0) + level;
  const sum = total.reduce((all, level) => all + level, 0);
  const unevenness = Math.sqrt(total.reduce((all, level) => all + (level / sum - 1 / 12) ** 2, 0));
  const tonalities = measureTonality(chroma).filter((tonality) => tonality > 0);
  const tonality = tonalities.reduce((all, level) => all + level, 0) / tonalities.length;
  // `tonality` is NaN for silence.
  if (!(tonality >= TONALITY_MIN && unevenness >= UNEVENNESS_MIN && Math.max(...total) <= SHARE_MAX * sum)) return null;
  const keys = [...total.keys()].flatMap((root) => [
    { name: `${MAJOR[root] ?? 'C'} major` as MusicalKey, likeness: correlate(total, PROFILES.major, root) },
    { name: `${MINOR[root] ?? 'C'} minor` as MusicalKey, likeness: correlate(total, PROFILES.minor, root) },
  ]);
  keys.sort((a, b) => b.likeness - a.likeness);
  const [best] = keys;
  return best && best.likeness >= LIKENESS_MIN ? best.name : null;
}

/** The share of the strongest pitch class in the level of each vector; 0 in silence. */
export const measureTonality = (chroma: number[]): number[] =>
  Array.from({ length: chroma.length / 12 }, (_, at) => {
    const vector = chroma.slice(12 * at, 12 * (at + 1));
    const sum = vector.reduce((all, level) => all + level, 0);
    return sum > 0 ? Math.max(...vector) / sum : 0;
  });

/** Pearson's correlation of the pitch classes above a root with a profile. */
function correlate(levels: Float64Array, profile: number[], root: number): number {
  const mean = levels.reduce((sum, level) => sum + level, 0) / 12;
  const profileMean = profile.reduce((sum, level) => sum + level, 0) / 12;
  let [product, power, profilePower] = [0, 0, 0];
  for (const [step, weight] of profile.entries()) {
    const a = (levels[(root + step) % 12] ?? 0) - mean;
    const b = weight - profileMean;
    product += a * b;
    power += a * a;
    profilePower += b * b;
  }
  return power > 0 ? product / Math.sqrt(power * profilePower) : 0;
}
