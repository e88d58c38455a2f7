import { filesFolder } from './files.ts';
import type { Shelf } from './shelf.ts';

/** What the writer is told, one after the other; it answers with how many bytes are in the file, or why it could not. */
export type ToWriter =
  | { open: { downloadID: string; name: string } }
  | { part: Uint8Array<ArrayBuffer>; at: number }
  | { close: true };
export type FromWriter = { bytes: number } | { failed: string };

/**
 * A file on the disk of the browser, named by its ETag, so that the next try knows what it is the beginning of.
 * @throws what the browser says when there is no disk, or another tab writes this file
 */
export async function openDisk(downloadID: string): Promise<Shelf> {
  const home = await (await filesFolder()).getDirectoryHandle(downloadID, { create: true });
  const { tell, stop } = startWriter();
  const giveUp = (failure: unknown) => {
    stop();
    throw failure;
  };
  let name: string | undefined;
  for await (const kept of home.keys()) name = kept;
  let bytes = 0;
  // The last byte is asked for again, so that a file that is whole already still gets an answer.
  if (name !== undefined) bytes = Math.max(0, (await tell({ open: { downloadID, name } }).catch(giveUp)) - 1);
  return {
    get bytes() {
      return bytes;
    },
    get etag() {
      return name === undefined ? null : decodeURIComponent(name.slice(1)) || null;
    },
    async startOver(etag) {
      if (name !== undefined) {
        await tell({ close: true });
        await home.removeEntry(name);
      }
      // A name must not be empty.
      name = `_${encodeURIComponent(etag ?? '')}`;
      bytes = await tell({ open: { downloadID, name } });
    },
    async put(part) {
      const { length } = part;
      await tell({ part, at: bytes }, [part.buffer]);
      bytes += length;
    },
    async file() {
      await tell({ close: true });
      return (await home.getFileHandle(name ?? '')).getFile();
    },
    async close() {
      await tell({ close: true }).catch(() => undefined);
      stop();
    },
  };
}

/** Files can be written in place, and locked, in a worker only. */
function startWriter(): { tell: (what: ToWriter, moved?: Transferable[]) => Promise<number>; stop: () => void } {
  const worker = new Worker(new URL('./diskWriter.ts', import.meta.url), { type: 'module' });
  const tell = (what: ToWriter, moved: Transferable[] = []) =>
    new Promise<number>((settle, fail) => {
      worker.onmessage = ({ data }: MessageEvent<FromWriter>) =>
        'failed' in data ? fail(new Error(data.failed)) : settle(data.bytes);
      worker.onerror = () => fail(new Error('The writer of downloads could not be started'));
      worker.postMessage(what, moved);
    });
  return { tell, stop: () => worker.terminate() };
}
