import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../platform/context.ts';
import { tryLock, waitForLock } from '../platform/process/lock.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { listUnreferencedKeys } from './queries.ts';

// A run writes each storage key into a key list before it stores the file. When no run holds the shared lock any more,
// `removeLeftovers` deletes the listed files that no database row references.

const KEY_LIST_SUFFIX = '.noted';
const pathsOf = (dataDir: string) => ({ parent: join(dataDir, 'tmp'), lockFile: join(dataDir, 'import.lock') });

/** Requires that `removeLeftovers` ran before. Holds the shared import lock until it is closed or the process ends. */
export async function openWorkspace({ config, storage }: Pick<AppContext, 'config' | 'storage'>) {
  const { parent, lockFile } = pathsOf(config.dataDir);
  const tempDir = join(parent, `import-${randomUUID()}`);
  await mkdir(tempDir, { mode: 0o700 });
  const lock = await waitForLock(lockFile, { shared: true });
  /** Marks storage keys for a reference check after the run. */
  const recordKeys = (keys: string[]) =>
    appendFile(`${tempDir}${KEY_LIST_SUFFIX}`, keys.map((key) => `${key}\n`).join(''), { flush: true, mode: 0o600 });
  const recordingStorage: Storage = {
    ...storage,
    put: async (key, source) => {
      await recordKeys([key]);
      return storage.put(key, source);
    },
  };
  return {
    tempDir,
    storage: recordingStorage,
    recordKeys,
    async close() {
      await rm(tempDir, { recursive: true, force: true });
      lock.release();
    },
  };
}

/** Deletes temporary files and unreferenced stored files of earlier runs. Does nothing while a run is active. */
export async function removeLeftovers({
  db,
  config,
  storage,
}: Pick<AppContext, 'db' | 'config' | 'storage'>): Promise<void> {
  const { parent, lockFile } = pathsOf(config.dataDir);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const lock = tryLock(lockFile);
  if (!lock) return;
  try {
    await storage.removePartial();
    for (const name of await readdir(parent)) {
      if (!name.startsWith('import-')) continue;
      const path = join(parent, name);
      if (name.endsWith(KEY_LIST_SUFFIX)) {
        // An incomplete last line belongs to a file that was never written.
        const keys = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
        for (const key of await listUnreferencedKeys(db, keys)) await storage.delete(key);
      }
      await rm(path, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}
