import { newId } from '../platform/newId.ts';
import { initialPlayer, load, requestSeek, resetPlayer, restartsOnSkipBack, setPlaying, togglePlay } from './player.ts';
import { usePlayer } from './playerStore.ts';
import {
  emptyQueue,
  insertLast,
  insertNext,
  playNow,
  type Queue,
  type QueueItem,
  seekNext,
  seekPrevious,
  selectedSong,
} from './queue.ts';
import { useQueue } from './queueStore.ts';
import { useReplace } from './replaceStore.ts';

/** Where queue and player move together: the queue says which song, the player has it on. */

/** Puts an item on top of the queue and plays it (C-QUEUE-05). */
export function playItem(item: QueueItem): void {
  turnTo(playNow(useQueue.getState(), item, newId()), true);
}

/** Queues an item behind the one that plays; on an empty queue it is put on, silent (C-QUEUE-07). */
export function playItemNext(item: QueueItem): void {
  queueUp(insertNext(useQueue.getState(), item));
}

/** Queues an item at the bottom; on an empty queue it is put on, silent (C-QUEUE-07). */
export function playItemLater(item: QueueItem): void {
  queueUp(insertLast(useQueue.getState(), item));
}

/** Plays the next song of the queue; on the last one nothing happens (C-PLAYER-08). */
export function skipForward(): void {
  moveOn();
}

/** The start of the song, or early in it the song before (C-PLAYER-06, C-PLAYER-07). */
export function skipBack(): void {
  const player = usePlayer.getState();
  if (restartsOnSkipBack(player)) usePlayer.setState(requestSeek(player, 0));
  else turnTo(seekPrevious(useQueue.getState(), newId), true);
}

/** The song is over: with auto-play the next one, else silence (C-PLAYER-20, C-PLAYER-21). */
export function songEnded(): void {
  if (!usePlayer.getState().autoPlay || !moveOn()) usePlayer.setState((player) => setPlaying(player, false));
}

/** The big button and the space bar. */
export function playPause(): void {
  usePlayer.setState(togglePlay);
}

/** Silent and empty, for the next person at this browser. */
export function forgetPlayback(): void {
  useReplace.setState({ playlist: undefined });
  useQueue.setState(emptyQueue);
  usePlayer.setState(initialPlayer);
}

/** The queue as it is now, and its selected song put on, unless that is on already. */
export function turnTo(queue: Queue, isPlaying: boolean): void {
  const song = selectedSong(queue);
  useQueue.setState(queue);
  if (song && !isOn(song.uuid)) usePlayer.setState((player) => load(player, song, isPlaying));
}

/** Nothing that plays is stopped, not even a song that a clear left without its queue. */
function queueUp(queue: Queue): void {
  if (usePlayer.getState().isPlaying) useQueue.setState(queue);
  else turnTo(queue, false);
}

/** To the next song, or after a clear to what was queued since; false when there is neither. */
function moveOn(): boolean {
  const queue = useQueue.getState();
  const isWaiting = queue.selectedSong !== null && !isOn(queue.selectedSong);
  const next = isWaiting ? queue : seekNext(queue, newId());
  if (next === queue && !isWaiting) return false;
  turnTo(next, true);
  return true;
}

/** Songs left the queue. Where the one that is on left, the next goes on, or the player is as new: also when a single song was paused. */
export function leave(queue: Queue, movesOn: boolean): void {
  const { isPlaying } = usePlayer.getState();
  const wasOn = isOn(useQueue.getState().selectedSong);
  const isNext = queue.selectedSong !== null && (isPlaying || movesOn);
  if (!wasOn || isOn(queue.selectedSong)) useQueue.setState(queue);
  else if (isNext) turnTo(queue, isPlaying);
  else {
    useQueue.setState({ ...queue, selectedItem: null, selectedSong: null });
    usePlayer.setState(resetPlayer);
  }
}

/** Whether this stay of a song is what the player has on. */
export function isOn(song: string | null): boolean {
  return song !== null && song === usePlayer.getState().song?.uuid;
}
