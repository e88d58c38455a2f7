import { DOWNLOADS_STORED_MAX } from '@promenade/contract/limits';
import { createAccountStore } from '../platform/accountStore.ts';
import { logError } from '../platform/logError.ts';
import { getStateOwner, hasStoredState, onStateOwnerChange, readSlice } from '../platform/persistedState.ts';
import {
  emptyMarks,
  formatMarks,
  hasMoreChanges,
  markChanges,
  mergeLists,
  parseMarks,
} from '../platform/sharedList.ts';
import { type DownloadItem, isUnfinished, parseDownloads } from './downloadItem.ts';
import { hasLocks, listHeldDownloads } from './downloadTabs.ts';

interface Downloads {
  items: DownloadItem[];
}

const idOf = ({ downloadID }: DownloadItem): string => downloadID;
/** Progress is not persisted: a write serialises the whole persisted state. */
const isSameState = (one: DownloadItem, other: DownloadItem): boolean => getState(one) === getState(other);
const getState = ({ downloadID, status, isZipping, zipperReady }: DownloadItem): string =>
  [downloadID, status, isZipping, zipperReady].join();

let marks = emptyMarks;
/** While items get the state that another tab gave them. */
let isAdopting = false;
/** Unfinished items that another tab added or restarted. */
const foreignIds = new Set<string>();

/**
 * The items of the download manager, oldest first, persisted as `downloads` without tokens and links. The tabs of an account
 * share them; one tab runs each download.
 */
export const useDownloads = createAccountStore<Downloads>({
  slice: 'downloads',
  load: (stored) => {
    const parsed = parseStored(stored);
    marks = parsed.marks;
    foreignIds.clear();
    return { items: parsed.elements.map(restoreItem) };
  },
  save: ({ items }) => ({
    items: items.slice(-DOWNLOADS_STORED_MAX).map((item) => ({ ...item, token: '', url: '' })),
    marks: formatMarks(marks),
  }),
  change: ({ items: before }, { items }) => {
    if (isAdopting || before.map(getState).join() === items.map(getState).join()) return false;
    for (const item of items.filter(({ status }) => status === 'waiting')) {
      if (!before.some((former) => isSameState(former, item))) foreignIds.delete(item.downloadID);
    }
    marks = markChanges(marks, before, items, idOf, Date.now(), isSameState);
    return true;
  },
  merge: (mine, stored) => {
    const theirs = parseStored(stored);
    const merged = mergeLists({ elements: mine.items, marks }, theirs, idOf);
    marks = merged.marks;
    for (const item of merged.elements)
      if (isUnfinished(item) && !mine.items.some((own) => isSameState(own, item))) foreignIds.add(item.downloadID);
    const state = merged.elements === mine.items ? mine : { items: [...merged.elements] };
    return { state, hasMore: hasMoreChanges(marks, theirs.marks) };
  },
});

export const updateDownloads = (update: (items: DownloadItem[]) => DownloadItem[]): void =>
  useDownloads.setState(({ items }) => ({ items: update(items) }));

/** Whether another tab added or restarted the item. */
export const isForeign = (downloadID: string): boolean => foreignIds.has(downloadID);

/** Shows a state that another tab gave its items; it is not stored again. */
export function adoptDownloads(ids: Iterable<string>, update: (items: DownloadItem[]) => DownloadItem[]): void {
  for (const id of ids) foreignIds.add(id);
  isAdopting = true;
  updateDownloads(update);
  isAdopting = false;
}

onStateOwnerChange(() => {
  adoptRunning();
  deleteUnusedFiles();
});
adoptRunning();
deleteUnusedFiles();

/** Items that another tab runs are not failed. */
function adoptRunning(): void {
  if (!hasLocks()) return;
  const { elements } = parseStored(readSlice('downloads'));
  const unfinished = elements.filter(isUnfinished);
  if (unfinished.length === 0) return;
  listHeldDownloads()
    .then((held) => {
      const running = new Map(
        unfinished.filter(({ downloadID }) => held.has(downloadID)).map((item) => [item.downloadID, item]),
      );
      adoptDownloads(running.keys(), (items) => items.map((item) => running.get(item.downloadID) ?? item));
    })
    .catch((error: unknown) => logError('Downloads of other tabs could not be found', error));
}

/** Deletes the files of finished and removed items, also those that an earlier page or a former account left behind. */
export function deleteUnusedFiles(): void {
  const account = getStateOwner();
  const unfinished = new Set(
    useDownloads
      .getState()
      .items.filter(({ status }) => status !== 'finished')
      .map(idOf),
  );
  import('./downloadsFolder.ts')
    .then(async ({ deleteAccounts, deleteFiles }) => {
      await deleteAccounts((other) => other !== account && !hasStoredState(other));
      if (account !== undefined) await deleteFiles(account, (id) => !unfinished.has(id));
    })
    .catch((error: unknown) => logError('Files of downloads could not be deleted', error));
}

function parseStored(stored: unknown) {
  const slice = (stored ?? {}) as { items?: unknown; marks?: unknown };
  const elements = parseDownloads(slice.items);
  return { elements, marks: parseMarks(slice.marks, elements.map(idOf), Date.now()) };
}

/** Unfinished items are failed after a reload (requirement C-DOWNLOAD-18). */
function restoreItem(item: DownloadItem): DownloadItem {
  return isUnfinished(item) ? { ...item, status: 'failed', failure: 'interrupted', isZipping: false } : item;
}
