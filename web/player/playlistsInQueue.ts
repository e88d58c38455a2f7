import { newId } from '../platform/newId.ts';
import { leave, turnTo } from './playback.ts';
import { emptyQueue, type QueueItem } from './queue.ts';
import { dropPlaylist, setPlaylist, updatePlaylist } from './queueEdits.ts';
import { useQueue } from './queueStore.ts';
import { useReplace } from './replaceStore.ts';

/** Plays a playlist instead of all that is queued; asks before it replaces anything (C-QUEUE-18, C-QUEUE-19). */
export function playPlaylist(playlist: QueueItem): void {
  if (useQueue.getState().items.length > 0) useReplace.setState({ playlist });
  else turnTo(setPlaylist(useQueue.getState(), playlist, newId()), true);
}

/** The answer to that question. */
export function answerReplace(isYes: boolean): void {
  const { playlist } = useReplace.getState();
  useReplace.setState({ playlist: undefined });
  if (isYes && playlist) turnTo(setPlaylist(useQueue.getState(), playlist, newId()), true);
}

/** A playlist is gone, or has no song left: so has the queue, and without anything else it is as new (C-QUEUE-20, C-QUEUE-21). */
export function playlistDeleted(playlistid: string): void {
  const queue = useQueue.getState();
  const left = dropPlaylist(queue, playlistid);
  if (left === queue) return;
  leave(left, true);
  if (left.items.length === 0) useQueue.setState(emptyQueue);
}

/** A playlist has another name, cover, order or other songs: the queue follows (C-QUEUE-20). */
export function playlistChanged(playlist: QueueItem): void {
  leave(updatePlaylist(useQueue.getState(), playlist, newId), true);
}
