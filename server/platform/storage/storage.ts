import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';

/** Media files by keys such as `audio/<sha256>.mp3`. A file is complete and durable, or does not exist. */
export interface Storage {
  /** Resolves when the bytes survive a power cut. Replaces an existing file. */
  put(key: string, source: Readable | Buffer): Promise<StoredObject>;
  stat(key: string): Promise<{ bytes: number } | undefined>;
  /** @throws ENOENT */
  read(key: string): Promise<Readable>;
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>;
  /** The path on this machine. */
  localPath(key: string): string;
  /** Deletes the files of interrupted writes. Call it only while nothing is written. */
  removePartial(): Promise<void>;
}

export interface StoredObject {
  bytes: number;
  /** Of the whole file, unsigned, as in a zip. */
  crc32: number;
}

const PARTIAL_FOLDER = '.partial';

/** A storage in a folder that other users cannot read. */
export function createDiskStorage(root: string): Storage {
  const localPath = (key: string) => getPath(root, key);
  return {
    put: async (key, source) => {
      const path = localPath(key);
      const partial = join(root, PARTIAL_FOLDER, randomUUID());
      await mkdir(dirname(partial), { recursive: true, mode: 0o700 });
      try {
        const stored = await write(partial, source);
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
    removePartial: () => rm(join(root, PARTIAL_FOLDER), { recursive: true, force: true }),
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

async function write(path: string, source: Readable | Buffer): Promise<StoredObject> {
  const handle = await open(path, 'wx', 0o600);
  const stored: StoredObject = { bytes: 0, crc32: 0 };
  try {
    const bytes = Buffer.isBuffer(source) ? Readable.from([source]) : source;
    await pipeline(bytes, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await handle.writeFile(chunk);
        stored.bytes += chunk.length;
        stored.crc32 = crc32(chunk, stored.crc32);
      }
    });
    await handle.sync();
  } finally {
    await handle.close();
  }
  return stored;
}

async function createFolder(folder: string): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (firstCreated) await syncFolder(dirname(firstCreated));
}

/** Makes the names in the folder durable. */
async function syncFolder(folder: string): Promise<void> {
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
