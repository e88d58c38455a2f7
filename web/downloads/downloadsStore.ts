import { DOWNLOADS_KEPT } from '@promenade/contract/limits';
import { create } from 'zustand';
import { logged } from '../platform/logged.ts';
import { readSlice, writeSlice } from '../platform/persisted.ts';
import { useSession } from '../platform/session.ts';
import type { DownloadItem } from './downloads.ts';

/** The lines of the download manager, oldest first; kept under `downloads`. */
export const useDownloads = create<{ items: DownloadItem[] }>(() => ({ items: keptLines().map(restored) }));

/** Makes a move. */
export const moveDownloads = (move: (items: DownloadItem[]) => DownloadItem[]): void =>
  useDownloads.setState(({ items }) => ({ items: move(items) }));

/** Every line that this tab ever had; what else is kept belongs to another tab and stays. */
const known = new Set(useDownloads.getState().items.map(({ downloadID }) => downloadID));

useDownloads.subscribe(({ items }, before) => {
  // Not at each percent: writing goes through everything that is kept.
  if (outline(items) === outline(before.items)) return;
  for (const { downloadID } of items) known.add(downloadID);
  const others = keptLines().filter(({ downloadID }) => !known.has(downloadID));
  writeSlice('downloads', [...others, ...items.map(withoutPass)].slice(-DOWNLOADS_KEPT));
});

// The next person at this browser finds neither list nor files.
useSession.subscribe(({ accessToken }) => {
  if (accessToken !== null) return;
  moveDownloads(() => []);
  writeSlice('downloads', []);
  sweep();
});

// Bytes of what is over may have outlived the page before.
sweep();

function sweep(): void {
  const open = useDownloads.getState().items.filter(({ status }) => status !== 'finished');
  import('./files.ts')
    .then(({ forgetFiles }) => forgetFiles((id) => !open.some(({ downloadID }) => downloadID === id)))
    .catch((failure: unknown) => logged('Files of downloads could not be removed', failure));
}

const outline = (items: DownloadItem[]): string => items.map(({ downloadID, status }) => downloadID + status).join();

/** What opens a file is kept nowhere. */
const withoutPass = (item: DownloadItem): DownloadItem => ({ ...item, token: '', url: '' });

/** What is kept, as far as it makes sense (C-PERSIST-03). */
function keptLines(): DownloadItem[] {
  const kept = readSlice('downloads');
  return Array.isArray(kept) ? kept.filter(isDownload) : [];
}

/** What was not finished is failed (C-DOWNLOAD-18). */
function restored(item: DownloadItem): DownloadItem {
  const type = (item.type as string) === 'track' ? 'song' : item.type;
  const status = item.status === 'finished' ? 'finished' : 'failed';
  return { ...item, type, status, isZipping: false };
}

function isDownload(kept: unknown): kept is DownloadItem {
  const item = (kept ?? {}) as Record<string, unknown>;
  const texts = ['type', 'mediaID', 'downloadID', 'title', 'artist', 'status', 'format'];
  return texts.every((name) => typeof item[name] === 'string');
}
