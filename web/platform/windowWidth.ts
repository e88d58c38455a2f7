import { useSyncExternalStore } from 'react';

/** Whether the window is narrower than `px`; rerenders when that changes. */
export const useBelow = (px: number): boolean => useSyncExternalStore(subscribe, () => isBelow(px));

/** The first of `steps`, widest first, whose least window width `from` is reached; rerenders when that changes. */
export const useBreakpoint = <Step extends { from: number }>(steps: readonly Step[]): Step | undefined =>
  useSyncExternalStore(subscribe, () => steps.find(({ from }) => !isBelow(from)));

const isBelow = (px: number): boolean => window.matchMedia(`(width < ${px}px)`).matches;

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
