import { OFFLINE_HIDE_MS, TABLET_BELOW_PX } from '@promenade/contract/limits';
import { createAccountStore } from './accountStore.ts';

/** Persisted as `global`, but network and width are read again at each start. */
interface BrowserState {
  isConnectedWithInternet: boolean;
  /** The window is narrower than 1280 px (requirement A-SHELL-27). */
  isIpadView: boolean;
  /** Account id and time zone that were sent to the server last. */
  timeZoneTold?: string | undefined;
}

/** What the browser says now, whoever is signed in. */
const browser = { isConnectedWithInternet: true, isIpadView: false };

export const useBrowserState = createAccountStore<BrowserState>({
  slice: 'global',
  load: (stored) => ({ ...browser, timeZoneTold: parseTimeZone(stored) }),
  save: (state) => state,
  merge: (state) => ({ state, hasMore: false }),
});

function update(change: Partial<typeof browser>): void {
  Object.assign(browser, change);
  useBrowserState.setState(change);
}

export const setTimeZoneTold = (timeZoneTold: string): void => useBrowserState.setState({ timeZoneTold });

function parseTimeZone(slice: unknown): string | undefined {
  const { timeZoneTold } = (slice ?? {}) as Partial<Record<keyof BrowserState, unknown>>;
  return typeof timeZoneTold === 'string' ? timeZoneTold : undefined;
}

/** Watches network and window width; back online counts after half a second (requirement A-SHELL-20). Returns a stop function. */
export function watchBrowserState(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new AbortController();
  const { signal } = listeners;
  const tabletQuery = window.matchMedia(`(width < ${TABLET_BELOW_PX}px)`);
  const handleOffline = () => {
    clearTimeout(timer);
    update({ isConnectedWithInternet: false });
  };
  const handleOnline = () => {
    timer = setTimeout(() => update({ isConnectedWithInternet: true }), OFFLINE_HIDE_MS);
  };
  update({ isConnectedWithInternet: navigator.onLine, isIpadView: tabletQuery.matches });
  window.addEventListener('offline', handleOffline, { signal });
  window.addEventListener('online', handleOnline, { signal });
  tabletQuery.addEventListener('change', () => update({ isIpadView: tabletQuery.matches }), { signal });
  return () => {
    clearTimeout(timer);
    listeners.abort();
  };
}
