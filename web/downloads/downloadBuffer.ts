import { getStateOwner, getStorage } from '../platform/persistedState.ts';
import type { WriterRequest, WriterResponse } from './diskWriter.ts';
import { getDownloadsFolder, hasDisk } from './downloadsFolder.ts';

/**
 * Collects the bytes of one download until it is complete: in a file of the browser's private disk (OPFS), where they
 * survive a reload, else in memory. Bytes that remain after `close` are used by the next attempt.
 */
export interface DownloadBuffer {
  bytes: number;
  /** ETag of the file that the bytes belong to; null without one. */
  etag: string | null;
  startOver(etag: string | null): Promise<void>;
  /** Takes ownership of the part, which is empty afterwards. */
  append(part: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Returns the complete file; nothing can be appended afterwards. */
  file(): Promise<Blob>;
  close(): Promise<void>;
}

export async function openDownloadBuffer(downloadID: string): Promise<DownloadBuffer> {
  // On public computers (session storage) nothing is written to disk.
  const account = getStateOwner();
  if (!hasDisk() || account === undefined || getStorage() === sessionStorage) return openInMemory(downloadID);
  try {
    return await openOnDisk(account, downloadID);
  } catch {
    // Private windows may have the disk API without a disk.
    return openInMemory(downloadID);
  }
}

const memoryBuffers = new Map<string, DownloadBuffer>();

export const deleteParts = (downloadID: string): void => void memoryBuffers.delete(downloadID);

function openInMemory(downloadID: string): DownloadBuffer {
  const existing = memoryBuffers.get(downloadID);
  if (existing) return existing;
  let parts: Blob[] = [];
  const buffer: DownloadBuffer = {
    bytes: 0,
    etag: null,
    async startOver(etag) {
      parts = [];
      Object.assign(buffer, { etag, bytes: 0 });
      memoryBuffers.set(downloadID, buffer);
    },
    async append(part) {
      parts.push(new Blob([part]));
      buffer.bytes += part.length;
    },
    file: async () => new Blob(parts),
    close: async () => undefined,
  };
  return buffer;
}

/** Opens the file of a download, named by its ETag. @throws when there is no disk or another tab has it open */
async function openOnDisk(account: string, downloadID: string): Promise<DownloadBuffer> {
  const folder = await (await getDownloadsFolder(account)).getDirectoryHandle(downloadID, { create: true });
  const { send, stop } = startWriter();
  let name: string | undefined;
  for await (const existing of folder.keys()) name = existing;
  const buffer: DownloadBuffer = {
    bytes: 0,
    etag: name === undefined ? null : decodeURIComponent(name.slice(1)) || null,
    async startOver(etag) {
      if (name !== undefined) {
        await send({ close: true });
        await folder.removeEntry(name);
      }
      // The prefix keeps the name from being empty.
      name = `_${encodeURIComponent(etag ?? '')}`;
      buffer.etag = etag;
      buffer.bytes = await send({ open: { account, downloadID, name } });
    },
    async append(part) {
      const { length } = part;
      await send({ part, offset: buffer.bytes }, [part.buffer]);
      buffer.bytes += length;
    },
    async file() {
      await send({ close: true });
      return (await folder.getFileHandle(name ?? '')).getFile();
    },
    async close() {
      await send({ close: true }).catch(() => undefined);
      stop();
    },
  };
  if (name === undefined) return buffer;
  try {
    // The last byte is requested again, so that a complete file still gets a response.
    buffer.bytes = Math.max(0, (await send({ open: { account, downloadID, name } })) - 1);
    return buffer;
  } catch (error) {
    stop();
    throw error;
  }
}

function startWriter() {
  const worker = new Worker(new URL('./diskWriter.ts', import.meta.url), { type: 'module' });
  const send = (request: WriterRequest, transferred: Transferable[] = []) =>
    new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<WriterResponse>) =>
        'error' in data ? reject(new DOMException(data.error)) : resolve(data.bytes);
      worker.onerror = () => reject(new Error('The disk writer could not be started'));
      worker.postMessage(request, transferred);
    });
  return { send, stop: () => worker.terminate() };
}
