import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';

/** Media files by keys such as `audio/<sha256>.mp3`. A file is complete and durable, or does not exist. */
export interface Storage {
  /**
   * Resolves when the bytes survive a power cut. Replaces an existing file.
   * @throws ContentMismatchError when `sha256` (hex) is given and differs; nothing is replaced
   */
  put(key: string, source: Readable | Buffer, sha256?: string): Promise<StoredObject>;
  stat(key: string): Promise<{ bytes: number } | undefined>;
  /** @throws ENOENT */
  read(key: string): Promise<Readable>;
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>;
  /** The path on this machine. */
  localPath(key: string): string;
  /** The same storage, whose unfinished writes are in a folder of this name. */
  withPartialFolder(name: string): Storage;
  /** Deletes the unfinished writes in a folder. Call it only when their process has ended. */
  removePartialFolder(name: string): Promise<void>;
  /** Deletes unfinished writes that nobody has continued since `before`. */
  removeOldPartials(before: Date): Promise<void>;
}

export interface StoredObject {
  bytes: number;
  /** Of the whole file, unsigned, as in a zip. */
  crc32: number;
}

/** The content is not what its hash says. */
export class ContentMismatchError extends Error {}

const PARTIAL_FOLDER = '.partial';

/** Copies a file between storages. @throws ContentMismatchError; ENOENT */
export async function copyContent(
  source: Storage,
  key: string,
  target: Storage,
  targetKey: string,
  sha256: string,
): Promise<void> {
  const bytes = await source.read(key);
  try {
    await target.put(targetKey, bytes, sha256);
  } finally {
    bytes.destroy();
  }
}

/** A storage in a folder that other users cannot read. */
export function createDiskStorage(root: string, partialFolder = 'unnamed'): Storage {
  const localPath = (key: string) => getPath(root, key);
  const partials = join(root, PARTIAL_FOLDER);
  return {
    put: async (key, source, sha256) => {
      const path = localPath(key);
      const partial = join(partials, partialFolder, randomUUID());
      await mkdir(dirname(partial), { recursive: true, mode: 0o700 });
      try {
        const stored = await write(partial, source, sha256);
        await createFolder(dirname(path));
        await rename(partial, path);
        await syncFolder(dirname(path));
        return stored;
      } catch (reason) {
        await rm(partial, { force: true });
        throw reason;
      }
    },
    stat: async (key) => {
      const stats = await stat(localPath(key)).catch(ignoreMissing);
      return stats?.isFile() ? { bytes: stats.size } : undefined;
    },
    read: async (key) => (await open(localPath(key))).createReadStream(),
    delete: (key) => rm(localPath(key), { force: true }),
    localPath,
    withPartialFolder: (name) => createDiskStorage(root, name),
    removePartialFolder: (name) => rm(join(partials, name), { recursive: true, force: true }),
    removeOldPartials: (before) => removeOldFiles(partials, before),
  };
}

/** @throws when the key leads outside the folder or to a hidden file */
function getPath(root: string, key: string): string {
  const parts = key.split('/');
  if (parts.some((part) => part === '' || part.startsWith('.') || /[\\\u0000-\u001f]/.test(part))) {
    throw new Error(`Invalid storage key: ${JSON.stringify(key)}`);
  }
  return join(root, ...parts);
}

async function write(path: string, source: Readable | Buffer, sha256?: string): Promise<StoredObject> {
  const digest = sha256 === undefined ? undefined : createHash('sha256');
  const handle = await open(path, 'wx', 0o600);
  const stored: StoredObject = { bytes: 0, crc32: 0 };
  try {
    const bytes = Buffer.isBuffer(source) ? Readable.from([source]) : source;
    await pipeline(bytes, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await handle.writeFile(chunk);
        stored.bytes += chunk.length;
        stored.crc32 = crc32(chunk, stored.crc32);
        digest?.update(chunk);
      }
    });
    if (digest && digest.digest('hex') !== sha256) throw new ContentMismatchError('The content has another hash.');
    await handle.sync();
  } finally {
    await handle.close();
  }
  return stored;
}

async function removeOldFiles(root: string, before: Date): Promise<void> {
  const isOld = async (path: string) => {
    const stats = await stat(path).catch(ignoreMissing);
    return stats !== undefined && stats.mtime < before;
  };
  for (const folder of await readdir(root).catch(() => [])) {
    const path = join(root, folder);
    if (!(await isOld(path))) continue;
    for (const name of await readdir(path)) if (await isOld(join(path, name))) await rm(join(path, name));
    // A folder that still has files stays.
    await rmdir(path).catch(() => {});
  }
}

async function createFolder(folder: string): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstCreated) await syncFolder(dirname(firstCreated));
}

/** Makes the names in the folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(reason: NodeJS.ErrnoException): undefined {
  if (reason.code !== 'ENOENT' && reason.code !== 'ENOTDIR') throw reason;
}
