import { TABLET_BELOW_PX } from '@promenade/contract/limits';
import { create } from 'zustand';
import { useSetting } from '../platform/settingStore.ts';

/** Whether the play queue is shown; beside the page it is so again after a reload (C-PERSIST-04), over it never. */
export const useQueueOpen = create<{ isOpen: boolean }>(() => ({
  isOpen: isBeside() && useSetting.getState().isQueueOpen,
}));

/** The switch in the player. */
export function toggleQueue(): void {
  show(!useQueueOpen.getState().isOpen);
}

/** Its own control, Escape, a click beside it. */
export function closeQueue(): void {
  show(false);
}

function show(isOpen: boolean): void {
  useQueueOpen.setState({ isOpen });
  if (isBeside()) useSetting.setState({ isQueueOpen: isOpen });
}

function isBeside(): boolean {
  return window.innerWidth >= TABLET_BELOW_PX;
}
