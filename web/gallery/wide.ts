import { WIDE_MIN_PX } from '@promenade/contract/limits';
import { useSyncExternalStore } from 'react';

const narrower = () => window.matchMedia(`(width < ${WIDE_MIN_PX}px)`);

/** Whether tables have room for all their columns (C-LIST-10); the component follows the window. */
export function useIsWide(): boolean {
  return useSyncExternalStore(listen, () => !narrower().matches);
}

function listen(heard: () => void): () => void {
  const width = narrower();
  width.addEventListener('change', heard);
  return () => width.removeEventListener('change', heard);
}
