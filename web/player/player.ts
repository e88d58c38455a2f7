import { DURATION_DEFAULT_S, RESTART_THRESHOLD_S, VOLUME_DEFAULT } from '@promenade/contract/limits';
import type { Song } from './queue.ts';

/** What is on the turntable. Times are seconds, volumes integers from 0 to 100. */
export interface Player {
  song: Song | null;
  isPlaying: boolean;
  isLoading: boolean;
  isMuted: boolean;
  isDraggingProgressBar: boolean;
  currentTime: number;
  /** A jump that the audio element has not made yet. */
  seekTime: number | null;
  duration: number;
  volume: number;
  previousVolume: number;
  autoPlay: boolean;
  /** The sample that lets this browser make sound was played. */
  sampleSongFlag: boolean;
  /** Whether a song on a phone shows small; false while its player fills the screen. */
  shouldShowMiniPlayer: boolean;
}

export const initialPlayer: Player = {
  song: null,
  isPlaying: false,
  isLoading: false,
  isMuted: false,
  isDraggingProgressBar: false,
  currentTime: 0,
  seekTime: null,
  duration: DURATION_DEFAULT_S,
  volume: VOLUME_DEFAULT,
  previousVolume: VOLUME_DEFAULT,
  autoPlay: true,
  sampleSongFlag: false,
  shouldShowMiniPlayer: true,
};

/** Puts a song on, from its start. */
export function load(player: Player, song: Song, isPlaying: boolean): Player {
  return {
    ...player,
    song,
    isPlaying,
    isLoading: isPlaying,
    isDraggingProgressBar: false,
    currentTime: 0,
    seekTime: null,
    duration: song.duration,
  };
}

/** Only with a song that has a length (C-PLAYER-05). */
export function togglePlay(player: Player): Player {
  return player.song && player.duration !== 0 ? { ...player, isPlaying: !player.isPlaying } : player;
}

/** Past three seconds, skip back means the start of the same song. */
export function restartsOnSkipBack(player: Player): boolean {
  return player.song !== null && player.currentTime > RESTART_THRESHOLD_S;
}

/** The speaker icon: silence, or back to the volume before it. At volume 0 there is nothing new to remember. */
export function toggleMute(player: Player): Player {
  if (player.isMuted) return { ...player, volume: player.previousVolume, isMuted: false };
  return { ...player, previousVolume: player.volume || player.previousVolume, volume: 0, isMuted: true };
}

/** Rounds into 0 to 100; raising it ends a mute. */
export function setVolume(player: Player, wanted: number): Player {
  const volume = Math.min(100, Math.max(0, Math.round(wanted)));
  return { ...player, volume, isMuted: player.isMuted && volume === 0 };
}

/** Not without a song. */
export function toggleAutoPlay(player: Player): Player {
  return player.song ? { ...player, autoPlay: !player.autoPlay } : player;
}

/** The hand is on the seek bar: the audio goes on, its clock is not shown. */
export function dragProgress(player: Player): Player {
  return player.song ? { ...player, isDraggingProgressBar: true } : player;
}

/** The hand left the bar without choosing a place. */
export function dropProgress(player: Player): Player {
  return { ...player, isDraggingProgressBar: false };
}

/** Asks for a place in the song, kept within it. */
export function requestSeek(player: Player, seconds: number): Player {
  if (!player.song) return player;
  const to = Math.min(player.duration, Math.max(0, seconds));
  return { ...player, seekTime: to, currentTime: to, isDraggingProgressBar: false };
}

/** The audio element is there. */
export function seekDone(player: Player): Player {
  return { ...player, seekTime: null };
}

/** The audio element's clock; ignored while the hand is on the bar, while loading and before a jump is made. */
export function tick(player: Player, seconds: number): Player {
  const isIgnored = player.isDraggingProgressBar || player.isLoading || player.seekTime !== null;
  return isIgnored ? player : { ...player, currentTime: seconds };
}

/** The length that the audio itself tells. */
export function measured(player: Player, seconds: number): Player {
  return Number.isFinite(seconds) && seconds > 0 ? { ...player, duration: seconds } : player;
}

/** Waiting for audio, or done waiting; also after a refused token. */
export function setLoading(player: Player, isLoading: boolean): Player {
  return player.isLoading === isLoading ? player : { ...player, isLoading };
}

/** Playing or not, as the audio element turned out. */
export function setPlaying(player: Player, isPlaying: boolean): Player {
  return player.isPlaying === isPlaying ? player : { ...player, isPlaying };
}

/** The one sample of this visit is played. */
export function sampleSong(player: Player): Player {
  return player.sampleSongFlag ? player : { ...player, sampleSongFlag: true };
}

/** A press on the mini player: with a song on, the player fills the screen (C-PLAYER-02). */
export function expandPlayer(player: Player): Player {
  return player.song ? { ...player, shouldShowMiniPlayer: false } : player;
}

/** Back to the mini player (C-PLAYER-04). */
export function collapsePlayer(player: Player): Player {
  return player.shouldShowMiniPlayer ? player : { ...player, shouldShowMiniPlayer: true };
}

/** As new, but the choice of auto-play stays. */
export function resetPlayer(player: Player): Player {
  return { ...initialPlayer, autoPlay: player.autoPlay };
}

/** After a reload: the song is there, at its start, paused, at the default volume and without auto-play. */
export function restore(stored: Player): Player {
  return {
    ...initialPlayer,
    song: stored.song,
    duration: stored.song?.duration ?? DURATION_DEFAULT_S,
    autoPlay: false,
  };
}
