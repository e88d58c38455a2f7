import { LRUCache } from 'lru-cache';
import type { FoundFile, PieceReader } from '../storage/storage.ts';

/**
 * Reads files in chunks of 512 KB that concurrent readers of a file share. A chunk is leased: its buffer stays unchanged
 * until every lease is released, then it stays in the cache while the file has other readers. Buffers are pooled, the
 * last one used first, because it is still in the processor's cache.
 */
export const CHUNK_BYTES = 512 * 1024;
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
const reads = { hits: 0, misses: 0 };
/** The number of open readers by file version. */
const readers = new Map<string, number>();

export interface ChunkLease {
  bytes: Buffer;
  release(): void;
}

/** Reads of the cache since the start of this process, and the bytes that it has now. */
export const getChunkCounts = () => ({ ...reads, bytes: cache.size * CHUNK_BYTES });

export type ChunkReader = ReturnType<typeof openChunkReader>;

/** Opens the file at the first chunk that is not cached. */
export function openChunkReader({ bytes, version, open }: FoundFile) {
  let file: PieceReader | undefined;
  readers.set(version, (readers.get(version) ?? 0) + 1);

  async function fill(buffer: Buffer, start: number): Promise<number> {
    const end = Math.min(buffer.length, bytes - start);
    await (file ??= open()).fill(buffer.subarray(0, end), start);
    return end;
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
      const cached = cache.get(key);
      reads[cached ? 'hits' : 'misses'] += 1;
      const chunk = cached ?? load(key, start);
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
      await file?.close();
    },
  };
}

/** One buffer more than the cache holds, so that a full cache allocates nothing. */
function recycle({ buffer, isCached, leases }: Chunk): void {
  if (!isCached && leases === 0 && cache.size + pool.length <= CHUNKS_MAX) pool.push(buffer);
}
