import { DOWNLOAD_RETRIES, DOWNLOAD_RETRY_MS } from '@promenade/contract/limits';
import { isTemporary } from '../platform/errorText.ts';
import { fetchMedia, type Media } from './data.ts';
import { openDownloadBuffer } from './downloadBuffer.ts';
import { getFailure } from './downloadFailures.ts';

/**
 * Downloads a file, continuing after the bytes of an earlier attempt. `onSize` gets the bytes of the complete file,
 * `onProgress` percent.
 * The server gives the name (requirements C-FORMAT-08, C-FORMAT-09).
 * @throws ApiError when refused or out of retries; AbortError; errors of the disk
 */
export async function downloadFile(
  downloadID: string,
  media: Media,
  signal: AbortSignal,
  { onSize, onProgress }: { onSize: (bytes: number) => void; onProgress: (percent: number) => void },
): Promise<{ bytes: Blob; name: string | undefined }> {
  const buffer = await openDownloadBuffer(downloadID);
  async function fetchRemaining(): Promise<string | undefined> {
    const { offset, total, etag, name, chunks } = await fetchMedia(media, buffer, signal);
    if (total) onSize(total);
    if (offset === 0) await buffer.startOver(etag);
    for await (const chunk of chunks) {
      await buffer.append(chunk);
      if (total) onProgress((100 * buffer.bytes) / total);
    }
    return name;
  }
  try {
    const name = await withRetry(fetchRemaining, signal, () => buffer.bytes);
    return { bytes: await buffer.file(), name };
  } finally {
    await buffer.close();
  }
}

/**
 * Retries temporary failures with doubling delays, a damaged file is none. When `getBytes` has grown, counting starts over.
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
      const canRetry = isTemporary(error) && getFailure(error) !== 'damaged' && retries < DOWNLOAD_RETRIES;
      if (signal.aborted || !canRetry) throw error;
      await delay(DOWNLOAD_RETRY_MS * 2 ** retries, signal);
    }
  }
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
