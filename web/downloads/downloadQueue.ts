import { DOWNLOAD_FILE_TTL_MS, DOWNLOADS_AT_ONCE } from '@promenade/contract/limits';
import { reasonOf } from '../platform/errorText.ts';
import { logged } from '../platform/logged.ts';
import { newId } from '../platform/newId.ts';
import { notify } from '../platform/notices.ts';
import { saveFile } from '../platform/saveFile.ts';
import { expiryOf, isExpired } from '../platform/tokens.ts';
import { formatExplicitTitle } from '../releases/format.ts';
import { fetchMediaToken, fetchZipLink, fetchZipStatus } from './data.ts';
import { deleteParts } from './downloadBuffer.ts';
import { downloadFile, withRetry } from './downloadFile.ts';
import {
  addItem,
  createDownload,
  type DownloadItem,
  type DownloadRequest,
  findNextWaiting,
  isZipped,
  listWaitingForZip,
  type MediaAccess,
  setFailed,
  setFinished,
  setLoading,
  setProgress,
  setZipStatus,
} from './downloads.ts';
import { deleteFiles } from './downloadsFolder.ts';
import { updateDownloads, useDownloads } from './downloadsStore.ts';

/** Runs the downloads of the list: starts them, polls for zips, saves finished files and cancels removed items. */

/** Running downloads by id. */
const running = new Map<string, AbortController>();
/** Ids of items whose zip status is being requested. */
const polling = new Set<string>();

/** Adds an item to the download manager and shows a toast; does nothing if it is already waiting or loading. */
export function addDownload(request: DownloadRequest): void {
  const item = createDownload(request, newId());
  const before = useDownloads.getState().items;
  updateDownloads((items) => addItem(items, item));
  if (useDownloads.getState().items !== before)
    notify({ category: 'addDownloadQueue', message: formatExplicitTitle(item) });
}

/** Starts waiting downloads up to the limit of two at once (requirement C-DOWNLOAD-16). */
export function startWaiting(): void {
  while (running.size < DOWNLOADS_AT_ONCE) {
    const next = findNextWaiting(useDownloads.getState().items.filter(({ downloadID }) => !running.has(downloadID)));
    if (!next) return;
    void run(next);
  }
}

/** Requests the status of every awaited zip. */
export function pollZips(): void {
  for (const item of listWaitingForZip(useDownloads.getState().items)) {
    if (!polling.has(item.downloadID)) void pollZip(item);
  }
}

// Removing an item cancels its download and deletes its bytes (requirement C-DOWNLOAD-09).
useDownloads.subscribe(({ items }, before) => {
  for (const { downloadID, status } of before.items) {
    if (items.some((item) => item.downloadID === downloadID)) continue;
    const controller = running.get(downloadID);
    if (controller) controller.abort();
    else if (status !== 'finished') deleteBytes(downloadID);
  }
});

async function run(item: DownloadItem): Promise<void> {
  const controller = new AbortController();
  running.set(item.downloadID, controller);
  try {
    await fetchAndSave(item, controller.signal);
  } catch (error) {
    if (controller.signal.aborted) deleteBytes(item.downloadID);
    else fail(item, error);
  } finally {
    running.delete(item.downloadID);
  }
}

async function fetchAndSave(item: DownloadItem, signal: AbortSignal): Promise<void> {
  const { downloadID: id, title } = item;
  const access = await withRetry(() => getAccess(item, signal), signal);
  updateDownloads((items) => setLoading(items, id, access));
  const onProgress = (percent: number) => updateDownloads((items) => setProgress(items, id, percent));
  const { bytes, name } = await downloadFile(id, { ...item, ...access }, signal, onProgress);
  signal.throwIfAborted();
  saveFile(bytes, name ?? title);
  deleteParts(id);
  setTimeout(() => deleteBytes(id), DOWNLOAD_FILE_TTL_MS);
  updateDownloads((items) => setFinished(items, id));
  notify({ category: 'downloadFinished', message: formatExplicitTitle(item) });
}

async function pollZip(item: DownloadItem): Promise<void> {
  const { downloadID: id } = item;
  polling.add(id);
  try {
    const access = await getAccess(item);
    const status = await fetchZipStatus(item);
    updateDownloads((items) => setZipStatus(items, id, status, access));
  } catch (error) {
    if (isRefusal(error)) fail(item, error);
  } finally {
    polling.delete(id);
  }
}

/** Gives the token or zip link of an item, a new one if it is valid for less than 15 seconds (requirement C-DOWNLOAD-12). */
async function getAccess(item: DownloadItem, signal?: AbortSignal): Promise<MediaAccess> {
  const { token, url } = item;
  if (!isZipped(item)) return { token: isValid(token) ? token : await fetchMediaToken(item, signal), url: '' };
  const urlToken = new URLSearchParams(url.split('?')[1]).get('token') ?? '';
  return { token: '', url: isValid(urlToken) ? url : await fetchZipLink(item, signal) };
}

const isValid = (token: string): boolean => !isExpired({ exp: expiryOf(token) }, Date.now());

function fail({ downloadID, title }: DownloadItem, error: unknown): void {
  logged(`The download of ${title} failed`, error);
  updateDownloads((items) => setFailed(items, downloadID, isRefusal(error)));
}

function isRefusal(error: unknown): boolean {
  const { status = 0 } = reasonOf(error) ?? {};
  return status >= 400 && status < 500;
}

function deleteBytes(id: string): void {
  deleteParts(id);
  deleteFiles((fileId) => fileId === id).catch((error: unknown) => logged('A file could not be deleted', error));
}
