import type { Heard, Queue, QueueItem, Song } from './queue.ts';

/** One line of the panel; `id` is the same as long as the line is. */
export type QueueRow =
  | { kind: 'heading'; id: 'earlier' | 'current' | 'next'; count: number; isOpen: boolean }
  | { kind: 'nothing'; id: 'nothing' }
  | { kind: 'item'; id: string; item: QueueItem; isCurrent: boolean; isOpen: boolean; isMovable: boolean }
  | { kind: 'song'; id: string; item: QueueItem; song: Song; isCurrent: boolean }
  | { kind: 'heard'; id: string; song: Song };

/** What somebody opened (`true`) or folded: items by their uuid, and `earlier`. */
export type Opened = Readonly<Record<string, boolean>>;

/**
 * The queue in its order: what stands before the selected item (folded), that item with its songs, and what follows.
 * Without a selection all of it is up next.
 */
export function queueRows(queue: Queue, opened: Opened): QueueRow[] {
  const at = queue.items.findIndex(({ uuid }) => uuid === queue.selectedItem);
  const before = queue.items.slice(0, Math.max(0, at));
  const next = queue.items.slice(at + 1);
  const rows: QueueRow[] = [];
  const add = (item: QueueItem, isCurrent: boolean, isMovable: boolean) => {
    const isOpen = item.songs.length > 1 && (opened[item.uuid] ?? isCurrent);
    rows.push({ kind: 'item', id: item.uuid, item, isCurrent, isOpen, isMovable });
    for (const song of isOpen ? item.songs : [])
      rows.push({ kind: 'song', id: song.uuid, item, song, isCurrent: isCurrent && song.uuid === queue.selectedSong });
  };
  if (before.length > 0) {
    const isOpen = opened['earlier'] ?? false;
    rows.push({ kind: 'heading', id: 'earlier', count: before.length, isOpen });
    for (const item of isOpen ? before : []) add(item, false, false);
  }
  const current = queue.items[at];
  if (current) {
    rows.push({ kind: 'heading', id: 'current', count: 1, isOpen: true });
    add(current, true, false);
  }
  rows.push({ kind: 'heading', id: 'next', count: next.length, isOpen: true });
  if (next.length === 0) rows.push({ kind: 'nothing', id: 'nothing' });
  for (const item of next) add(item, false, true);
  return rows;
}

/** What was heard, the newest first. */
export function heardRows(history: readonly Heard[]): QueueRow[] {
  return history.toReversed().map(({ historyUuid, song }) => ({ kind: 'heard', id: historyUuid, song }));
}

const pixels = { heading: 44, nothing: 44, item: 60, song: 44, heard: 60 };

/** How high a line is, in pixels. */
export const rowPixels = (row: QueueRow | undefined): number => (row ? pixels[row.kind] : 0);
