import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';

/** Where media lie, by keys like `audio/<sha256>.mp3`. A file appears whole and safe, or not at all. */
export interface Storage {
  /** Returns when the bytes survive a power cut; what had this key is replaced. */
  put(key: string, source: Readable | Buffer): Promise<Stored>;
  stat(key: string): Promise<{ bytes: number } | undefined>;
  /** `end` is the last byte, included. @throws ENOENT */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Without a word when there is none. */
  delete(key: string): Promise<void>;
  /** Keys that begin with `prefix`, in any order. */
  list(prefix: string): AsyncIterable<string>;
  /** Where the file lies on this machine, for what opens it by itself. */
  localPath(key: string): string;
  /** Removes what interrupted writers left. Only while nobody writes. */
  removePartial(): Promise<void>;
}

/** What came to lie under a key. */
export interface Stored {
  bytes: number;
  /** As zip wants it: of the whole file, unsigned. */
  crc32: number;
}

const PARTIAL = '.partial';

/** A folder of this machine, closed to other users. */
export function diskStorage(root: string): Storage {
  const at = (key: string) => pathOf(root, key);
  return {
    put: async (key, source) => {
      const path = at(key);
      const partial = join(root, PARTIAL, randomUUID());
      await mkdir(dirname(partial), { recursive: true, mode: 0o700 });
      try {
        const stored = await write(partial, source);
        await makeFolder(dirname(path));
        await rename(partial, path);
        await syncFolder(dirname(path));
        return stored;
      } catch (reason) {
        await rm(partial, { force: true });
        throw reason;
      }
    },
    stat: async (key) => {
      const found = await stat(at(key)).catch(absent);
      return found?.isFile() ? { bytes: found.size } : undefined;
    },
    read: async (key, range) => {
      const handle = await open(at(key));
      return handle.createReadStream(range);
    },
    delete: (key) => rm(at(key), { force: true }),
    list: (prefix) => keysOf(root, prefix),
    localPath: at,
    removePartial: () => rm(join(root, PARTIAL), { recursive: true, force: true }),
  };
}

/** @throws when a key would leave the folder or name something hidden */
function pathOf(root: string, key: string): string {
  const parts = key.split('/');
  if (parts.some((part) => part === '' || part.startsWith('.') || /[\\\u0000-\u001f]/.test(part))) {
    throw new Error(`Not a key of the storage: ${JSON.stringify(key)}`);
  }
  return join(root, ...parts);
}

async function write(path: string, source: Readable | Buffer): Promise<Stored> {
  const handle = await open(path, 'wx', 0o600);
  const stored: Stored = { bytes: 0, crc32: 0 };
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

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first) await syncFolder(dirname(first));
}

/** A name is safe only when the folder that holds it is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* keysOf(root: string, prefix: string): AsyncGenerator<string> {
  const folder = join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent)) ?? [];
  for (const entry of entries) {
    const key = relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
    if (entry.isFile() && key.startsWith(prefix) && !key.startsWith(PARTIAL)) yield key;
  }
}

function absent(reason: NodeJS.ErrnoException): undefined {
  if (reason.code !== 'ENOENT' && reason.code !== 'ENOTDIR') throw reason;
}
