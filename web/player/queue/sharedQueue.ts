import {
  emptyMarks,
  formatMarks,
  hasMoreChanges,
  type ListMarks,
  markChanges,
  mergeLists,
  parseMarks,
} from '../../platform/sharedList.ts';
import { parsePersistedQueue } from './persistedQueue.ts';
import { getSelectedSong, type HistoryEntry, MAX_HISTORY, type Queue, type QueueItem } from './queue.ts';

/** The play queue with what is needed to merge it with that of another tab. */
export interface SharedQueue {
  queue: Queue;
  marks: QueueMarks;
}

interface QueueMarks {
  items: ListMarks;
  history: ListMarks;
  /** When the selection changed, in milliseconds since 1970. */
  selectedAt: number;
}

const itemId = ({ uuid }: QueueItem): string => uuid;
const historyId = ({ historyUuid }: HistoryEntry): string => historyUuid;

export const emptyQueueMarks: QueueMarks = { items: emptyMarks, history: emptyMarks, selectedAt: 0 };

/** Notes the changes that this tab made. */
export function markQueue(marks: QueueMarks, before: Queue, after: Queue, now: number): QueueMarks {
  const isSelectionSame = before.selectedItem === after.selectedItem && before.selectedSong === after.selectedSong;
  return {
    items: markChanges(marks.items, before.items, after.items, itemId, now),
    history: markChanges(marks.history, before.history, after.history, historyId, now),
    selectedAt: isSelectionSame ? marks.selectedAt : Math.max(now, Math.floor(marks.selectedAt) + 1) + Math.random(),
  };
}

/** Merges items, history and selection; the same queue if it has the changes of the other tab already. */
export function mergeQueues(mine: SharedQueue, theirs: SharedQueue): SharedQueue {
  const [own, other] = [mine.queue, theirs.queue];
  const items = mergeLists(
    { elements: own.items, marks: mine.marks.items },
    { elements: other.items, marks: theirs.marks.items },
    itemId,
  );
  const history = mergeLists(
    { elements: own.history, marks: mine.marks.history },
    { elements: other.history, marks: theirs.marks.history },
    historyId,
  );
  const { selectedItem, selectedSong } = theirs.marks.selectedAt > mine.marks.selectedAt ? other : own;
  const merged: Queue = {
    items: [...items.elements],
    history: history.elements.slice(-MAX_HISTORY),
    selectedItem,
    selectedSong,
  };
  const isUnchanged =
    items.elements === own.items &&
    history.elements === own.history &&
    selectedItem === own.selectedItem &&
    selectedSong === own.selectedSong;
  const selected = getSelectedSong(merged) ? {} : { selectedItem: null, selectedSong: null };
  const selectedAt = Math.max(mine.marks.selectedAt, theirs.marks.selectedAt);
  return {
    queue: isUnchanged ? own : { ...merged, ...selected },
    marks: { items: items.marks, history: history.marks, selectedAt },
  };
}

/** Whether the stored queue lacks a change that `marks` know. */
export const hasMore = (marks: QueueMarks, stored: QueueMarks): boolean =>
  hasMoreChanges(marks.items, stored.items) ||
  hasMoreChanges(marks.history, stored.history) ||
  marks.selectedAt > stored.selectedAt;

export function parseSharedQueue(stored: unknown, now: number): SharedQueue {
  const queue = parsePersistedQueue(stored);
  const marks = ((stored ?? {}) as { marks?: unknown }).marks;
  const { items, history, selectedAt } = (marks ?? {}) as Partial<Record<keyof QueueMarks, unknown>>;
  const isTime = typeof selectedAt === 'number' && selectedAt >= 0 && selectedAt <= now + 24 * 3600_000;
  return {
    queue,
    marks: {
      items: parseMarks(items, queue.items.map(itemId), now),
      history: parseMarks(history, queue.history.map(historyId), now),
      selectedAt: isTime ? selectedAt : 0,
    },
  };
}

export const formatSharedQueue = ({ queue, marks }: SharedQueue): unknown => ({
  ...queue,
  marks: { items: formatMarks(marks.items), history: formatMarks(marks.history), selectedAt: marks.selectedAt },
});
