import { createId } from '../platform/createId.ts';
import { usePanels } from './panelStore.ts';
import { initialPlayer, loadSong, requestSeek, resetPlayer, setPlaying, shouldRestart, togglePlay } from './player.ts';
import { usePlayer } from './playerStore.ts';
import {
  emptyQueue,
  getSelectedSong,
  insertLast,
  insertNext,
  playNow,
  type Queue,
  type QueueItem,
  seekNext,
  seekPrevious,
  seekToItem,
} from './queue/queue.ts';
import { onQueueMerge, useQueue } from './queue/queueStore.ts';
import { getLeadingSource } from './source.ts';

/**
 * Changes queue and player together: the queue selects a song, the player loads it. After the queue was cleared,
 * the player still plays a song that the queue no longer has.
 */

/** Adds an item at the top of the queue and plays it (requirement C-QUEUE-05). */
export function playItem(item: QueueItem): void {
  applyQueue(playNow(useQueue.getState(), item, createId()), true);
}

/** Adds an item after the current one; if nothing plays, loads it paused (requirement C-QUEUE-07). */
export function playItemNext(item: QueueItem): void {
  applyInsertion(insertNext(useQueue.getState(), item));
}

/** Adds an item at the end; if nothing plays, loads it paused (requirement C-QUEUE-07). */
export function playItemLater(item: QueueItem): void {
  applyInsertion(insertLast(useQueue.getState(), item));
}

/** Plays the next song; does nothing on the last one, or without a song (requirement C-PLAYER-08). */
export function skipForward(): void {
  const source = getLeadingSource();
  if (source) source.handleEnd();
  else if (usePlayer.getState().song) playNextSong();
}

function playNextSong(): boolean {
  const queue = useQueue.getState();
  const isSelectedUnplayed = queue.selectedSong !== null && !isCurrent(queue.selectedSong);
  const next = isSelectedUnplayed ? queue : seekNext(queue, createId());
  if (next === queue && !isSelectedUnplayed) return false;
  applyQueue(next, true);
  return true;
}

/** Restarts the song, or near its start plays the previous one (requirements C-PLAYER-06, C-PLAYER-07). */
export function skipBack(): void {
  if (shouldRestart(usePlayer.getState()) || getLeadingSource()) usePlayer.setState((player) => requestSeek(player, 0));
  else applyQueue(seekPrevious(useQueue.getState(), createId), true);
}

/** Plays the next song with auto-play on, else pauses (requirements C-PLAYER-20, C-PLAYER-21). */
export function handleSongEnd(): void {
  const source = getLeadingSource();
  if (source) source.handleEnd();
  else if (!usePlayer.getState().autoPlay || !playNextSong()) usePlayer.setState((player) => setPlaying(player, false));
}

/** Plays or pauses; without a song, plays the selected or first song of the queue. */
export function playPause(): void {
  const queue = useQueue.getState();
  const [first] = queue.items;
  if (usePlayer.getState().song) usePlayer.setState(togglePlay);
  else if (first)
    applyQueue(getSelectedSong(queue) ? queue : seekToItem(queue, { item: first.uuid }, createId()), true);
}

/** Pauses because another tab plays, and shows the song that is selected there. */
export function yieldToOtherTab(): void {
  usePlayer.setState((player) => setPlaying(player, false));
  followSelection();
}

/** Another tab changed the queue: a player that is paused follows; a song that was removed there stops here. */
onQueueMerge((before) => {
  const { song, isPlaying } = usePlayer.getState();
  const queue = useQueue.getState();
  const hasSong = ({ items }: Queue) => items.some(({ songs }) => songs.some(({ uuid }) => uuid === song?.uuid));
  // After the queue was cleared, the song plays to its end (requirement C-QUEUE-23).
  const wasRemoved = hasSong(before) && !hasSong(queue) && queue.items.length > 0;
  if (wasRemoved && queue.selectedSong === null) usePlayer.setState(resetPlayer);
  else if (wasRemoved || !isPlaying) followSelection();
});

function followSelection(): void {
  const queue = useQueue.getState();
  const song = getSelectedSong(queue);
  if (song && !isCurrent(song.uuid) && !getLeadingSource())
    usePlayer.setState((player) => loadSong(player, song, player.isPlaying));
}

export function resetPlayback(): void {
  usePanels.setState({ replacement: undefined });
  useQueue.setState(emptyQueue);
  usePlayer.setState(initialPlayer);
}

export function applyQueue(queue: Queue, isPlaying: boolean): void {
  const song = getSelectedSong(queue);
  useQueue.setState(queue);
  if (song && !isCurrent(song.uuid)) usePlayer.setState((player) => loadSong(player, song, isPlaying));
}

function applyInsertion(queue: Queue): void {
  if (usePlayer.getState().isPlaying || getLeadingSource()) useQueue.setState(queue);
  else applyQueue(queue, false);
}

export function isCurrent(songUuid: string | null): boolean {
  return songUuid !== null && songUuid === usePlayer.getState().song?.uuid;
}
