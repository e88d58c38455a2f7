import { TABLET_BELOW_PX } from '@promenade/contract/limits';
import { create } from 'zustand';
import { onStateOwnerChange } from '../platform/persistedState.ts';
import { useSettings } from '../platform/settingsStore.ts';
import type { QueueItem } from './queue/queue.ts';

interface Panels {
  isQueueOpen: boolean;
  isKeyHelpOpen: boolean;
  replacement: QueueItem | undefined;
}

/** Which panels and dialogs of the player are open. The queue reopens after a reload only in wide windows (requirement C-PERSIST-04). */
export const usePanels = create<Panels>(() => ({
  isQueueOpen: isWide() && useSettings.getState().isQueueOpen,
  isKeyHelpOpen: false,
  replacement: undefined,
}));

onStateOwnerChange(() => usePanels.setState({ replacement: undefined }));

export function setQueueOpen(isQueueOpen: boolean): void {
  usePanels.setState({ isQueueOpen });
  if (isWide()) useSettings.setState({ isQueueOpen });
}

export const closeQueue = (): void => setQueueOpen(false);

/** Closes the queue where it lies over the page: a link in it leads to another one. */
export function closeQueueDrawer(): void {
  if (!isWide()) usePanels.setState({ isQueueOpen: false });
}

export const setKeyHelpOpen = (isKeyHelpOpen: boolean): void => usePanels.setState({ isKeyHelpOpen });

/** In a wide window the queue is beside the page, in others it is a drawer over it. */
function isWide(): boolean {
  return window.innerWidth >= TABLET_BELOW_PX;
}
