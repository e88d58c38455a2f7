import { newId } from '../platform/newId.ts';
import { type NoticeCategory, notify } from '../platform/notices.ts';
import { isOn, leave, playItem, turnTo } from './playback.ts';
import { type Player, setPlaying } from './player.ts';
import { usePlayer } from './playerStore.ts';
import { clearItems, type Queue, type QueueItem, type Song, seekToItem, songAgain } from './queue.ts';
import { bringBack, moveItem, removeItem, removeSong } from './queueEdits.ts';
import type { QueueRow } from './queueRows.ts';
import { useQueue } from './queueStore.ts';

/** What a hand does in the queue. */

/** Plays what stands in the queue: an item from its first song, or the named one (C-QUEUE-13). */
export function playQueued(to: { item: string; song?: string }): void {
  const queue = seekToItem(useQueue.getState(), to, newId());
  if (isOn(queue.selectedSong)) usePlayer.setState((player) => setPlaying(player, true));
  else turnTo(queue, true);
}

/** Plays a song of the history again; it comes to the top of the queue. */
export function playAgain(song: Song): void {
  playItem(songAgain(song, newId));
}

/** Takes away what a line of the panel stands for; headings and what was heard stay. */
export function removeRow(row: QueueRow): void {
  if (row.kind === 'item') removeQueued(row.item);
  if (row.kind === 'song') removeQueuedSong(row.song);
}

/** Takes an item off the queue (C-QUEUE-16, C-QUEUE-17), an item of one song as its song; the toast can take that back. */
export function removeQueued(item: QueueItem): void {
  undoable('queueRemoved', item.title, () => leave(removeItem(useQueue.getState(), item.uuid), item.type !== 'song'));
}

/** Takes one song off the queue (C-QUEUE-14, C-QUEUE-15); the toast can take that back. */
export function removeQueuedSong(song: Song): void {
  undoable('queueRemoved', song.title, () => leave(removeSong(useQueue.getState(), song.uuid), false));
}

/** Empties the queue; what is on plays to its end (C-QUEUE-23). The toast can take that back. */
export function clearQueue(): void {
  undoable('queueCleared', '', () => useQueue.setState(clearItems));
}

/** Puts an item from one place of the queue to another, counted from 0. */
export function moveQueued(from: number, to: number): void {
  useQueue.setState((queue) => moveItem(queue, from, to));
}

function undoable(category: NoticeCategory, message: string, change: () => void): void {
  const [queue, player] = [useQueue.getState(), usePlayer.getState()];
  change();
  const { selectedSong: selectedNow } = useQueue.getState();
  notify({ category, message, about: 'queue', undo: () => undo(queue, selectedNow, player) });
}

/** Items come back; selection and player too, unless something else was chosen meanwhile. */
function undo(before: Queue, selectedThen: string | null, player: Player): void {
  const queue = useQueue.getState();
  const isUntouched = queue.selectedSong === selectedThen;
  const selection = isUntouched ? before : queue;
  const { selectedItem, selectedSong: song } = selection;
  useQueue.setState({ ...bringBack(queue, before), selectedItem, selectedSong: song });
  if (isUntouched && usePlayer.getState().song?.uuid !== player.song?.uuid)
    usePlayer.setState({ ...player, isLoading: player.isPlaying, seekTime: player.currentTime });
}
