import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../platform/storage/readAt.ts';
import { DeliveryRefusal, M4A_INDEX_BYTES_MAX } from './deliveryRules.ts';

const READ_BYTES = 64 * 1024;
const BOXES_MAX = 10_000;
/** Boxes that contain the tables of sample offsets. */
const TABLE_PARENTS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/**
 * Streams an MP4 or M4A file with its index (`moov`) before its samples (`mdat`), so that a decoder can read it forward
 * in constant memory.
 */
export async function* streamIndexFirst(file: FileHandle, fileBytes: number): AsyncGenerator<Uint8Array> {
  const boxes = await listBoxes(file, fileBytes);
  const index = boxes.find(({ type }) => type === 'moov');
  if (!index) throw new DeliveryRefusal('The file has no index (moov): it ends early or is not M4A.');
  if (index.bytes > M4A_INDEX_BYTES_MAX)
    throw new DeliveryRefusal(`Its index is larger than ${M4A_INDEX_BYTES_MAX} bytes.`);
  const samples = boxes.find(({ type }) => type === 'mdat');
  if (!samples || samples.offset > index.offset) {
    yield* readChunks(file, 0, fileBytes);
    return;
  }
  const moov = await readAt(file, index.offset, index.bytes);
  shiftSampleOffsets(moov, 0, moov.length, index.bytes);
  const fileTypeBytes = boxes[0]?.type === 'ftyp' ? boxes[0].bytes : 0;
  yield* readChunks(file, 0, fileTypeBytes);
  yield moov;
  yield* readChunks(file, fileTypeBytes, fileBytes);
}

/** Reads a range of a file; `end` is exclusive. */
export async function* readChunks(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let position = start; position < end; ) {
    const bytes = await readAt(file, position, Math.min(READ_BYTES, end - position));
    if (bytes.length === 0) return;
    yield new Uint8Array(bytes);
    position += bytes.length;
  }
}

async function listBoxes(file: FileHandle, fileBytes: number) {
  const boxes: { type: string; offset: number; bytes: number }[] = [];
  for (let offset = 0; offset + 8 <= fileBytes && boxes.length < BOXES_MAX; ) {
    const head = await readAt(file, offset, 16);
    const size = head.readUInt32BE(0);
    const bytes = size === 1 ? Number(head.readBigUInt64BE(8)) : size === 0 ? fileBytes - offset : size;
    if (bytes < 8) break;
    boxes.push({ type: head.toString('latin1', 4, 8), offset, bytes: Math.min(bytes, fileBytes - offset) });
    offset += bytes;
  }
  return boxes;
}

/** Adds `shift` to every sample offset, because the index moves in front of the samples. */
function shiftSampleOffsets(moov: Buffer, start: number, end: number, shift: number): void {
  for (let offset = start; offset + 8 <= end; ) {
    const bytes = moov.readUInt32BE(offset);
    const type = moov.toString('latin1', offset + 4, offset + 8);
    if (bytes < 8 || offset + bytes > end) return;
    if (TABLE_PARENTS.has(type)) shiftSampleOffsets(moov, offset + 8, offset + bytes, shift);
    if (type === 'stco' || type === 'co64') shiftTable(moov, offset + 8, bytes - 8, type === 'co64' ? 8 : 4, shift);
    offset += bytes;
  }
}

function shiftTable(moov: Buffer, start: number, bytes: number, entryBytes: 4 | 8, shift: number): void {
  const count = Math.min(moov.readUInt32BE(start + 4), Math.floor((bytes - 8) / entryBytes));
  for (let index = 0; index < count; index++) {
    const entry = start + 8 + index * entryBytes;
    if (entryBytes === 8) moov.writeBigUInt64BE(moov.readBigUInt64BE(entry) + BigInt(shift), entry);
    else if (moov.readUInt32BE(entry) + shift > 0xffffffff)
      throw new DeliveryRefusal('The M4A file is larger than 4 GiB.');
    else moov.writeUInt32BE(moov.readUInt32BE(entry) + shift, entry);
  }
}
