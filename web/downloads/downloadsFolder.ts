/** Whether the browser has a private disk (OPFS); plain HTTP pages have none. */
export const hasDisk = (): boolean => 'getDirectory' in (navigator.storage ?? {});

/** The folder of an account on the private disk, with one subfolder per download. @throws DOMException if the browser forbids it */
export async function getDownloadsFolder(account: string): Promise<FileSystemDirectoryHandle> {
  return (await getRoot()).getDirectoryHandle(account, { create: true });
}

export async function deleteFiles(account: string, matches: (downloadID: string) => boolean): Promise<void> {
  if (hasDisk()) await deleteFolders(await getDownloadsFolder(account), matches);
}

export async function deleteAccounts(matches: (account: string) => boolean): Promise<void> {
  if (hasDisk()) await deleteFolders(await getRoot(), matches);
}

async function getRoot(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle('downloads', { create: true });
}

async function deleteFolders(parent: FileSystemDirectoryHandle, matches: (name: string) => boolean): Promise<void> {
  for await (const name of parent.keys()) {
    // Removing fails while another tab writes the file.
    if (matches(name)) await parent.removeEntry(name, { recursive: true }).catch(() => undefined);
  }
}
