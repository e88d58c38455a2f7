import type { Release } from '@promenade/contract/catalogue';
import type { AudioFormat } from '@promenade/contract/fields';
import { DOWNLOAD_FILE_TTL_MS, DOWNLOADS_AT_ONCE } from '@promenade/contract/limits';
import { formatExplicitTitle } from '../catalogue/format.ts';
import { createId } from '../platform/createId.ts';
import { getRefusalText } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { getStateOwner } from '../platform/persistedState.ts';
import { saveFile } from '../platform/saveFile.ts';
import { getTranslate } from '../platform/text.ts';
import { getTokenExpiry, isExpired } from '../platform/tokenPayload.ts';
import { fetchMediaToken, fetchZipLink, fetchZipStatus } from './data.ts';
import { deleteParts } from './downloadBuffer.ts';
import { getFailure } from './downloadFailures.ts';
import { downloadFile, withRetry } from './downloadFile.ts';
import { type DownloadFailure, type DownloadItem, isUnfinished } from './downloadItem.ts';
import * as reducers from './downloads.ts';
import { deleteFiles } from './downloadsFolder.ts';
import { adoptDownloads, deleteUnusedFiles, isForeign, updateDownloads, useDownloads } from './downloadsStore.ts';
import {
  claimDownload,
  claimWithoutLock,
  hasLocks,
  isClaimed,
  listHeldDownloads,
  releaseDownload,
  sendProgress,
  watchProgress,
} from './downloadTabs.ts';

/** Runs the downloads of the list: starts them, polls for zips, saves finished files and cancels removed items. */

const listItems = () => useDownloads.getState().items;
const running = new Map<string, AbortController>();
/** Releases of the tracks and videos that this page added, by id of the download. */
const releaseIds = new Map<string, string>();
const pollingIds = new Set<string>();

/** Adds an item to the download manager and shows a toast; does nothing if it is already waiting or loading. */
export function addDownload(request: reducers.DownloadRequest): void {
  const item = addToList(request);
  if (item) notify({ category: 'addDownloadQueue', message: formatExplicitTitle(item) });
}

/** Like `addDownload` for several releases, with one toast. */
export function addReleases(releases: readonly Release[], format: AudioFormat): void {
  const { length: count } = releases.filter((release) => addToList({ type: 'release', release, format }));
  if (count > 0) notify({ category: 'addDownloadQueue', message: getTranslate()('library.total', { count }) });
}

function addToList(request: reducers.DownloadRequest): DownloadItem | undefined {
  const item = reducers.createDownload(request, createId());
  const before = useDownloads.getState().items;
  if ('track' in request) releaseIds.set(item.downloadID, request.track.releaseid);
  updateDownloads((items) => reducers.addItem(items, item));
  return useDownloads.getState().items === before ? undefined : item;
}

let seenForeignIds = new Set<string>();

/**
 * Claims waiting downloads for this tab and starts them, two at once (requirement C-DOWNLOAD-16). A download
 * that another tab added or restarted is left to that tab at first: this one claims it when a second call still finds it
 * waiting.
 */
export function startWaiting(): void {
  const unclaimed = listItems().filter(({ downloadID, status }) => status === 'waiting' && !isClaimed(downloadID));
  const ids = unclaimed.map(({ downloadID }) => downloadID);
  for (const id of ids) {
    if (!hasLocks()) {
      if (!isForeign(id)) claimWithoutLock(id);
    } else if (!isForeign(id) || seenForeignIds.has(id)) void claimAndStart(id);
  }
  seenForeignIds = new Set(ids.filter(isForeign));
  startClaimed();
}

async function claimAndStart(downloadID: string): Promise<void> {
  const isGranted = await claimDownload(downloadID);
  // Another tab may have finished it meanwhile.
  if (isGranted && !listItems().some((item) => item.downloadID === downloadID && isUnfinished(item)))
    releaseDownload(downloadID);
  startClaimed();
}

function startClaimed(): void {
  for (;;) {
    const items = listItems();
    const others = items.filter(({ downloadID, status }) => status === 'loading' && !running.has(downloadID));
    if (running.size + others.length >= DOWNLOADS_AT_ONCE) return;
    const next = reducers.findNextWaiting(
      items.filter(({ downloadID }) => isClaimed(downloadID) && !running.has(downloadID)),
    );
    if (!next) return;
    void run(next);
  }
}

export function pollZips(): void {
  for (const item of reducers.listWaitingForZip(listItems())) {
    if (isClaimed(item.downloadID) && !pollingIds.has(item.downloadID)) void pollZip(item);
  }
}

let suspectedIds = new Set<string>();

/** Marks downloads as failed whose tab was closed. Called twice before: the end of a download may not have arrived yet. */
export async function failAbandoned(): Promise<void> {
  if (!hasLocks()) return;
  const held = await listHeldDownloads();
  const loading = listItems().filter(({ downloadID, status }) => status === 'loading' && !held.has(downloadID));
  for (const item of loading) if (suspectedIds.has(item.downloadID)) setFailed(item, 'interrupted');
  suspectedIds = new Set(loading.map(({ downloadID }) => downloadID));
}

/** Stops the downloads of a withdrawn release. The server refuses those of its tracks that another page added. */
export function withdrawDownloads(releaseid: string): void {
  const isWithdrawn = ({ downloadID, type, mediaID, status }: DownloadItem) =>
    status !== 'finished' && (type === 'release' ? mediaID : releaseIds.get(downloadID)) === releaseid;
  const withdrawn = listItems().find(isWithdrawn);
  if (!withdrawn) return;
  updateDownloads((items) => items.filter((item) => !isWithdrawn(item)));
  notify({ category: 'releaseWithdrawn', message: withdrawn.title, subject: 'withdrawal' });
}

