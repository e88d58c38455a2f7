import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';

/** Media files by keys such as `audio/<sha256>.mp3`. A file is complete and durable, or does not exist. */
export interface Storage {
  /** The folder or the bucket, for messages. */
  location: string;
  /**
   * Resolves when the bytes survive a power cut. Replaces an existing file.
   * @throws ContentMismatchError when `sha256` (hex) is given and differs; nothing is replaced
   */
  put(key: string, source: Readable | Buffer, sha256?: string): Promise<StoredObject>;
  stat(key: string): Promise<FoundFile | undefined>;
  /** Reads the whole file, or the bytes from `start` to `end`, both included. @throws ENOENT */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Lists the keys of the media files that begin with the prefix, in no order. */
  list(prefix: string): AsyncIterable<string>;
  /** Does nothing when there is no such file. */
  delete(key: string): Promise<void>;
  /** The same storage, whose unfinished writes are in a folder of this name. */
  withPartialFolder(name: string): Storage;
  /** Deletes the unfinished writes in a folder. Call it only when their process has ended. */
  removePartialFolder(name: string): Promise<void>;
  /** Deletes unfinished writes that nobody has continued since `before`. */
  removeOldPartials(before: Date): Promise<void>;
}

export interface FoundFile {
  bytes: number;
  /** Changes with the content; unique over all storages. */
  version: string;
  /** Opens the file for reading pieces; nothing is read before the first one. */
  open(): PieceReader;
}

export interface PieceReader {
  /** Fills the buffer with the bytes from a position. @throws when the file ends before */
  fill(buffer: Buffer, position: number): Promise<void>;
  close(): Promise<void>;
}

export interface StoredObject {
  bytes: number;
  /** Of the whole file, unsigned, as in a zip. */
  crc32: number;
}

/** The storage does not answer, or refuses what it is asked: answered as 503. */
export class StorageUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageUnavailable';
  }
}

/** The content is not what its hash says. */
export class ContentMismatchError extends Error {}

const PARTIAL_FOLDER = '.partial';
const READ_BYTES = 128 * 1024;

/** Keys of files that describe the storage itself; they are not listed. */
export const OWN_KEYS = {
  /** Its id, which the database knows. */
  id: '.installation',
  /** Until a restore is finished. */
  restoring: '.restoring',
  /** Has the id of the storage that the files were copied from or to. */
  moving: '.moving',
};
const ownKeys = Object.values(OWN_KEYS);

/** @throws when the key leads outside the storage or to a hidden file */
export function requireKey(key: string): void {
  const isForbidden = (part: string) => part === '' || part.startsWith('.') || /[\\\u0000-\u001f]/.test(part);
  if (!ownKeys.includes(key) && key.split('/').some(isForbidden))
    throw new Error(`Invalid storage key: ${JSON.stringify(key)}`);
}

/** Whether there is no media file. */
export async function isEmpty(storage: Storage): Promise<boolean> {
  for await (const _key of storage.list('')) return false;
  return true;
}

/** The SHA-256 of a stored file in hex. @throws ENOENT */
export async function hashContent(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await storage.read(key)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

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

/** Measures content on its way into a storage. */
export function createMeter(sha256?: string) {
  const stored: StoredObject = { bytes: 0, crc32: 0 };
  const hash = sha256 === undefined ? undefined : createHash('sha256');
  return {
    stored,
    add(chunk: Buffer): void {
      stored.bytes += chunk.length;
      stored.crc32 = crc32(chunk, stored.crc32);
      hash?.update(chunk);
    },
    /** @throws ContentMismatchError */
    requireHash(): void {
      if (hash && hash.digest('hex') !== sha256) throw new ContentMismatchError('The content has another hash.');
    },
  };
}

/** Whether a copy failed because the source is missing or has other content, not because a storage failed. */
export const isDamage = (reason: unknown): boolean =>
  reason instanceof ContentMismatchError || (reason as NodeJS.ErrnoException).code === 'ENOENT';

/** A storage in a folder that other users cannot read. */
export function createDiskStorage(root: string, partialFolder = 'unnamed'): Storage {
  const pathOf = (key: string) => getPath(root, key);
  const partials = join(root, PARTIAL_FOLDER);
  return {
    location: root,
    put: async (key, source, sha256) => {
      const path = pathOf(key);
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
      const path = pathOf(key);
      const stats = await stat(path).catch(ignoreMissing);
      if (!stats?.isFile()) return undefined;
      return { bytes: stats.size, version: `${path} ${stats.ino} ${stats.mtimeMs}`, open: () => openFile(path) };
    },
    read: async (key, range) => (await open(pathOf(key))).createReadStream({ highWaterMark: READ_BYTES, ...range }),
    list: (prefix) => listKeys(root, prefix),
    delete: (key) => rm(pathOf(key), { force: true }),
    withPartialFolder: (name) => createDiskStorage(root, name),
    removePartialFolder: (name) => rm(join(partials, name), { recursive: true, force: true }),
    removeOldPartials: (before) => removeOldFiles(partials, before),
  };
}

/** @throws as `requireKey` does */
function getPath(root: string, key: string): string {
  requireKey(key);
  return join(root, ...key.split('/'));
}

function openFile(path: string): PieceReader {
  let file: Promise<FileHandle> | undefined;
  return {
    async fill(buffer, position) {
      const handle = await (file ??= open(path));
      for (let filled = 0; filled < buffer.length; ) {
        const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
        if (bytesRead === 0) throw new Error(`${path} ended early.`);
        filled += bytesRead;
      }
    },
    close: async () => (await file)?.close(),
  };
}

async function* listKeys(root: string, prefix: string): AsyncGenerator<string> {
  const [, folders = ''] = /^(.*\/)?/.exec(prefix) ?? [];
  const folder = await opendir(join(root, folders), { recursive: true }).catch(ignoreMissing);
  if (!folder) return;
  for await (const entry of folder) {
    const key = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
    if (entry.isFile() && key.startsWith(prefix) && !key.startsWith('.')) yield key;
  }
}

async function write(path: string, source: Readable | Buffer, sha256?: string): Promise<StoredObject> {
  const meter = createMeter(sha256);
  const handle = await open(path, 'wx', 0o600);
  try {
    const bytes = Buffer.isBuffer(source) ? Readable.from([source]) : source;
    await pipeline(bytes, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await handle.writeFile(chunk);
        meter.add(chunk);
      }
    });
    meter.requireHash();
    await handle.sync();
  } finally {
    await handle.close();
  }
  return meter.stored;
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
