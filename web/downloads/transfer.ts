import { DOWNLOAD_RETRIES, DOWNLOAD_RETRY_MS } from '@promenade/contract/limits';
import { reasonOf } from '../platform/errorText.ts';
import { fetchMedia, type Media } from './data.ts';
import { openShelf } from './openShelf.ts';
import type { Shelf } from './shelf.ts';

/** A download as it came, to be handed to the person. */
export interface Taken {
  bytes: Blob;
  /** As the server names it (C-FORMAT-08, C-FORMAT-09). */
  name: string | undefined;
}

/**
 * Fetches all of a download, from what is here of it; `told` hears how far it is, in percent. A line that breaks is taken
 * up again by itself.
 * @throws ApiError; AbortError when `signal` ended it; what the disk says
 */
export async function takeHome(
  downloadID: string,
  media: Media,
  signal: AbortSignal,
  told: (percent: number) => void,
): Promise<Taken> {
  const shelf = await openShelf(downloadID);
  try {
    const name = await patiently(
      () => fetchRest(media, shelf, signal, told),
      signal,
      () => shelf.bytes,
    );
    return { bytes: await shelf.file(), name };
  } finally {
    await shelf.close();
  }
}

async function fetchRest(
  media: Media,
  shelf: Shelf,
  signal: AbortSignal,
  told: (percent: number) => void,
): Promise<string | undefined> {
  const { from, total, etag, name, parts } = await fetchMedia(media, shelf, signal);
  if (from === 0) await shelf.startOver(etag);
  for await (const part of parts) {
    await shelf.put(part);
    if (total) told((100 * shelf.bytes) / total);
  }
  return name;
}

/**
 * Does it again after a while when there was no answer or the service is at fault; when more is `here` the tries count
 * anew.
 * @throws ApiError when it was refused, or too often in vain; AbortError when `signal` ended it
 */
export async function patiently<Done>(
  work: () => Promise<Done>,
  signal: AbortSignal,
  here: () => number = () => 0,
): Promise<Done> {
  for (let tries = 0, before = here(); ; tries += 1) {
    try {
      return await work();
    } catch (failure) {
      if (here() > before) tries = 0;
      before = here();
      if (signal.aborted || !isPassing(failure) || tries === DOWNLOAD_RETRIES) throw failure;
      await pause(DOWNLOAD_RETRY_MS * 2 ** tries, signal);
    }
  }
}

/** No answer has the status 0; what is no call at all does not pass by itself. */
function isPassing(failure: unknown): boolean {
  const status = reasonOf(failure)?.status;
  return status !== undefined && (status < 400 || status >= 500);
}

/** Waits, without a network until there is one. @throws AbortError when `signal` ends it */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((settle, fail) => {
    const timer = navigator.onLine ? setTimeout(settle, ms) : undefined;
    if (!navigator.onLine) window.addEventListener('online', () => settle(), { once: true, signal });
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      fail(new DOMException('Cancelled', 'AbortError'));
    });
  });
}
