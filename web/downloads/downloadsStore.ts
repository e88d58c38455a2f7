import { DOWNLOADS_STORED_MAX } from '@promenade/contract/limits';
import { create } from 'zustand';
import { logError } from '../platform/logError.ts';
import { readSlice, writeSlice } from '../platform/persistedState.ts';
import { useSession } from '../platform/session.ts';
import type { DownloadItem } from './downloads.ts';

/** The items of the download manager, oldest first, persisted as `downloads` without tokens and links. Tabs share the persisted list and each writes its own items. */
export const useDownloads = create<{ items: DownloadItem[] }>(() => ({ items: readItems().map(restoreItem) }));

export const updateDownloads = (update: (items: DownloadItem[]) => DownloadItem[]): void =>
  useDownloads.setState(({ items }) => ({ items: update(items) }));

/** Ids of every item that this tab ever had; other persisted items belong to other tabs. */
const ownIds = new Set(useDownloads.getState().items.map(({ downloadID }) => downloadID));

useDownloads.subscribe(({ items }, before) => {
  // Progress is not persisted: a write serialises the whole persisted state.
  if (listStates(items) === listStates(before.items)) return;
  for (const { downloadID } of items) ownIds.add(downloadID);
  const others = readItems().filter(({ downloadID }) => !ownIds.has(downloadID));
  const own = items.map((item) => ({ ...item, token: '', url: '' }));
  writeSlice('downloads', [...others, ...own].slice(-DOWNLOADS_STORED_MAX));
});

// At sign-out list and files are deleted.
useSession.subscribe(({ accessToken }) => {
  if (accessToken !== null) return;
  updateDownloads(() => []);
  writeSlice('downloads', []);
  deleteUnusedFiles();
});

deleteUnusedFiles();

/** Deletes the files of finished and removed items, also those that an earlier page left behind. */
function deleteUnusedFiles(): void {
  const unfinished = useDownloads.getState().items.filter(({ status }) => status !== 'finished');
  import('./downloadsFolder.ts')
    .then(({ deleteFiles }) => deleteFiles((id) => !unfinished.some(({ downloadID }) => downloadID === id)))
    .catch((error: unknown) => logError('Files of downloads could not be deleted', error));
}

const listStates = (items: DownloadItem[]): string => items.map(({ downloadID, status }) => downloadID + status).join();

function readItems(): DownloadItem[] {
  const value = readSlice('downloads');
  return Array.isArray(value) ? value.filter(isDownload) : [];
}

/** Unfinished items are failed after a reload (requirement C-DOWNLOAD-18). */
function restoreItem(item: DownloadItem): DownloadItem {
  const type = (item.type as string) === 'track' ? 'song' : item.type;
  const status = item.status === 'finished' ? 'finished' : 'failed';
  return { ...item, type, status, isZipping: false };
}

function isDownload(value: unknown): value is DownloadItem {
  const item = (value ?? {}) as Record<string, unknown>;
  const fields = ['type', 'mediaID', 'downloadID', 'title', 'artist', 'status', 'format'];
  return fields.every((field) => typeof item[field] === 'string');
}
