import { getDownloadsFolder } from './downloadsFolder.ts';

/** A worker that writes one file in place. Browsers offer synchronous file access in workers only. */
export type WriterRequest = { open: OpenedFile } | { part: Uint8Array<ArrayBuffer>; offset: number } | { close: true };
export type WriterResponse = { bytes: number } | { error: string };

interface OpenedFile {
  account: string;
  downloadID: string;
  name: string;
}

/** `FileSystemSyncAccessHandle`, which the types of a page lack. */
interface SyncFile {
  write(part: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  getSize(): number;
  flush(): void;
  close(): void;
}
type SyncFileHandle = { createSyncAccessHandle(): Promise<SyncFile> };

let file: SyncFile | undefined;

self.onmessage = async ({ data }: MessageEvent<WriterRequest>) => {
  self.postMessage(await execute(data).catch((error: unknown): WriterResponse => ({ error: String(error) })));
};

async function execute(request: WriterRequest): Promise<WriterResponse> {
  if ('open' in request) file = await openFile(request.open);
  else if ('part' in request) file?.write(request.part, { at: request.offset });
  const bytes = file?.getSize() ?? 0;
  if ('close' in request) {
    file?.flush();
    file?.close();
    file = undefined;
  }
  return { bytes };
}

async function openFile({ account, downloadID, name }: OpenedFile): Promise<SyncFile> {
  const folder = await (await getDownloadsFolder(account)).getDirectoryHandle(downloadID);
  const handle = await folder.getFileHandle(name, { create: true });
  return (handle as unknown as SyncFileHandle).createSyncAccessHandle();
}
