import { create } from 'zustand';
import type { QueueItem } from './queue.ts';

/** The playlist that wants to replace the queue; the question is open while there is one (C-QUEUE-19). */
export const useReplace = create<{ playlist: QueueItem | undefined }>(() => ({ playlist: undefined }));
