import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readAt } from '../../platform/storage/readAt.ts';

// A video says who made it, where and with what. These parts become free space of the same size, because each offset of
// the file must stay: `free` boxes in MP4 and MOV (ISO/IEC 14496-12 §8.1.2), `Void` elements in WebM (RFC 8794 §11.3.2).

/** A part of a file that is replaced by `head` and zeros. */
export interface Blank {
  start: number;
  end: number;
  head: Buffer;
}

const BOXES_WITH_BOXES = /^(moov|trak|moof|traf)$/;
const USER_DATA_BOXES = /^(udta|meta|uuid)$/;

const SEGMENT = 0x18538067;
const EBML = 0x1a45dfa3;
const TAGS = 0x1254c367;
const ATTACHMENTS = 0x1941a469;
const VOID = 0xec;

export async function findUserData(path: string): Promise<Blank[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const isMatroska = (await readAt(file, 0, 4)).toString('hex') === EBML.toString(16);
    return await Array.fromAsync(isMatroska ? findElements(file, 0, size) : findBoxes(file, 0, size));
  } finally {
    await file.close();
  }
}

async function* findBoxes(file: FileHandle, from: number, to: number): AsyncGenerator<Blank> {
  for (let start = from; start + 8 <= to; ) {
    const head = await readAt(file, start, 16);
    const isLarge = head.readUInt32BE(0) === 1 && head.length === 16;
    const headBytes = isLarge ? 16 : 8;
    const bytes = isLarge ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0) || to - start;
    const end = Math.min(start + bytes, to);
    if (bytes < headBytes) return;
    const type = head.toString('latin1', 4, 8);
    if (BOXES_WITH_BOXES.test(type)) yield* findBoxes(file, start + headBytes, end);
    if (USER_DATA_BOXES.test(type)) {
      head.write('free', 4, 'latin1');
      yield { start, end, head: head.subarray(0, headBytes) };
    }
    start = end;
  }
}

async function* findElements(file: FileHandle, from: number, to: number): AsyncGenerator<Blank> {
  for (let start = from; start + 2 <= to; ) {
    const head = await readAt(file, start, 12);
    const idBytes = Math.clz32((head[0] ?? 0) << 24) + 1;
    const sizeBytes = Math.clz32((head[idBytes] ?? 0) << 24) + 1;
    if (idBytes > 4 || sizeBytes > 8 || head.length < idBytes + sizeBytes) return;
    const id = head.readUIntBE(0, idBytes);
    const size = [...head.subarray(idBytes, idBytes + sizeBytes)].reduce(
      (value, byte, index) => value * 256 + (index === 0 ? byte & (0xff >> sizeBytes) : byte),
      0,
    );
    // All bits set: the element ends with what contains it.
    const isOpen = size === 2 ** (7 * sizeBytes) - 1;
    const content = start + idBytes + sizeBytes;
    const end = isOpen ? to : Math.min(content + size, to);
    if (id === SEGMENT) yield* findElements(file, content, end);
    if ((id === TAGS || id === ATTACHMENTS) && end - start >= 9) {
      const blank = Buffer.from([VOID, 1, 0, 0, 0, 0, 0, 0, 0]);
      blank.writeUIntBE(end - start - 9, 3, 6);
      yield { start, end, head: blank };
    }
    start = end;
  }
}

/** Blanks what a chunk that begins at a position of the file has of the parts. */
export function applyBlanks(chunk: Buffer, position: number, blanks: readonly Blank[]): Buffer {
  for (const { start, end, head } of blanks) {
    if (end <= position || start >= position + chunk.length) continue;
    for (let at = Math.max(start, position); at < Math.min(end, position + chunk.length); at++)
      chunk[at - position] = head[at - start] ?? 0;
  }
  return chunk;
}

export function openBlanked(path: string, blanks: readonly Blank[]): Readable {
  return Readable.from(readBlanked(path, blanks), { objectMode: false });
}

async function* readBlanked(path: string, blanks: readonly Blank[]): AsyncGenerator<Buffer> {
  let position = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield applyBlanks(chunk, position, blanks);
    position += chunk.length;
  }
}
