import { OFFLINE_HIDE_MS, TABLET_BELOW_PX } from '@promenade/contract/limits';
import { create } from 'zustand';
import { readSlice, writeSlice } from './persisted.ts';

/** What the browser says about itself; `isIpadView` is a window below 1280 px (A-SHELL-27). */
export interface Global {
  isConnectedWithInternet: boolean;
  isIpadView: boolean;
  /** Whose time zone the service was told from here, and which; kept over a reload. */
  timeZoneTold?: string | undefined;
}

const tablet = () => window.matchMedia(`(width < ${TABLET_BELOW_PX}px)`);

/** Network and window are judged anew at each start; their persisted copy is for readers outside. */
export const useGlobal = create<Global>(() => ({
  isConnectedWithInternet: true,
  isIpadView: false,
  timeZoneTold: toldBefore(readSlice('global')),
}));

/** Remembers what the service was told. */
export function keepTimeZoneTold(timeZoneTold: string): void {
  set({ timeZoneTold });
}

function toldBefore(kept: unknown): string | undefined {
  const { timeZoneTold } = (kept ?? {}) as Partial<Record<keyof Global, unknown>>;
  return typeof timeZoneTold === 'string' ? timeZoneTold : undefined;
}

function set(change: Partial<Global>): void {
  useGlobal.setState(change);
  writeSlice('global', useGlobal.getState());
}

/** Follows network and window; back online counts after half a second (A-SHELL-20). Answers how to stop. */
export function followBrowser(): () => void {
  let back: ReturnType<typeof setTimeout> | undefined;
  const offline = () => {
    clearTimeout(back);
    set({ isConnectedWithInternet: false });
  };
  const online = () => {
    back = setTimeout(() => set({ isConnectedWithInternet: true }), OFFLINE_HIDE_MS);
  };
  const width = tablet();
  const resized = () => set({ isIpadView: width.matches });
  set({ isConnectedWithInternet: navigator.onLine, isIpadView: width.matches });
  window.addEventListener('offline', offline);
  window.addEventListener('online', online);
  width.addEventListener('change', resized);
  return () => {
    clearTimeout(back);
    window.removeEventListener('offline', offline);
    window.removeEventListener('online', online);
    width.removeEventListener('change', resized);
  };
}
