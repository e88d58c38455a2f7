import { DOWNLOAD_FILE_TTL_MS, DOWNLOADS_AT_ONCE } from '@promenade/contract/limits';
import { createId } from '../platform/createId.ts';
import { getRefusalText } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';
import { notify } from '../platform/notices.ts';
import { saveFile } from '../platform/saveFile.ts';
import { getTokenExpiry, isExpired } from '../platform/tokens.ts';
import { formatExplicitTitle } from '../releases/format.ts';
import { fetchMediaToken, fetchZipLink, fetchZipStatus } from './data.ts';
import { deleteParts } from './downloadBuffer.ts';
import { downloadFile, withRetry } from './downloadFile.ts';
import * as reducers from './downloads.ts';
import { deleteFiles } from './downloadsFolder.ts';
import { updateDownloads, useDownloads } from './downloadsStore.ts';

/** Runs the downloads of the list: starts them, polls for zips, saves finished files and cancels removed items. */

const running = new Map<string, AbortController>();
const pollingIds = new Set<string>();

/** Adds an item to the download manager and shows a toast; does nothing if it is already waiting or loading. */
export function addDownload(request: reducers.DownloadRequest): void {
  const item = reducers.createDownload(request, createId());
  const before = useDownloads.getState().items;
  updateDownloads((items) => reducers.addItem(items, item));
  if (useDownloads.getState().items !== before)
    notify({ category: 'addDownloadQueue', message: formatExplicitTitle(item) });
}

/** Starts waiting downloads up to the limit of two at once (requirement C-DOWNLOAD-16). */
export function startWaiting(): void {
  while (running.size < DOWNLOADS_AT_ONCE) {
    const next = reducers.findNextWaiting(
      useDownloads.getState().items.filter(({ downloadID }) => !running.has(downloadID)),
    );
    if (!next) return;
    void run(next);
  }
}

export function pollZips(): void {
  for (const item of reducers.listWaitingForZip(useDownloads.getState().items)) {
    if (!pollingIds.has(item.downloadID)) void pollZip(item);
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

async function run(item: reducers.DownloadItem): Promise<void> {
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

async function fetchAndSave(item: reducers.DownloadItem, signal: AbortSignal): Promise<void> {
  const { downloadID: id, title } = item;
  const access = await withRetry(() => getAccess(item, signal), signal);
  updateDownloads((items) => reducers.setLoading(items, id, access));
  const onProgress = (percent: number) => updateDownloads((items) => reducers.setProgress(items, id, percent));
  const { bytes, name } = await downloadFile(id, { ...item, ...access }, signal, onProgress);
  signal.throwIfAborted();
  saveFile(bytes, name ?? title);
  deleteParts(id);
  setTimeout(() => deleteBytes(id), DOWNLOAD_FILE_TTL_MS);
  updateDownloads((items) => reducers.setFinished(items, id));
  notify({ category: 'downloadFinished', message: formatExplicitTitle(item) });
}

async function pollZip(item: reducers.DownloadItem): Promise<void> {
  const { downloadID: id } = item;
  pollingIds.add(id);
  try {
    const access = await getAccess(item);
    const status = await fetchZipStatus(item);
    updateDownloads((items) => reducers.setZipStatus(items, id, status, access));
  } catch (error) {
    if (isRefusal(error)) fail(item, error);
  } finally {
    pollingIds.delete(id);
  }
}

/** Gives the token or zip link of an item, a new one if it is valid for less than 15 seconds (requirement C-DOWNLOAD-12). */
async function getAccess(item: reducers.DownloadItem, signal?: AbortSignal): Promise<reducers.MediaAccess> {
  const { token, url } = item;
  if (!reducers.isZipped(item)) return { token: isValid(token) ? token : await fetchMediaToken(item, signal), url: '' };
  const urlToken = new URLSearchParams(url.split('?')[1]).get('token') ?? '';
  return { token: '', url: isValid(urlToken) ? url : await fetchZipLink(item, signal) };
}

const isValid = (token: string): boolean => !isExpired({ exp: getTokenExpiry(token) }, Date.now());

function fail({ downloadID, title }: reducers.DownloadItem, error: unknown): void {
  logError(`The download of ${title} failed`, error);
  updateDownloads((items) => reducers.setFailed(items, downloadID, isRefusal(error)));
}

const isRefusal = (error: unknown): boolean => getRefusalText(error) !== undefined;

function deleteBytes(id: string): void {
  deleteParts(id);
  deleteFiles((fileId) => fileId === id).catch((error: unknown) => logError('A file could not be deleted', error));
}
