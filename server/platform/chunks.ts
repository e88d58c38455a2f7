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
/** 24 MB: what many hear at the same time is read once. */
const CHUNKS_KEPT = 48;

/** The least lately used ones first. */
const kept = new Map<string, Chunk>();

/** Undefined when there is no such file. */
export async function findFile(path: string): Promise<FoundFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  return { path, bytes: found.size, version: `${path} ${found.ino} ${found.mtimeMs}` };
}

/** Close it once. */
export function readChunks(file: FoundFile): ChunkReader {
  let opened: Promise<FileHandle> | undefined;

  async function fill(buffer: Buffer, start: number): Promise<number> {
    opened ??= open(file.path);
    const handle = await opened;
    const wanted = Math.min(buffer.length, file.bytes - start);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await handle.read(buffer, filled, wanted - filled, start + filled);
      if (bytesRead === 0) throw new Error(`${file.path} ended early.`);
      filled += bytesRead;
    }
    return filled;
  }

  return {
    async hold(at) {
      const start = at - (at % CHUNK_BYTES);
      const key = `${file.version} ${start}`;
      const chunk = kept.get(key) ?? newChunk((buffer) => fill(buffer, start));
      kept.delete(key);
      kept.set(key, chunk);
      chunk.holders += 1;
      const letGo = () => {
        chunk.holders -= 1;
        if (chunk.holders === 0 && kept.size > CHUNKS_KEPT && kept.get(key) === chunk) kept.delete(key);
      };
      try {
        return { bytes: chunk.buffer.subarray(at - start, await chunk.filled), letGo };
      } catch (reason) {
        letGo();
        if (kept.get(key) === chunk) kept.delete(key);
        throw reason;
      }
    },
    close: async () => (await opened)?.close(),
  };
}

function newChunk(fill: (buffer: Buffer) => Promise<number>): Chunk {
  const buffer = usedBuffer() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  return { buffer, filled: fill(buffer), holders: 0 };
}

/** Of the chunk that nobody has wanted for longest. */
function usedBuffer(): Buffer | undefined {
  if (kept.size < CHUNKS_KEPT) return undefined;
  for (const [key, { holders, buffer }] of kept) {
    if (holders > 0) continue;
    kept.delete(key);
    return buffer;
  }
  return undefined;
}
