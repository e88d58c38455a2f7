import { getStateOwner } from '../platform/persistedState.ts';
import type { TabProgress } from './downloads.ts';

// The tabs of an account share the list of downloads; one tab at a time works on each. It holds the Web Lock of the download
// and tells the others its progress; a new tab asks for it. Without Web Locks (plain HTTP) the tab that added a download
// runs it.

const LOCK_PREFIX = 'promenade-download:';
const CHANNEL = 'promenade-downloads';

const claims = new Map<string, () => void>();
let channel: BroadcastChannel | undefined;

export const hasLocks = (): boolean => 'locks' in navigator;

export const isClaimed = (downloadID: string): boolean => claims.has(downloadID);

/** Makes this tab the one that works on the download. False when another tab does. */
export async function claimDownload(downloadID: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      return lock && new Promise<void>((release) => claims.set(downloadID, release));
    };
    navigator.locks.request(LOCK_PREFIX + downloadID, { ifAvailable: true }, hold).catch(reject);
  });
}

/** For browsers without Web Locks. */
export const claimWithoutLock = (downloadID: string): void => void claims.set(downloadID, () => undefined);

export function releaseDownload(downloadID: string): void {
  claims.get(downloadID)?.();
  claims.delete(downloadID);
}

/** Downloads that any tab works on. */
export async function listHeldDownloads(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK_PREFIX) ? name.slice(LOCK_PREFIX.length) : [])));
}

export const sendProgress = (progress: TabProgress): void => send(progress);

/**
 * Calls the listener with the progress that other tabs make, and answers a new tab with the progress of this one.
 * Returns a stop function.
 */
export function watchProgress(
  listener: (progress: TabProgress) => void,
  listOwnProgress: () => TabProgress[],
): () => void {
  if (!('BroadcastChannel' in window)) return () => undefined;
  const opened = new BroadcastChannel(CHANNEL);
  channel = opened;
  opened.onmessage = ({ data }: MessageEvent<(TabProgress | Question) & { account?: string }>) => {
    if (data.account !== getStateOwner()) return;
    if ('isQuestion' in data) listOwnProgress().forEach(send);
    else listener(data);
  };
  send({ isQuestion: true });
  return () => {
    opened.close();
    channel = undefined;
  };
}

/** Asks all tabs for their progress. */
interface Question {
  isQuestion: true;
}

const send = (message: TabProgress | Question): void => channel?.postMessage({ ...message, account: getStateOwner() });
