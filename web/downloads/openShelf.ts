import { keptIn } from '../platform/persisted.ts';
import { openDisk } from './disk.ts';
import { hasDisk } from './files.ts';
import { inMemory, type Shelf } from './shelf.ts';

/** The place of a download: on the disk, where memory stays flat and a reload loses nothing, else in memory. */
export async function openShelf(downloadID: string): Promise<Shelf> {
  // At a public computer nothing touches the disk.
  if (!hasDisk() || keptIn() === sessionStorage) return inMemory(downloadID);
  try {
    return await openDisk(downloadID);
  } catch {
    // A private window may have the disk in name only.
    return inMemory(downloadID);
  }
}
