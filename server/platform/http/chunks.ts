import { type FileHandle, open, stat } from 'node:fs/promises';

/** A file as it lies on the disk; `version` changes with its content. */
export interface FoundFile {
  path: string;
  bytes: number;
  version: string;
}

/** Bytes that stay what they are until they are let go. */
export interface Held {
  bytes: Buffer;
  letGo(): void;
}

/** Gives the bytes of one file, piece by piece, and opens it only for those that nobody read lately. */
export interface ChunkReader {
  /** From `at` to the end of the chunk that holds it. @throws when the file ends before */
  hold(at: number): Promise<Held>;
  close(): Promise<void>;
}

interface Chunk {
  buffer: Buffer;
  filled: Promise<number>;
  holders: number;
}

const CHUNK_BYTES = 512 * 1024;
/** 16 MB. */
const CHUNKS_KEPT = 32;

/** Of files that several read; the least lately used ones first. */
const kept = new Map<string, Chunk>();
/** How many read a file, by its version. */
const readers = new Map<string, number>();
/** The one that was used last is taken first: the processor still has it at hand. */
const free: Buffer[] = [];

/** Undefined when there is no such file. */
export async function findFile(path: string): Promise<FoundFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  return { path, bytes: found.size, version: `${path} ${found.ino} ${found.mtimeMs}` };
}

/** Close it once. */
export function readChunks(file: FoundFile): ChunkReader {
  const { path, bytes, version } = file;
  let opened: Promise<FileHandle> | undefined;
  count(version, 1);

  async function fill(buffer: Buffer, start: number): Promise<number> {
    opened ??= open(path);
    const handle = await opened;
    const wanted = Math.min(buffer.length, bytes - start);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await handle.read(buffer, filled, wanted - filled, start + filled);
      if (bytesRead === 0) throw new Error(`${path} ended early.`);
      filled += bytesRead;
    }
    return filled;
  }

  return {
    async hold(at) {
      const start = at - (at % CHUNK_BYTES);
      const key = `${version} ${start}`;
      const chunk = kept.get(key) ?? newChunk((buffer) => fill(buffer, start));
      kept.delete(key);
      kept.set(key, chunk);
      chunk.holders += 1;
      const letGo = (isOfUse = true) => {
        chunk.holders -= 1;
        if (chunk.holders > 0) return;
        if (!isOfUse || readers.get(version) === 1 || kept.size > CHUNKS_KEPT) drop(key, chunk);
      };
      try {
        return { bytes: chunk.buffer.subarray(at - start, await chunk.filled), letGo };
      } catch (reason) {
        letGo(false);
        throw reason;
      }
    },
    async close() {
      count(version, -1);
      await (await opened)?.close();
    },
  };
}

function count(version: string, more: 1 | -1): void {
  const now = (readers.get(version) ?? 0) + more;
  if (now > 0) readers.set(version, now);
  else readers.delete(version);
}

function newChunk(fill: (buffer: Buffer) => Promise<number>): Chunk {
  if (free.length === 0) dropOldest();
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  return { buffer, filled: fill(buffer), holders: 0 };
}

/** Of those that nobody holds. */
function dropOldest(): void {
  if (kept.size < CHUNKS_KEPT) return;
  for (const [key, chunk] of kept) if (chunk.holders === 0) return drop(key, chunk);
}

function drop(key: string, chunk: Chunk): void {
  kept.delete(key);
  if (kept.size + free.length < CHUNKS_KEPT) free.push(chunk.buffer);
}
