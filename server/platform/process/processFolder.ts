import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock, waitForLock, withLock } from './lock.ts';

/** A temporary folder of this process. The lock beside it ends with the process, also after kill -9. */
export interface ProcessFolder {
  name: string;
  path: string;
  close(): Promise<void>;
}

const LOCK = '.lock';
/** Serializes the creation and the removal of folders. */
const parentLock = (parent: string) => `${parent}${LOCK}`;

export async function openProcessFolder(parent: string): Promise<ProcessFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const name = randomUUID();
  const path = join(parent, name);
  const lock = await withLock(parentLock(parent), async () => {
    await mkdir(path, { mode: 0o700 });
    return waitForLock(path + LOCK);
  });
  return {
    name,
    path,
    async close() {
      await rm(path, { recursive: true, force: true });
      await rm(path + LOCK, { force: true });
      lock.release();
    },
  };
}

/** Deletes the folders of ended processes. `removeMore` deletes what else they left, by the name of their folder. */
export async function removeAbandonedFolders(
  parent: string,
  removeMore: (name: string) => Promise<void>,
): Promise<void> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await withLock(parentLock(parent), async () => {
    for (const entry of await readdir(parent)) {
      if (entry.endsWith(LOCK)) continue;
      const path = join(parent, entry);
      const lock = tryLock(path + LOCK);
      if (!lock) continue;
      await removeMore(entry);
      await rm(path, { recursive: true, force: true });
      await rm(path + LOCK, { force: true });
      lock.release();
    }
  });
}
