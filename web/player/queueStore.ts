import { create } from 'zustand';
import { readSlice, writeSliceWhenIdle } from '../platform/persistedState.ts';
import { parsePersistedQueue } from './persistedQueue.ts';
import type { Queue } from './queue.ts';

/** The play queue, persisted as `playQueue` (requirements decision 12). */
export const useQueue = create<Queue>(() => parsePersistedQueue(readSlice('playQueue')));

useQueue.subscribe((queue) => writeSliceWhenIdle('playQueue', queue));
