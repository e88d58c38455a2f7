import type { Release, Track } from '@promenade/contract/catalogue';
import { notifyUndoable } from '../../catalogue/undoSteps.ts';
import { createId } from '../../platform/createId.ts';
import { type NoticeCategory, notify } from '../../platform/notices.ts';
import { usePanels } from '../panelStore.ts';
import { applyQueue, isCurrent, playItem } from '../playback.ts';
import { type Player, resetPlayer, setPlaying } from '../player.ts';
import { usePlayer } from '../playerStore.ts';
import {
  clearItems,
  createItemFromSong,
  createReleaseItem,
  emptyQueue,
  type Queue,
  type QueueItem,
  type Song,
  seekToItem,
} from './queue.ts';
import * as edits from './queueEdits.ts';
import type { QueueRow } from './queueRows.ts';
import { useQueue } from './queueStore.ts';

/** Actions of the queue panel, of playlist pages and of menus. A removal, clear or replacement can be undone. */

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

export function playFrom(release: Release, tracks: readonly Track[]): void {
  const item = createReleaseItem(release, tracks, createId);
  if (item) replaceQueue(item);
}

export function replaceQueue(item: QueueItem): void {
  const replace = () => applyQueue(edits.replaceWithPlaylist(useQueue.getState(), item, createId()), true);
  if (useQueue.getState().items.length > 0) runUndoable('queueReplaced', item.title, replace);
  else replace();
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

/** Stops a withdrawn release, takes its songs out of queue and history and says so. */
export function withdrawRelease(releaseid: string): void {
  const isWithdrawn = (song: { releaseid: string } | null) => song?.releaseid === releaseid;
  const queue = useQueue.getState();
  const { song } = usePlayer.getState();
  const queued = queue.items.flatMap(({ songs }) => songs).find(isWithdrawn);
  if (isWithdrawn(song)) usePlayer.setState((player) => setPlaying(player, false));
  applyRemoval(edits.removeRelease(queue, releaseid), true);
  if (isWithdrawn(usePlayer.getState().song)) usePlayer.setState(resetPlayer);
  const title = isWithdrawn(song) ? song?.album : queued?.album;
  if (title !== undefined) notify({ category: 'releaseWithdrawn', message: title, subject: 'withdrawal' });
}

/**
 * Sets a queue from which songs were removed. If the current song was removed, loads the selected one,
 * or resets the player if there is none, or if the player was paused and `loadsPaused` is false.
 */
function applyRemoval(queue: Queue, loadsPaused: boolean): void {
  const { isPlaying } = usePlayer.getState();
  const wasCurrent = isCurrent(useQueue.getState().selectedSong);
  if (!wasCurrent || isCurrent(queue.selectedSong)) useQueue.setState(queue);
  else if (queue.selectedSong !== null && (isPlaying || loadsPaused)) applyQueue(queue, isPlaying);
  else {
    // The next song stays selected: the play button starts it.
    useQueue.setState(queue);
    usePlayer.setState(resetPlayer);
  }
}

function runUndoable(category: NoticeCategory, message: string, change: () => void): void {
  const [queue, player] = [useQueue.getState(), usePlayer.getState()];
  change();
  const changed = useQueue.getState();
  notifyUndoable({ category, message, subject: 'queue' }, () => undo(queue, player, changed));
}

/**
 * Restores the removed items. If no other song was selected since the change, also restores selection, history and
 * player, and removes the items that the change added.
 */
function undo(queueBefore: Queue, playerBefore: Player, changed: Queue): void {
  const queue = useQueue.getState();
  const isSelectionUnchanged = queue.selectedSong === changed.selectedSong;
  const { selectedItem, selectedSong, history } = isSelectionUnchanged ? queueBefore : queue;
  const wasAdded = ({ uuid }: QueueItem) =>
    changed.items.some((item) => item.uuid === uuid) && !queueBefore.items.some((item) => item.uuid === uuid);
  const items = isSelectionUnchanged ? queue.items.filter((item) => !wasAdded(item)) : queue.items;
  const restored = edits.restoreRemoved({ ...queue, items }, queueBefore);
  useQueue.setState({ ...restored, selectedItem, selectedSong, history });
  const { song, queuePosition } = usePlayer.getState();
  if (isSelectionUnchanged && !queuePosition && song?.uuid !== playerBefore.song?.uuid)
    usePlayer.setState({ ...playerBefore, isLoading: playerBefore.isPlaying, seekTime: playerBefore.currentTime });
}
