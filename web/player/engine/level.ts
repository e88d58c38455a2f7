import { useSettings } from '../../platform/settingsStore.ts';
import { usePlayer } from '../playerStore.ts';
import type { Song } from '../queue/queue.ts';

/** What level matching aims at, and the true peak that it never exceeds (requirements decision 46). */
const TARGET_LUFS = -18;
const PEAK_MAX_DBTP = -1;

type Loudness = Pick<Song, 'loudness' | 'truepeak'>;

/** Factor for the amplitude of a song: 1 while levels are not matched (requirements decisions 40 and 46). */
export function getLevelGain(song: Loudness): number {
  const { levelMatching } = useSettings.getState();
  const isAtDesk = usePlayer.getState().queuePosition !== null;
  return levelMatching === 'always' || (levelMatching === 'desk' && isAtDesk) ? computeGain(song) : 1;
}

/** Songs whose peak is not known are not made louder. */
export function computeGain({ loudness, truepeak }: Loudness): number {
  if (loudness === null) return 1;
  const decibels = Math.min(TARGET_LUFS - loudness, truepeak === null ? 0 : PEAK_MAX_DBTP - truepeak);
  return 10 ** (decibels / 20);
}
