import type { Pickup } from '@promenade/contract/desk';
import { fetchMedia, fetchMediaToken, type Media } from './data.ts';
import { getFailure } from './downloadFailures.ts';
import { withRetry } from './downloadFile.ts';
import type { DownloadFailure } from './downloadItem.ts';

// Writes the files of a pick-up into a folder of the person's disk (File System Access), which Chromium alone offers.

type PickFolder = (options: { id: string; mode: 'readwrite'; startIn: 'music' }) => Promise<FileSystemDirectoryHandle>;

const getPicker = () => (window as { showDirectoryPicker?: PickFolder }).showDirectoryPicker;

export const canSaveToFolder = (): boolean => getPicker() !== undefined;

/** Asks for a folder; the browser begins where the last one was. Undefined if the person chose none. */
export async function pickFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  try {
    return await getPicker()?.call(window, { id: 'pickup', mode: 'readwrite', startIn: 'music' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

type PickupFile = Pickup['files'][number];
export interface SavedFiles {
  saved: Set<string>;
  /** Songs that the server does not send, by id, and why. */
  refused: Map<string, DownloadFailure>;
}

/** Failures of one song. After any other failure, the songs that follow could not be saved either. */
const OF_ONE_SONG: ReadonlySet<DownloadFailure> = new Set(['access', 'withdrawn', 'stream-only', 'format', 'damaged']);

/**
 * Saves the files that `done` does not have yet, and then the list. A file appears under its name when it is complete.
 * @throws ApiError, DOMException of the disk, AbortError: what was saved stays, and a second call goes on
 */
export async function saveToFolder(
  { files, format, list }: Pickup,
  folder: FileSystemDirectoryHandle,
  { done, signal, onSong }: { done: SavedFiles; signal: AbortSignal; onSong: (file: PickupFile) => void },
): Promise<void> {
  for (const file of files) {
    if (done.saved.has(file.trackid) || done.refused.has(file.trackid)) continue;
    signal.throwIfAborted();
    onSong(file);
    try {
      await writeFile(folder, file.path, (writable) => writeSong(writable, file.trackid, format, signal));
      done.saved.add(file.trackid);
    } catch (error) {
      const failure = getFailure(error);
      if (signal.aborted || !OF_ONE_SONG.has(failure)) throw error;
      done.refused.set(file.trackid, failure);
    }
  }
  if (list && done.saved.size > 0) await writeFile(folder, list.path, (writable) => writable.write(list.text));
}

async function writeFile(
  root: FileSystemDirectoryHandle,
  path: string,
  write: (writable: FileSystemWritableFileStream) => Promise<void>,
): Promise<void> {
  const folders = path.split('/');
  const name = folders.pop() ?? path;
  let folder = root;
  for (const part of folders) folder = await folder.getDirectoryHandle(part, { create: true });
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  try {
    await write(writable);
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => undefined);
    // What was there before stays; an empty file is the one that was just made.
    if ((await handle.getFile()).size === 0) await folder.removeEntry(name).catch(() => undefined);
    throw error;
  }
}

async function writeSong(
  writable: FileSystemWritableFileStream,
  mediaID: string,
  format: Media['format'],
  signal: AbortSignal,
): Promise<void> {
  const song = { type: 'song', mediaID, format, url: '' } as const;
  const token = await withRetry(() => fetchMediaToken({ ...song, token: '' }, signal), signal);
  const written: { bytes: number; etag: string | null } = { bytes: 0, etag: null };
  async function writeRest(): Promise<void> {
    const { offset, etag, chunks } = await fetchMedia({ ...song, token }, written, signal);
    if (offset === 0) {
      await writable.truncate(0);
      Object.assign(written, { bytes: 0, etag });
    }
    for await (const data of chunks) {
      await writable.write({ type: 'write', position: written.bytes, data });
      written.bytes += data.length;
    }
  }
  await withRetry(writeRest, signal, () => written.bytes);
}
