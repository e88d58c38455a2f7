import { DOWNLOAD_KEEP_MS, DOWNLOADS_AT_ONCE } from '@promenade/contract/limits';
import { reasonOf } from '../platform/errorText.ts';
import { logged } from '../platform/logged.ts';
import { notify } from '../platform/notices.ts';
import { saveFile } from '../platform/saveFile.ts';
import { expiryOf, isExpired } from '../platform/tokens.ts';
import { explicitTitle } from '../releases/explicitTitle.ts';
import { askToken, askZipLink, askZipStatus } from './data.ts';
import {
  type DownloadItem,
  failed,
  finished,
  isZipped,
  loading,
  nextWaiting,
  progressed,
  waitingForZip,
  zipTold,
} from './downloads.ts';
import { moveDownloads, useDownloads } from './downloadsStore.ts';
import { forgetFiles } from './files.ts';
import { forgetParts } from './shelf.ts';
import { patiently, takeHome } from './transfer.ts';

/** Downloads under way with their cancel handles, which nothing could keep over a reload. */
const underWay = new Map<string, AbortController>();
/** Zips that are being asked after. */
const asked = new Set<string>();

/** Starts what waits, while fewer than two are under way (C-DOWNLOAD-16). */
export function startNext(): void {
  while (underWay.size < DOWNLOADS_AT_ONCE) {
    const next = nextWaiting(useDownloads.getState().items.filter(({ downloadID }) => !underWay.has(downloadID)));
    if (!next) return;
    void run(next);
  }
}

/** Asks after each zip that something waits for; one that cannot be asked after now is asked after again. */
export function askZips(): void {
  for (const item of waitingForZip(useDownloads.getState().items)) {
    if (!asked.has(item.downloadID)) void askZip(item);
  }
}

// A line that left the list is cancelled and leaves no bytes (C-DOWNLOAD-09).
useDownloads.subscribe(({ items }, before) => {
  for (const { downloadID, status } of before.items) {
    if (items.some((item) => item.downloadID === downloadID)) continue;
    const cancel = underWay.get(downloadID);
    if (cancel) cancel.abort();
    else if (status !== 'finished') drop(downloadID);
  }
});

async function run(item: DownloadItem): Promise<void> {
  const cancel = new AbortController();
  underWay.set(item.downloadID, cancel);
  try {
    await fetchAndSave(item, cancel.signal);
  } catch (failure) {
    if (cancel.signal.aborted) drop(item.downloadID);
    else fail(item, failure);
  } finally {
    underWay.delete(item.downloadID);
  }
}

async function fetchAndSave(item: DownloadItem, signal: AbortSignal): Promise<void> {
  const { downloadID: id, title } = item;
  const pass = await patiently(() => passFor(item, signal), signal);
  moveDownloads((items) => loading(items, id, pass));
  const told = (percent: number) => moveDownloads((items) => progressed(items, id, percent));
  const { bytes, name } = await takeHome(id, { ...item, ...pass }, signal, told);
  signal.throwIfAborted();
  saveFile(bytes, name ?? title);
  forgetParts(id);
  setTimeout(() => drop(id), DOWNLOAD_KEEP_MS);
  moveDownloads((items) => finished(items, id));
  notify({ category: 'downloadFinished', message: explicitTitle(item) });
}

async function askZip(item: DownloadItem): Promise<void> {
  const { downloadID: id } = item;
  asked.add(id);
  try {
    const pass = await passFor(item);
    const status = await askZipStatus(item);
    moveDownloads((items) => zipTold(items, id, status, pass));
  } catch (failure) {
    if (isRefusal(failure)) fail(item, failure);
  } finally {
    asked.delete(id);
  }
}

/** The token or zip link of an item, a new one if less than 15 seconds of it are left (C-DOWNLOAD-12). */
async function passFor(item: DownloadItem, signal?: AbortSignal): Promise<Pick<DownloadItem, 'token' | 'url'>> {
  const { token, url } = item;
  if (!isZipped(item)) return { token: isGood(token) ? token : await askToken(item, signal), url: '' };
  const inLink = new URLSearchParams(url.split('?')[1]).get('token') ?? '';
  return { token: '', url: isGood(inLink) ? url : await askZipLink(item, signal) };
}

const isGood = (token: string): boolean => !isExpired({ exp: expiryOf(token) }, Date.now());

function fail({ downloadID, title }: DownloadItem, failure: unknown): void {
  logged(`The download of ${title} failed`, failure);
  moveDownloads((items) => failed(items, downloadID, isRefusal(failure)));
}

const isRefusal = (failure: unknown): boolean => {
  const { status = 0 } = reasonOf(failure) ?? {};
  return status >= 400 && status < 500;
};

function drop(id: string): void {
  forgetParts(id);
  forgetFiles((one) => one === id).catch((failure: unknown) => logged('A file could not be removed', failure));
}
