import type { FromWriter, ToWriter } from './disk.ts';
import { filesFolder } from './files.ts';

/** What a worker has and a page has not: a file that is written in place, by nobody else meanwhile. */
interface OpenFile {
  write(part: Uint8Array<ArrayBuffer>, where: { at: number }): number;
  getSize(): number;
  flush(): void;
  close(): void;
}
type InWorker = { createSyncAccessHandle(): Promise<OpenFile> };

let file: OpenFile | undefined;

self.onmessage = async ({ data }: MessageEvent<ToWriter>) => {
  const answer = await obey(data).catch((failure: unknown): FromWriter => ({ failed: String(failure) }));
  self.postMessage(answer);
};

async function obey(what: ToWriter): Promise<FromWriter> {
  if ('open' in what) file = await open(what.open);
  else if ('part' in what) file?.write(what.part, { at: what.at });
  const bytes = file?.getSize() ?? 0;
  if ('close' in what) {
    file?.flush();
    file?.close();
    file = undefined;
  }
  return { bytes };
}

async function open({ downloadID, name }: { downloadID: string; name: string }): Promise<OpenFile> {
  const home = await (await filesFolder()).getDirectoryHandle(downloadID);
  const handle = await home.getFileHandle(name, { create: true });
  return (handle as unknown as InWorker).createSyncAccessHandle();
}
