/** The folder in this page's own part of the browser's disk, with one folder for each download. */
const FOLDER = 'downloads';

/** Whether the browser has a disk for this page; there is none on plain http. */
export const hasDisk = (): boolean => 'getDirectory' in (navigator.storage ?? {});

/** Where the bytes of downloads wait until they are saved. @throws what the browser says when it forbids it */
export async function filesFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** Removes the bytes of these downloads, as far as nobody writes them. */
export async function forgetFiles(isForgotten: (downloadID: string) => boolean): Promise<void> {
  if (!hasDisk()) return;
  const folder = await filesFolder();
  for await (const id of folder.keys()) {
    // Another tab may write it.
    if (isForgotten(id)) await folder.removeEntry(id, { recursive: true }).catch(() => undefined);
  }
}
