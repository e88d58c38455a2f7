import { DOWNLOAD_RETRIES, DOWNLOAD_RETRY_MS } from '@promenade/contract/limits';
import { reasonOf } from '../platform/errorText.ts';
import { fetchMedia, type Media } from './data.ts';
import { type DownloadBuffer, openDownloadBuffer } from './downloadBuffer.ts';

/** `name` is the file name that the server gives (requirements C-FORMAT-08, C-FORMAT-09). */
interface DownloadedFile {
  bytes: Blob;
  name: string | undefined;
}

/**
 * Downloads a file, continuing after the bytes of an earlier attempt. `onProgress` gets percent.
 * @throws ApiError when refused or out of retries; AbortError; errors of the disk
 */
export async function downloadFile(
  downloadID: string,
  media: Media,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<DownloadedFile> {
  const buffer = await openDownloadBuffer(downloadID);
  try {
    const name = await withRetry(
      () => fetchRemaining(media, buffer, signal, onProgress),
      signal,
      () => buffer.bytes,
    );
    return { bytes: await buffer.file(), name };
  } finally {
    await buffer.close();
  }
}

async function fetchRemaining(
  media: Media,
  buffer: DownloadBuffer,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<string | undefined> {
  const { from, total, etag, name, parts } = await fetchMedia(media, buffer, signal);
  if (from === 0) await buffer.startOver(etag);
  for await (const part of parts) {
    await buffer.append(part);
    if (total) onProgress((100 * buffer.bytes) / total);
  }
  return name;
}

/**
 * Retries temporary failures with doubling delays. When `getBytes` has grown, counting starts over.
 * @throws ApiError when refused or out of retries; AbortError
 */
export async function withRetry<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  getBytes: () => number = () => 0,
): Promise<Result> {
  for (let retries = 0, before = getBytes(); ; retries += 1) {
    try {
      return await work();
    } catch (error) {
      if (getBytes() > before) retries = 0;
      before = getBytes();
      if (signal.aborted || !isTemporary(error) || retries === DOWNLOAD_RETRIES) throw error;
      await delay(DOWNLOAD_RETRY_MS * 2 ** retries, signal);
    }
  }
}

/** No response (status 0) or a server error. */
function isTemporary(error: unknown): boolean {
  const status = reasonOf(error)?.status;
  return status !== undefined && (status < 400 || status >= 500);
}

/** Waits, offline until the browser is online. @throws AbortError */
function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = navigator.onLine ? setTimeout(resolve, ms) : undefined;
    if (!navigator.onLine) window.addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Cancelled', 'AbortError'));
    });
  });
}
