import { DURATION_DEFAULT_S, RESTART_THRESHOLD_S, VOLUME_DEFAULT } from '@promenade/contract/limits';
import type { PlayReport } from './listening/historyData.ts';
import type { Song } from './queue/queue.ts';

interface QueuePosition {
  song: Song | null;
  /** Of the queue. */
  selectedSong: string | null;
  currentTime: number;
  isPlaying: boolean;
}

/** State of the player. Times are seconds, volumes integers from 0 to 100. */
export type Player = typeof initialPlayer;

export const initialPlayer = {
  song: null as Song | null,
  isPlaying: false,
  isLoading: false,
  isMuted: false,
  isDraggingProgressBar: false,
  currentTime: 0,
  /** A requested seek that the audio element has not made yet. */
  seekTime: null as number | null,
  duration: DURATION_DEFAULT_S,
  volume: VOLUME_DEFAULT,
  previousVolume: VOLUME_DEFAULT,
  autoPlay: true,
  /** Whether the silent sample was played that unlocks audio in Safari. */
  sampleSongFlag: false,
  /** False while the player fills the screen of a phone. */
  shouldShowMiniPlayer: true,
  /** Ids of the tracks that could not be played when they were tried last (requirements decision 37). */
  unplayable: [] as readonly string[],
  /** Where the queue waits while the desk plays; null while the queue plays. */
  queuePosition: null as QueuePosition | null,
  /** Listens whose report was not received yet. */
  unsent: [] as readonly PlayReport[],
};

export function loadSong(player: Player, song: Song, isPlaying: boolean): Player {
  return {
    ...player,
    song,
    isPlaying,
    isLoading: isPlaying,
    isDraggingProgressBar: false,
    currentTime: 0,
    seekTime: null,
    duration: song.duration,
    queuePosition: null,
  };
}

/** Does nothing without a song or for a song without a length (requirement C-PLAYER-05). */
export function togglePlay(player: Player): Player {
  return player.song && player.duration !== 0 ? { ...player, isPlaying: !player.isPlaying } : player;
}

export function shouldRestart(player: Player): boolean {
  return player.song !== null && player.currentTime > RESTART_THRESHOLD_S;
}

/** Mutes, or restores the volume before the mute. Muting at volume 0 keeps the last audible volume. */
export function toggleMute(player: Player): Player {
  if (player.isMuted) return { ...player, volume: player.previousVolume, isMuted: false };
  return { ...player, previousVolume: player.volume || player.previousVolume, volume: 0, isMuted: true };
}

export function setVolume(player: Player, requested: number): Player {
  const volume = Math.min(100, Math.max(0, Math.round(requested)));
  return { ...player, volume, isMuted: player.isMuted && volume === 0 };
}

export function toggleAutoPlay(player: Player): Player {
  return player.song ? { ...player, autoPlay: !player.autoPlay } : player;
}

export function startDrag(player: Player): Player {
  return player.song ? { ...player, isDraggingProgressBar: true } : player;
}

export function cancelDrag(player: Player): Player {
  return { ...player, isDraggingProgressBar: false };
}

export function requestSeek(player: Player, seconds: number): Player {
  if (!player.song) return player;
  const seekTime = Math.min(player.duration, Math.max(0, seconds));
  return { ...player, seekTime, currentTime: seekTime, isDraggingProgressBar: false };
}

export function setLoading(player: Player, isLoading: boolean): Player {
  return player.isLoading === isLoading ? player : { ...player, isLoading };
}

export function setPlaying(player: Player, isPlaying: boolean): Player {
  return player.isPlaying === isPlaying ? player : { ...player, isPlaying };
}

export function expandPlayer(player: Player): Player {
  return player.song ? { ...player, shouldShowMiniPlayer: false } : player;
}

export function collapsePlayer(player: Player): Player {
  return player.shouldShowMiniPlayer ? player : { ...player, shouldShowMiniPlayer: true };
}

export function resetPlayer(player: Player): Player {
  const { autoPlay, unsent, queuePosition } = player;
  return { ...initialPlayer, autoPlay, unsent, queuePosition };
}

/** The state after a reload: the stored song, at its start, paused, at the default volume, without auto-play. */
export function restorePlayer({ song, unsent }: Pick<Player, 'song' | 'unsent'>): Player {
  return { ...initialPlayer, song, unsent, duration: song?.duration ?? DURATION_DEFAULT_S, autoPlay: false };
}
