import type { HistoryEntry, Queue, QueueItem, Song } from './queue.ts';

export type QueueRow =
  | { kind: 'heading'; id: 'earlier' | 'current' | 'next'; count: number; isOpen: boolean }
  | { kind: 'empty'; id: 'nothing' }
  | { kind: 'item'; id: string; item: QueueItem; isCurrent: boolean; isOpen: boolean; isMovable: boolean }
  | { kind: 'song'; id: string; item: QueueItem; song: Song; isCurrent: boolean }
  | { kind: 'history'; id: string; song: Song };

/** Rows that were expanded (true) or collapsed (false) by hand: items by uuid, and the section `earlier`. */
export type ExpandedRows = Readonly<Record<string, boolean>>;

/** Lists the items before the selected one (collapsed), the selected item with its songs, then the items up next. */
export function buildQueueRows(queue: Queue, expandedRows: ExpandedRows): QueueRow[] {
  const selectedIndex = queue.items.findIndex(({ uuid }) => uuid === queue.selectedItem);
  const earlier = queue.items.slice(0, Math.max(0, selectedIndex));
  const next = queue.items.slice(selectedIndex + 1);
  const rows: QueueRow[] = [];
  const addItem = (item: QueueItem, isCurrent: boolean, isMovable: boolean) => {
    const isOpen = item.songs.length > 1 && (expandedRows[item.uuid] ?? isCurrent);
    rows.push({ kind: 'item', id: item.uuid, item, isCurrent, isOpen, isMovable });
    for (const song of isOpen ? item.songs : [])
      rows.push({ kind: 'song', id: song.uuid, item, song, isCurrent: isCurrent && song.uuid === queue.selectedSong });
  };
  if (earlier.length > 0) {
    const isOpen = expandedRows['earlier'] ?? false;
    rows.push({ kind: 'heading', id: 'earlier', count: earlier.length, isOpen });
    for (const item of isOpen ? earlier : []) addItem(item, false, false);
  }
  const current = queue.items[selectedIndex];
  if (current) {
    rows.push({ kind: 'heading', id: 'current', count: 1, isOpen: true });
    addItem(current, true, false);
  }
  rows.push({ kind: 'heading', id: 'next', count: next.length, isOpen: true });
  if (next.length === 0) rows.push({ kind: 'empty', id: 'nothing' });
  for (const item of next) addItem(item, false, true);
  return rows;
}

export function buildHistoryRows(history: readonly HistoryEntry[]): QueueRow[] {
  return history.toReversed().map(({ historyUuid, song }) => ({ kind: 'history', id: historyUuid, song }));
}

/** Where the rows of each section are, without its heading. */
export function splitSections(rows: readonly QueueRow[]) {
  const sections: { id: 'earlier' | 'current' | 'next' | 'history'; start: number; end: number }[] = [];
  rows.forEach((row, index) => {
    const section = sections.at(-1);
    if (row.kind === 'heading') sections.push({ id: row.id, start: index + 1, end: index + 1 });
    else if (section) section.end = index + 1;
    else sections.push({ id: 'history', start: 0, end: 1 });
  });
  return sections;
}

const rowHeights = {
  comfortable: { heading: 44, empty: 44, item: 60, song: 44, history: 60 },
  compact: { heading: 36, empty: 36, item: 36, song: 36, history: 36 },
};

export const getRowHeight = (row: QueueRow | undefined, density: keyof typeof rowHeights): number =>
  row ? rowHeights[density][row.kind] : 0;
