import type { Player } from '../player.ts';

/** Pure functions that follow the audio elements; apart from player.ts, because the first screen needs none of them. */

export function clearSeek(player: Player): Player {
  return { ...player, seekTime: null };
}

/** Follows the time of the audio element; ignored while dragging, loading or seeking. */
export function setCurrentTime(player: Player, seconds: number): Player {
  const isIgnored = player.isDraggingProgressBar || player.isLoading || player.seekTime !== null;
  return isIgnored ? player : { ...player, currentTime: seconds };
}

/** Sets the length reported by the audio element; ignores infinite and zero lengths. */
export function setDuration(player: Player, seconds: number): Player {
  return Number.isFinite(seconds) && seconds > 0 ? { ...player, duration: seconds } : player;
}

export function markSamplePlayed(player: Player): Player {
  return player.sampleSongFlag ? player : { ...player, sampleSongFlag: true };
}
