import { type FileHandle, open, stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

/**
 * Reads files in chunks of 512 KB that concurrent readers of a file share. A chunk is leased: its buffer stays unchanged
 * until every lease is released, then it stays in the cache while the file has other readers. Buffers are pooled, the
 * last one used first, because it is still in the processor's cache.
 */
const CHUNK_BYTES = 512 * 1024;
/** 16 MB. */
const CHUNKS_MAX = 32;

interface Chunk {
  buffer: Buffer;
  filled: Promise<number>;
  leases: number;
  isCached: boolean;
}

const cache = new LRUCache<string, Chunk>({
  max: CHUNKS_MAX,
  dispose: (chunk) => {
    chunk.isCached = false;
    recycle(chunk);
  },
});
const pool: Buffer[] = [];
/** The number of open readers by file version. */
const readers = new Map<string, number>();

export interface FileInfo {
  path: string;
  bytes: number;
  /** Changes with the content. */
  version: string;
}

export interface ChunkLease {
  bytes: Buffer;
  release(): void;
}

/** Undefined when there is no such file. */
export async function findFile(path: string): Promise<FileInfo | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return undefined;
  return { path, bytes: stats.size, version: `${path} ${stats.ino} ${stats.mtimeMs}` };
}

/** Opens the file at the first chunk that is not cached. */
export function openChunkReader({ path, bytes, version }: FileInfo) {
  let file: Promise<FileHandle> | undefined;
  readers.set(version, (readers.get(version) ?? 0) + 1);

  async function fill(buffer: Buffer, start: number): Promise<number> {
    const handle = await (file ??= open(path));
    const end = Math.min(buffer.length, bytes - start);
    let filled = 0;
    while (filled < end) {
      const { bytesRead } = await handle.read(buffer, filled, end - filled, start + filled);
      if (bytesRead === 0) throw new Error(`${path} ended early.`);
      filled += bytesRead;
    }
    return filled;
  }

  function load(key: string, start: number): Chunk {
    const buffer = pool.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const chunk = { buffer, filled: fill(buffer, start), leases: 0, isCached: true };
    cache.set(key, chunk);
    return chunk;
  }

  return {
    /** Leases the bytes from `position` to the end of its chunk. @throws when the file ends before */
    async acquire(position: number): Promise<ChunkLease> {
      const start = position - (position % CHUNK_BYTES);
      const key = `${version} ${start}`;
      const chunk = cache.get(key) ?? load(key, start);
      chunk.leases += 1;
      const release = (isValid = true) => {
        chunk.leases -= 1;
        const isUseful = isValid && readers.get(version) !== 1;
        if (chunk.isCached && chunk.leases === 0 && !isUseful) cache.delete(key);
        else recycle(chunk);
      };
      try {
        return { bytes: chunk.buffer.subarray(position - start, await chunk.filled), release };
      } catch (reason) {
        release(false);
        throw reason;
      }
    },
    async close(): Promise<void> {
      const others = (readers.get(version) ?? 0) - 1;
      if (others > 0) readers.set(version, others);
      else readers.delete(version);
      await (await file)?.close();
    },
  };
}

/** One buffer more than the cache holds, so that a full cache allocates nothing. */
function recycle({ buffer, isCached, leases }: Chunk): void {
  if (!isCached && leases === 0 && cache.size + pool.length <= CHUNKS_MAX) pool.push(buffer);
}
