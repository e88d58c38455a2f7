/** Whether the browser has a private disk (OPFS); plain HTTP pages have none. */
export const hasDisk = (): boolean => 'getDirectory' in (navigator.storage ?? {});

/** The folder on the private disk with one subfolder per download. @throws DOMException if the browser forbids it */
export async function getDownloadsFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle('downloads', { create: true });
}

export async function deleteFiles(matches: (downloadID: string) => boolean): Promise<void> {
  if (!hasDisk()) return;
  const folder = await getDownloadsFolder();
  for await (const id of folder.keys()) {
    // Removing fails while another tab writes the file.
    if (matches(id)) await folder.removeEntry(id, { recursive: true }).catch(() => undefined);
  }
}
