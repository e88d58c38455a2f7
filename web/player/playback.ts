import { initialPlayer, load, requestSeek, restartsOnSkipBack, setPlaying, togglePlay } from './player.ts';
import { usePlayer } from './playerStore.ts';
import {
  emptyQueue,
  insertLast,
  insertNext,
  type NewId,
  playNow,
  type Queue,
  type QueueItem,
  seekNext,
  seekPrevious,
  selectedSong,
  upcomingSong,
} from './queue.ts';
import { useQueue } from './queueStore.ts';

/** Where queue and player move together: the queue says which song, the player has it on. */

/** Ids for queue and history; `randomUUID` exists on secure origins only, a studio's plain http is none. */
export const newId: NewId = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Puts an item on top of the queue and plays it (C-QUEUE-05). */
export function playItem(item: QueueItem): void {
  turnTo(playNow(useQueue.getState(), item, newId()), true);
}

/** Queues an item behind the one that plays; on an empty queue it is put on, silent (C-QUEUE-07). */
export function playItemNext(item: QueueItem): void {
  turnTo(insertNext(useQueue.getState(), item), false);
}

/** Queues an item at the bottom; on an empty queue it is put on, silent (C-QUEUE-07). */
export function playItemLater(item: QueueItem): void {
  turnTo(insertLast(useQueue.getState(), item), false);
}

/** Plays the next song of the queue; on the last one nothing happens (C-PLAYER-08). */
export function skipForward(): void {
  turnTo(seekNext(useQueue.getState(), newId()), true);
}

/** The start of the song, or early in it the song before (C-PLAYER-06, C-PLAYER-07). */
export function skipBack(): void {
  const player = usePlayer.getState();
  if (restartsOnSkipBack(player)) usePlayer.setState(requestSeek(player, 0));
  else turnTo(seekPrevious(useQueue.getState(), newId), true);
}

/** The song is over: with auto-play the next one, else silence (C-PLAYER-20, C-PLAYER-21). */
export function songEnded(): void {
  const queue = useQueue.getState();
  if (usePlayer.getState().autoPlay && upcomingSong(queue)) turnTo(seekNext(queue, newId()), true);
  else usePlayer.setState((player) => setPlaying(player, false));
}

/** The big button and the space bar. */
export function playPause(): void {
  usePlayer.setState(togglePlay);
}

/** Silent and empty, for the next person at this browser. */
export function forgetPlayback(): void {
  useQueue.setState(emptyQueue);
  usePlayer.setState(initialPlayer);
}

function turnTo(queue: Queue, isPlaying: boolean): void {
  const song = selectedSong(queue);
  useQueue.setState(queue);
  if (song && song.uuid !== usePlayer.getState().song?.uuid)
    usePlayer.setState((player) => load(player, song, isPlaying));
}
