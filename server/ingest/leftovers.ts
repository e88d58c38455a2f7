import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../platform/context.ts';
import { tryLock, waitForLock } from '../platform/process/lock.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { findUnnamed } from './queries.ts';

/** Where one run works. */
export interface Workplace {
  tempDir: string;
  /** Notes every file before it is stored. */
  storage: Storage;
  /** Writes down keys of storage that may be of no use once this run ends. */
  note(keys: string[]): Promise<void>;
  leave(): Promise<void>;
}

const NOTED = '.noted';
const placesOf = (dataDir: string) => ({ parent: join(dataDir, 'tmp'), lockFile: join(dataDir, 'import.lock') });

/** Begins a run, after `removeLeftovers`. Until it leaves, by kill -9 too, nobody removes leftovers: what has no row yet may be in its hands. */
export async function openWorkplace({ config, storage }: Pick<AppContext, 'config' | 'storage'>): Promise<Workplace> {
  const { parent, lockFile } = placesOf(config.dataDir);
  const tempDir = join(parent, `import-${randomUUID()}`);
  await mkdir(tempDir, { mode: 0o700 });
  const lock = await waitForLock(lockFile, { shared: true });
  const note = (keys: string[]) =>
    appendFile(`${tempDir}${NOTED}`, keys.map((key) => `${key}\n`).join(''), { flush: true, mode: 0o600 });
  return {
    tempDir,
    storage: {
      ...storage,
      put: async (key, source) => {
        await note([key]);
        return storage.put(key, source);
      },
    },
    note,
    async leave() {
      await rm(tempDir, { recursive: true, force: true });
      lock.release();
    },
  };
}

/**
 * Removes what runs left that ended or were killed: temporary files, and of the stored ones those that no row names.
 * While somebody imports it is left to the next one.
 */
export async function removeLeftovers({
  db,
  config,
  storage,
}: Pick<AppContext, 'db' | 'config' | 'storage'>): Promise<void> {
  const { parent, lockFile } = placesOf(config.dataDir);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const lock = tryLock(lockFile);
  if (!lock) return;
  try {
    await storage.removePartial();
    for (const name of await readdir(parent)) {
      if (!name.startsWith('import-')) continue;
      const left = join(parent, name);
      if (name.endsWith(NOTED)) {
        // A line that was cut short stands for a file that was not begun.
        const keys = (await readFile(left, 'utf8')).split('\n').slice(0, -1);
        for (const key of await findUnnamed(db, keys)) await storage.delete(key);
      }
      await rm(left, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}
