import { DOWNLOADS_KEPT } from '@promenade/contract/limits';
import { create } from 'zustand';
import { logged } from '../platform/logged.ts';
import { readSlice, writeSlice } from '../platform/persisted.ts';
import { useSession } from '../platform/session.ts';
import type { DownloadItem } from './downloads.ts';
import { forgetFiles } from './files.ts';

/** The lines of the download manager, oldest first; kept under `downloads`. */
export const useDownloads = create<{ items: DownloadItem[] }>(() => ({ items: restored(readSlice('downloads')) }));

/** Makes a move. */
export const moveDownloads = (move: (items: DownloadItem[]) => DownloadItem[]): void =>
  useDownloads.setState(({ items }) => ({ items: move(items) }));

useDownloads.subscribe(({ items }, before) => {
  // Not at each percent: writing goes through everything that is kept.
  if (outline(items) !== outline(before.items)) writeSlice('downloads', items.slice(-DOWNLOADS_KEPT).map(withoutPass));
});

// The next person at this browser finds neither list nor files.
useSession.subscribe(({ accessToken }) => {
  if (accessToken !== null) return;
  moveDownloads(() => []);
  sweep();
});

// Bytes of what is over may have outlived the page before.
sweep();

function sweep(): void {
  const open = useDownloads.getState().items.filter(({ status }) => status !== 'finished');
  forgetFiles((id) => !open.some(({ downloadID }) => downloadID === id)).catch((failure: unknown) =>
    logged('Files of downloads could not be removed', failure),
  );
}

const outline = (items: DownloadItem[]): string => items.map(({ downloadID, status }) => downloadID + status).join();

/** What opens a file is kept nowhere. */
const withoutPass = (item: DownloadItem): DownloadItem => ({ ...item, token: '', url: '' });

/** What was kept, as far as it makes sense: what was not finished is failed (C-DOWNLOAD-18, C-PERSIST-03). */
function restored(kept: unknown): DownloadItem[] {
  const items: unknown[] = Array.isArray(kept) ? kept : [];
  return items.filter(isDownload).map((item) => ({
    ...item,
    type: (item.type as string) === 'track' ? 'song' : item.type,
    status: item.status === 'finished' ? 'finished' : 'failed',
    isZipping: false,
  }));
}

function isDownload(kept: unknown): kept is DownloadItem {
  const item = (kept ?? {}) as Record<string, unknown>;
  const texts = ['type', 'mediaID', 'downloadID', 'title', 'artist', 'status', 'format'];
  return texts.every((name) => typeof item[name] === 'string');
}
