import type { Markers } from '@promenade/contract/releaseFields';
import { sumUp } from './features.ts';
import { STEP_SECONDS } from './loudness.ts';

/** −60 dBFS. */
const SILENCE_BELOW = 0.001;
/** Steps before and after a moment, of which the loudness is compared. */
const WINDOW = 4 / STEP_SECONDS;
const CHANGE_LU = 2;
/** A shorter part is neither introduction nor end. */
const PART_SECONDS_MIN = 3;
/** Share of the song: a longer part is neither. */
const PART_SHARE_MAX = 0.4;

type Edges = Required<Pick<Markers, 'soundstart' | 'soundend'>>;

/** Finds the first and the last sound, to a hundredth of a second. */
export function createEdgeFinder(sampleRate: number) {
  let frames = 0;
  let first = -1;
  let last = -1;
  const isSound = (channels: Float32Array[], index: number) =>
    channels.some((samples) => Math.abs(samples[index] ?? 0) >= SILENCE_BELOW);
  return {
    add(channels: Float32Array[]) {
      const length = channels[0]?.length ?? 0;
      for (let index = 0; first < 0 && index < length; index++) if (isSound(channels, index)) first = frames + index;
      let index = length - 1;
      while (index >= 0 && !isSound(channels, index)) index--;
      if (index >= 0) last = frames + index;
      frames += length;
    },
    /** Null for silence. */
    result: (): Edges | null =>
      first < 0
        ? null
        : {
            soundstart: Math.floor((100 * first) / sampleRate) / 100,
            soundend: Math.ceil((100 * (last + 1)) / sampleRate) / 100,
          },
  };
}

/**
 * Finds where the introduction and the song before its end are over: the highest rise and fall of the loudness there, at the
 * beginning of a bar. Nothing for a song that begins or ends as loud as it is.
 * @param energies mean squares of steps of 0.1 s
 */
export function findParts(
  energies: number[],
  { soundstart, soundend }: Edges,
  toBar: (second: number) => number,
): Pick<Markers, 'introend' | 'outrostart'> {
  const sums = sumUp(energies);
  const [start, end] = [Math.floor(soundstart / STEP_SECONDS), Math.min(energies.length, soundend / STEP_SECONDS)];
  /** The level between two steps in LU; what is outside the first and last sound does not count. */
  const level = (from: number, to: number) => {
    const [first, last] = [Math.max(start, Math.round(from)), Math.min(Math.floor(end), Math.round(to))];
    return 10 * Math.log10(Math.max(1e-10, ((sums[last] ?? 0) - (sums[first] ?? 0)) / Math.max(1, last - first)));
  };
  const middle = level(start + (end - start) / 4, end - (end - start) / 4);
  const part = PART_SECONDS_MIN / STEP_SECONDS;
  const count = Math.floor(PART_SHARE_MAX * (end - start)) - part;
  const find = (stepOf: (index: number) => number, changeAt: (step: number) => number): number | undefined => {
    const steps = Array.from({ length: Math.max(0, count) }, (_, index) => stepOf(index));
    const changes = steps.map(changeAt);
    const highest = Math.max(...changes);
    return highest >= CHANGE_LU ? toBar((steps[changes.indexOf(highest)] ?? 0) * STEP_SECONDS) : undefined;
  };
  const isQuiet = (from: number, to: number) => level(from, to) <= middle - CHANGE_LU;
  const introend = find(
    (index) => start + part + index,
    (step) => (isQuiet(start, step) ? level(step, step + WINDOW) - level(step - WINDOW, step) : 0),
  );
  const outrostart = find(
    (index) => Math.floor(end) - part - index,
    (step) => (isQuiet(step, end) ? level(step - WINDOW, step) - level(step, step + WINDOW) : 0),
  );
  return { ...(introend !== undefined && { introend }), ...(outrostart !== undefined && { outrostart }) };
}
