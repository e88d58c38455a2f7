import { create } from 'zustand';
import { loadSong, requestSeek, resetPlayer, setPlaying } from './player.ts';
import { usePlayer } from './playerStore.ts';
import { getNextSong, getSelectedSong, type Song } from './queue/queue.ts';
import { useQueue } from './queue/queueStore.ts';

/** Where the player's songs come from while the queue waits: the desk. */
export interface SongSource {
  /** The song after this one and the second at which it starts; undefined at the end. */
  getUpcoming(uuid: string | undefined): { song: Song; startAt: number } | undefined;
  /** The song ended by itself, or the next one was asked for. */
  handleEnd(): void;
}

/** The open source. It leads from its first `playSong` until a song of the queue is played or it is closed. */
export const useSource = create<{ source: SongSource | undefined }>(() => ({ source: undefined }));

/** The open source, if the player plays its songs. */
export const getLeadingSource = (): SongSource | undefined =>
  usePlayer.getState().queuePosition ? useSource.getState().source : undefined;

/** The returned function closes the source: the queue goes on where it was, playing if it played. */
export function openSource(source: SongSource): () => void {
  useSource.setState({ source });
  return () => {
    if (useSource.getState().source !== source) return;
    useSource.setState({ source: undefined });
    const { queuePosition } = usePlayer.getState();
    if (!queuePosition) return;
    const queue = useQueue.getState();
    // Another tab may have selected another song meanwhile, or removed this one.
    const isUnchanged = queuePosition.selectedSong === queue.selectedSong;
    const song = isUnchanged ? queuePosition.song : getSelectedSong(queue);
    const { isPlaying, currentTime } = queuePosition;
    usePlayer.setState((player) => {
      if (!song) return { ...resetPlayer(player), queuePosition: null };
      const loaded = loadSong(player, song, isPlaying);
      return isUnchanged && currentTime > 0 ? requestSeek(loaded, currentTime) : loaded;
    });
  };
}

/** Plays a song of the open source from a second on. Browsers allow sound only when a press calls this. */
export function playSong(song: Song, startAt: number, isPlaying = true): void {
  const { selectedSong } = useQueue.getState();
  usePlayer.setState((player) => {
    const { song: queued, currentTime } = player;
    if (queued?.uuid === song.uuid) return setPlaying(requestSeek(player, startAt), isPlaying);
    const before = { song: queued, selectedSong, currentTime, isPlaying: player.isPlaying };
    const queuePosition = player.queuePosition ?? before;
    const loaded = loadSong(player, song, isPlaying);
    return { ...(startAt > 0 ? requestSeek(loaded, startAt) : loaded), queuePosition };
  });
}

/** What `getUpcoming` answers has changed: the standby element loads it at once. */
export const reloadUpcoming = (): void => useSource.setState({});

/** The song after the current one. After the queue was cleared, the current song is not in it and the selected one is next. */
export function getUpcoming(currentUuid: string | undefined): { song: Song; startAt: number } | undefined {
  const source = getLeadingSource();
  if (source) return source.getUpcoming(currentUuid);
  const queue = useQueue.getState();
  const song = queue.selectedSong === currentUuid ? getNextSong(queue) : getSelectedSong(queue);
  return song && { song, startAt: 0 };
}
