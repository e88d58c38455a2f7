import { loadSong, setPlaying } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue/queue.ts';

/** Where the player's songs come from: the play queue, or the desk while it is open. */
export interface SongSource {
  /** The song after this one and the second at which it starts; undefined at the end. */
  getUpcoming(uuid: string | undefined): { song: Song; startAt: number } | undefined;
  /** The song ended by itself. */
  handleEnd(): void;
}

/** Takes the songs from here until the returned function is called, which brings back the song before. */
export function openSource(_source: SongSource): () => void {
  const { song, currentTime } = usePlayer.getState();
  return () =>
    usePlayer.setState((player) =>
      song ? { ...loadSong(player, song, false), currentTime, seekTime: currentTime } : setPlaying(player, false),
    );
}

export function playSong(song: Song, startAt: number): void {
  usePlayer.setState((player) => ({ ...loadSong(player, song, true), currentTime: startAt, seekTime: startAt }));
}

/** The upcoming song of the source is another one. */
export function reloadUpcoming(): void {}
