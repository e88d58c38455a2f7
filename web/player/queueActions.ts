import { createId } from '../platform/createId.ts';
import { type NoticeCategory, notify } from '../platform/notices.ts';
import { usePanels } from './panelStore.ts';
import { applyQueue, applyRemoval, isCurrent, playItem, withdrawFromPlayback } from './playback.ts';
import { type Player, setPlaying } from './player.ts';
import { usePlayer } from './playerStore.ts';
import {
  clearItems,
  createItemFromSong,
  emptyQueue,
  type Queue,
  type QueueItem,
  type Song,
  seekToItem,
} from './queue.ts';
import * as edits from './queueEdits.ts';
import type { QueueRow } from './queueRows.ts';
import { useQueue } from './queueStore.ts';

/** Actions of the queue panel and of playlist pages. A removal or clear can be undone from its toast. */

/** Plays a queue item from its first or the given song (requirement C-QUEUE-13). */
export function playQueueItem(target: { item: string; song?: string }): void {
  const queue = seekToItem(useQueue.getState(), target, createId());
  if (isCurrent(queue.selectedSong)) usePlayer.setState((player) => setPlaying(player, true));
  else applyQueue(queue, true);
}

export function playFromHistory(song: Song): void {
  playItem(createItemFromSong(song, createId));
}

/** Removes the item or song of a row (requirements C-QUEUE-14 to C-QUEUE-17); other rows cannot be removed. */
export function removeRow(row: QueueRow): void {
  const queue = useQueue.getState();
  if (row.kind === 'item') {
    const { item } = row;
    runUndoable('queueRemoved', item.title, () =>
      applyRemoval(edits.removeItem(queue, item.uuid), item.type !== 'song'),
    );
  }
  if (row.kind === 'song') {
    const { song } = row;
    runUndoable('queueRemoved', song.title, () => applyRemoval(edits.removeSong(queue, song.uuid), false));
  }
}

/** Empties the queue; the current track plays to its end (requirement C-QUEUE-23). */
export function clearQueue(): void {
  runUndoable('queueCleared', '', () => useQueue.setState(clearItems));
}

export function moveQueueItem(from: number, to: number): void {
  useQueue.setState((queue) => edits.moveItem(queue, from, to));
}

/** Replaces the queue by a playlist and plays it; asks first if the queue is not empty (requirements C-QUEUE-18, C-QUEUE-19). */
export function playPlaylist(playlist: QueueItem): void {
  if (useQueue.getState().items.length > 0) usePanels.setState({ replacement: playlist });
  else applyQueue(edits.replaceWithPlaylist(useQueue.getState(), playlist, createId()), true);
}

export function answerReplaceDialog(isConfirmed: boolean): void {
  const { replacement } = usePanels.getState();
  usePanels.setState({ replacement: undefined });
  if (isConfirmed && replacement)
    applyQueue(edits.replaceWithPlaylist(useQueue.getState(), replacement, createId()), true);
}

/** Removes a deleted playlist from the queue; without other items queue and history are reset (requirements C-QUEUE-20, C-QUEUE-21). */
export function removePlaylistFromQueue(playlistid: string): void {
  const queue = useQueue.getState();
  const remaining = edits.removePlaylist(queue, playlistid);
  if (remaining === queue) return;
  applyRemoval(remaining, true);
  if (remaining.items.length === 0) useQueue.setState(emptyQueue);
}

export function updatePlaylistInQueue(playlist: QueueItem): void {
  applyRemoval(edits.updatePlaylist(useQueue.getState(), playlist, createId), true);
}

/** Stops a withdrawn release, takes its songs out of the queue and says so. */
export function withdrawRelease(releaseid: string): void {
  const title = withdrawFromPlayback(releaseid);
  if (title !== undefined) notify({ category: 'releaseWithdrawn', message: title, subject: 'withdrawal' });
}

function runUndoable(category: NoticeCategory, message: string, change: () => void): void {
  const [queue, player] = [useQueue.getState(), usePlayer.getState()];
  change();
  const { selectedSong } = useQueue.getState();
  notify({ category, message, subject: 'queue', undo: () => undo(queue, player, selectedSong) });
}

/** Restores the items, and selection and player if no other song was selected since the change. */
function undo(queueBefore: Queue, playerBefore: Player, selectedAfterChange: string | null): void {
  const queue = useQueue.getState();
  const isSelectionUnchanged = queue.selectedSong === selectedAfterChange;
  const { selectedItem, selectedSong } = isSelectionUnchanged ? queueBefore : queue;
  useQueue.setState({ ...edits.restoreRemoved(queue, queueBefore), selectedItem, selectedSong });
  if (isSelectionUnchanged && usePlayer.getState().song?.uuid !== playerBefore.song?.uuid)
    usePlayer.setState({ ...playerBefore, isLoading: playerBefore.isPlaying, seekTime: playerBefore.currentTime });
}
