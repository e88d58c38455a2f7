import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { useSyncExternalStore } from 'react';

const narrow = () => window.matchMedia(`(width < ${MOBILE_BELOW_PX}px)`);

/** Whether the window is as narrow as a phone's, below 768 px (A-SHELL-28); the component follows it. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(listen, () => narrow().matches);
}

function listen(heard: () => void): () => void {
  const width = narrow();
  width.addEventListener('change', heard);
  return () => width.removeEventListener('change', heard);
}
