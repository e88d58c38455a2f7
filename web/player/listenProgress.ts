import { HEARD_SHARE, LISTENED_S, SAMPLED_S } from '@promenade/contract/limits';

/** Seconds of a track that were listened to since its start, without skipped ones. `position` is undefined after a seek. */
export interface ListenProgress {
  duration: number;
  position: number | undefined;
  seconds: number;
}

export const startProgress = (duration: number): ListenProgress => ({ duration, position: undefined, seconds: 0 });

export function advanceProgress(progress: ListenProgress, position: number): ListenProgress {
  const elapsed = progress.position === undefined ? 0 : Math.max(0, position - progress.position);
  return { ...progress, position, seconds: progress.seconds + elapsed };
}

/** Forgets the position, called when a seek begins. */
export const skipProgress = (progress: ListenProgress): ListenProgress => ({ ...progress, position: undefined });

/** Whether a threshold was crossed that the server records: sample, listen, or heard (requirements decisions 18 and 19). */
export function crossesThreshold(before: ListenProgress, after: ListenProgress): boolean {
  const thresholds = [SAMPLED_S, LISTENED_S, HEARD_SHARE * after.duration];
  return thresholds.some((seconds) => seconds > 0 && before.seconds < seconds && after.seconds >= seconds);
}
