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
/** By how much the best key, with its relative one, must be more alike than any other. */
const MARGIN_MIN = 0.02;

/** Finds the key whose profile is most like the pitch classes of the whole sound; null without a clear one. */
export function findKey({ chroma }: Pick<Features, 'chroma'>): MusicalKey | null {
  const total = new Float64Array(12);
  for (let from = 0; from < chroma.length; from += 12) {
    const vector = chroma.slice(from, from + 12);
    const sum = vector.reduce((all, level) => all + level, 0);
    if (sum > 0) for (const [at, level] of vector.entries()) total[at] = (total[at] ?? 0) + level;
  }
  const keys = [...total.keys()].flatMap((root) => [
    {
      name: `${MAJOR[root] ?? 'C'} major` as MusicalKey,
      scale: root,
      likeness: correlate(total, PROFILES.major, root),
    },
    {
      name: `${MINOR[root] ?? 'C'} minor` as MusicalKey,
      scale: (root + 3) % 12,
      likeness: correlate(total, PROFILES.minor, root),
    },
  ]);
  keys.sort((a, b) => b.likeness - a.likeness);
  const [best] = keys;
  const other = keys.find(({ scale }) => scale !== best?.scale);
  return best && best.likeness - (other?.likeness ?? 0) >= MARGIN_MIN ? best.name : null;
}

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
