import { create } from 'zustand';
import { readSlice, writeSliceSoon } from '../platform/persisted.ts';
import { keptQueue } from './keptQueue.ts';
import type { Queue } from './queue.ts';

/** The one live copy of the queue; kept under `playQueue` and back after a reload (decision 12). */
export const useQueue = create<Queue>(() => keptQueue(readSlice('playQueue')));

useQueue.subscribe((queue) => writeSliceSoon('playQueue', queue));
