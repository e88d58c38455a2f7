import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { getStoredBytes, noteStoredFiles, setStoredContent } from '../../catalogue/document/storedFileQueries.ts';
import type { AppContext } from '../../platform/context.ts';
import { openProcessFolder, removeAbandonedFolders } from '../../platform/process/processFolder.ts';
import { createMeter, type Storage } from '../../platform/storage/storage.ts';

/*
 * Any number of imports, on any number of nodes, share a media store. Each notes a storage key in the database before it
 * stores the file, or before it relies on a stored one. `deleteUnreferencedFiles` never deletes a file that was noted
 * within the grace time, so a release can be published without a lock.
 */

type Context = Pick<AppContext, 'db' | 'config' | 'storage' | 'now'>;

/** A storage that notes each key before it is written. A stream needs its hash. */
export interface ImportStorage extends Storage {
  /** Notes the file and says whether it is stored completely. */
  has(key: string): Promise<boolean>;
}

const temporaryFolder = ({ config }: Pick<Context, 'config'>) => join(config.dataDir, 'tmp');

/** A temporary folder and a storage for one import. `isCheck`: the storage keeps nothing, but `keptStorage` does. */
export async function openWorkspace(context: Context, isCheck = false) {
  const folder = await openProcessFolder(temporaryFolder(context));
  const { storage, noteFiles } = createImportStorage(context, folder.name);
  const storing = isCheck ? createCheckStorage(context) : { storage, noteFiles };
  return { tempDir: folder.path, ...storing, keptStorage: storage, close: folder.close };
}

async function isStored({ db, storage }: Pick<Context, 'db' | 'storage'>, key: string): Promise<boolean> {
  const bytes = await getStoredBytes(db, key);
  return bytes !== null && (await storage.stat(key))?.bytes === bytes;
}

/** Knows what is stored, reads what it is given, and neither stores nor notes it. */
function createCheckStorage(context: Pick<Context, 'db' | 'storage'>): ReturnType<typeof createImportStorage> {
  const storage: ImportStorage = {
    ...context.storage,
    put: async (_key, source, sha256) => {
      const meter = createMeter(sha256);
      for await (const chunk of Buffer.isBuffer(source) ? [source] : source) meter.add(chunk as Buffer);
      meter.requireHash();
      return meter.stored;
    },
    has: (key) => isStored(context, key),
  };
  return { storage, noteFiles: async () => [] };
}

export function createImportStorage({ db, storage, now }: Omit<Context, 'config'>, partialFolder: string) {
  /** Keeps files from being deleted during the grace time. @returns keys that were not known before */
  // In a transaction of its own, because it may wait for a deletion.
  const noteFiles = (keys: string[]) => db.transaction().execute((db) => noteStoredFiles(db, keys, now()));
  const plain = storage.withPartialFolder(partialFolder);
  const noting: ImportStorage = {
    ...plain,
    put: async (key, source, hash) => {
      const sha256 = hash ?? (Buffer.isBuffer(source) ? createHash('sha256').update(source).digest('hex') : undefined);
      if (sha256 === undefined) throw new Error(`The hash of ${key} is missing.`);
      await noteFiles([key]);
      const stored = await plain.put(key, source, sha256);
      await setStoredContent(db, { key, bytes: stored.bytes, sha256 });
      return stored;
    },
    has: async (key) => {
      await noteFiles([key]);
      return isStored({ db, storage }, key);
    },
  };
  return { storage: noting, noteFiles };
}

/** Deletes the temporary files that killed imports of this data folder left. */
export async function removeAbandonedWorkspaces(context: Pick<Context, 'config' | 'storage'>): Promise<void> {
  await removeAbandonedFolders(temporaryFolder(context), (name) => context.storage.removePartialFolder(name));
}
