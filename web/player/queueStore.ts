import { create } from 'zustand';
import { readSlice, writeSlice } from '../platform/persisted.ts';
import { emptyQueue, type Queue } from './queue.ts';

/** The one live copy of the queue; kept under `playQueue` and back after a reload (decision 12). */
export const useQueue = create<Queue>(() => restored(readSlice('playQueue')));

useQueue.subscribe((queue) => writeSlice('playQueue', queue));

/** What was kept, or an empty queue when it is not one (C-PERSIST-03). */
function restored(kept: unknown): Queue {
  const queue = kept as Partial<Queue> | undefined;
  const isQueue = Array.isArray(queue?.items) && Array.isArray(queue.history);
  return isQueue ? { ...emptyQueue, ...queue } : emptyQueue;
}
