import { PROMO_PANEL_PX } from '@promenade/contract/limits';
import { useSyncExternalStore } from 'react';

const isBelow = (px: number): boolean => window.matchMedia(`(width < ${px}px)`).matches;

/** Whether the window is narrower than this; the component follows it. */
export const useWindowBelow = (px: number): boolean => useSyncExternalStore(listen, () => isBelow(px));

/** Pixels of the promotional panel beside the page in this window (C-DETAIL-11, C-DETAIL-12). */
export const usePromoPanelPx = (): number =>
  useSyncExternalStore(listen, () => PROMO_PANEL_PX.find(({ from }) => !isBelow(from))?.width ?? 0);

function listen(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