/** Shows the progress of downloads that other tabs run. Returns a stop function. */
export const watchOtherTabs = (): (() => void) =>
  watchProgress((progress) => {
    const { downloadID } = progress;
    if (!isClaimed(downloadID)) adoptDownloads([downloadID], (items) => reducers.applyTabProgress(items, progress));
  }, listOwnProgress);

const listOwnProgress = (): reducers.TabProgress[] =>
  listItems()
    .filter(({ downloadID }) => isClaimed(downloadID))
    .map(({ downloadID, status, progress, zippingProgress }) =>
      status === 'loading' ? { downloadID, progress } : { downloadID, zippingProgress },
    );

let account = getStateOwner();

useDownloads.subscribe(({ items }, before) => {
  if (getStateOwner() !== account) {
    // Signed out, or another account: its bytes stay as long as its state.
    account = getStateOwner();
    for (const controller of running.values()) controller.abort('account');
    for (const { downloadID } of before.items) releaseDownload(downloadID);
    return;
  }
  for (const item of before.items) {
    const { downloadID, status } = item;
    const now = items.find((other) => other.downloadID === downloadID);
    if (!now || !isUnfinished(now)) releaseDownload(downloadID);
    // Removing an item cancels its download and deletes its bytes (requirement C-DOWNLOAD-09).
    if (now) continue;
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
    if (controller.signal.reason === 'account') deleteUnusedFiles();
    else if (controller.signal.aborted) deleteBytes(item.downloadID);
    else fail(item, error);
  } finally {
    running.delete(item.downloadID);
  }
}

async function fetchAndSave(item: DownloadItem, signal: AbortSignal): Promise<void> {
  const { downloadID: id, title } = item;
  const access = await withRetry(() => getAccess(item, signal), signal);
  updateDownloads((items) => reducers.setLoading(items, id, access));
  const onSize = (size: number) => updateDownloads((items) => reducers.setSize(items, id, size));
  const onProgress = (percent: number) => {
    const before = listItems();
    updateDownloads((items) => reducers.setProgress(items, id, percent));
    if (listItems() !== before) sendProgress({ downloadID: id, progress: percent });
  };
  const { bytes, name } = await downloadFile(id, { ...item, ...access }, signal, { onSize, onProgress });
  signal.throwIfAborted();
  saveFile(bytes, name ?? title);
  deleteParts(id);
  setTimeout(() => deleteBytes(id), DOWNLOAD_FILE_TTL_MS);
  updateDownloads((items) => reducers.setFinished(items, id));
  notify({ category: 'downloadFinished', message: formatExplicitTitle(item) });
}

async function pollZip(item: DownloadItem): Promise<void> {
  const { downloadID: id } = item;
  pollingIds.add(id);
  try {
    const access = await getAccess(item);
    const status = await fetchZipStatus(item);
    updateDownloads((items) => reducers.setZipStatus(items, id, status, access));
    if (status.status === 'failed') notifyDownloadFailure(item, 'damaged');
    sendProgress({ downloadID: id, zippingProgress: status.progress });
  } catch (error) {
    if (isRefusal(error)) fail(item, error);
  } finally {
    pollingIds.delete(id);
  }
}

/** Gives the token or zip link of an item, a new one if it is valid for less than 15 seconds (requirement C-DOWNLOAD-12). */
async function getAccess(item: DownloadItem, signal?: AbortSignal): Promise<reducers.MediaAccess> {
  const { token, url } = item;
  if (!reducers.isZipped(item)) return { token: isValid(token) ? token : await fetchMediaToken(item, signal), url: '' };
  const urlToken = new URLSearchParams(url.split('?')[1]).get('token') ?? '';
  return { token: '', url: isValid(urlToken) ? url : await fetchZipLink(item, signal) };
}

const isValid = (token: string): boolean => !isExpired({ exp: getTokenExpiry(token) }, Date.now());

function fail(item: DownloadItem, error: unknown): void {
  logError(`The download of ${item.title} failed`, error);
  setFailed(item, getFailure(error), error);
}

/** Says why in the row and in a toast. */
function setFailed(item: DownloadItem, failure: DownloadFailure, error?: unknown): void {
  updateDownloads((items) => reducers.setFailed(items, item.downloadID, failure, isRefusal(error)));
  notifyDownloadFailure(item, failure, error);
}

function notifyDownloadFailure(item: DownloadItem, failure: DownloadFailure, error?: unknown): void {
  const isRemoved = !listItems().some(({ downloadID }) => downloadID === item.downloadID);
  if (isRemoved) return;
  const t = getTranslate();
  const values = { title: formatExplicitTitle(item), reason: t(`download.failure-${failure}`) };
  const message = t('download.failed-because', values);
  notifyFailure(error, { category: 'downloadFailed', message, subject: item.downloadID });
}

const isRefusal = (error: unknown): boolean => getRefusalText(error) !== undefined;

function deleteBytes(id: string): void {
  deleteParts(id);
  const owner = getStateOwner();
  if (owner === undefined) return;
  deleteFiles(owner, (fileId) => fileId === id).catch((error: unknown) =>
    logError('A file could not be deleted', error),
  );
}
