import { createAccountStore } from '../../platform/accountStore.ts';
import type { Queue } from './queue.ts';
import {
  emptyQueueMarks,
  formatSharedQueue,
  hasMore,
  markQueue,
  mergeQueues,
  parseSharedQueue,
} from './sharedQueue.ts';

let marks = emptyQueueMarks;
let mergeListener: (before: Queue) => void = () => undefined;

/** The play queue, persisted as `playQueue` (requirements decision 12) and shared by the tabs of an account (decision 34). */
export const useQueue = createAccountStore<Queue>({
  slice: 'playQueue',
  isLarge: true,
  load: (stored) => {
    const shared = parseSharedQueue(stored, Date.now());
    marks = shared.marks;
    return shared.queue;
  },
  save: (queue) => formatSharedQueue({ queue, marks }),
  change: (before, after) => {
    marks = markQueue(marks, before, after, Date.now());
    return true;
  },
  merge: (queue, stored) => {
    const theirs = parseSharedQueue(stored, Date.now());
    const merged = mergeQueues({ queue, marks }, theirs);
    marks = merged.marks;
    return { state: merged.queue, hasMore: hasMore(marks, theirs.marks) };
  },
  onMerge: (before) => mergeListener(before),
});

/** Called after the queue was merged with that of another tab. */
export function onQueueMerge(listener: (before: Queue) => void): void {
  mergeListener = listener;
}
