import { HEARD_SHARE, LISTEN_RANGES_MAX, LISTENED_S, SAMPLED_S } from '@promenade/contract/limits';

/** How much of a track was listened to since its start, without skipped parts. Times are in seconds. */
export interface ListenProgress {
  duration: number;
  /** Undefined after a seek. */
  position: number | undefined;
  seconds: number;
  /** What sounded, in the order in which it did. */
  ranges: [from: number, to: number][];
}

export const startProgress = (duration: number, position?: number): ListenProgress => ({
  duration,
  position,
  seconds: 0,
  ranges: [],
});

/** `isAudible`: false while muted, which counts as listened to, but not as sound. */
export function advanceProgress(progress: ListenProgress, position: number, isAudible: boolean): ListenProgress {
  const from = progress.position ?? position;
  if (position <= from) return { ...progress, position };
  const seconds = progress.seconds + position - from;
  return {
    ...progress,
    position,
    seconds,
    ranges: isAudible ? addRange(progress.ranges, from, position) : progress.ranges,
  };
}

function addRange(ranges: ListenProgress['ranges'], from: number, to: number): ListenProgress['ranges'] {
  const last = ranges.at(-1);
  if (last?.[1] === from) return ranges.with(-1, [last[0], to]);
  return [...ranges, [from, to] as [number, number]].slice(-LISTEN_RANGES_MAX);
}

/** Forgets the position, called when a seek begins. */
export const skipProgress = (progress: ListenProgress): ListenProgress => ({ ...progress, position: undefined });

/** Whether a threshold was crossed that the server records: sample, listen, or heard (requirements decisions 18 and 19). */
export function crossesThreshold(before: ListenProgress, after: ListenProgress): boolean {
  const thresholds = [SAMPLED_S, LISTENED_S, HEARD_SHARE * after.duration];
  return thresholds.some((seconds) => seconds > 0 && before.seconds < seconds && after.seconds >= seconds);
}
