import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../platform/storage/readAt.ts';
import { M4A_INDEX_BYTES_MAX } from './limits.ts';
import { DeliveryRefused } from './refused.ts';

const READ_BYTES = 64 * 1024;
const BOXES_MAX = 10_000;
/** Boxes that hold the tables of sample places, from outside in. */
const WAY_TO_TABLES = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/**
 * The bytes of an MP4 or M4A file with its index in front of its samples, wherever it lies: a decoder that reads
 * forward then never holds more than a stretch of it.
 * @throws DeliveryRefused when there is no index or it is too large
 */
export async function* indexFirst(file: FileHandle, fileBytes: number): AsyncGenerator<Uint8Array> {
  const boxes = await topBoxes(file, fileBytes);
  const index = boxes.find(({ type }) => type === 'moov');
  if (!index) throw new DeliveryRefused('The file has no index (moov): it ends early or is no M4A.');
  if (index.bytes > M4A_INDEX_BYTES_MAX)
    throw new DeliveryRefused(`Its index is larger than ${M4A_INDEX_BYTES_MAX} bytes.`);
  const moov = await readAt(file, index.offset, index.bytes);
  const samples = boxes.find(({ type }) => type === 'mdat');
  if (samples && samples.offset < index.offset) {
    shiftSamplePlaces(moov, 0, moov.length, index.bytes);
    const type = boxes[0]?.type === 'ftyp' ? boxes[0] : undefined;
    if (type) yield* stretch(file, 0, type.bytes);
    yield moov;
    yield* stretch(file, type?.bytes ?? 0, fileBytes);
  } else {
    yield* stretch(file, 0, fileBytes);
  }
}

interface Box {
  type: string;
  offset: number;
  bytes: number;
}

async function topBoxes(file: FileHandle, fileBytes: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let offset = 0; offset + 8 <= fileBytes && boxes.length < BOXES_MAX; ) {
    const head = await readAt(file, offset, 16);
    const short = head.readUInt32BE(0);
    const bytes = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? fileBytes - offset : short;
    if (bytes < 8) break;
    boxes.push({ type: head.toString('latin1', 4, 8), offset, bytes: Math.min(bytes, fileBytes - offset) });
    offset += bytes;
  }
  return boxes;
}

/** The index moves in front: every place of a sample lies further back by its size. */
function shiftSamplePlaces(moov: Buffer, from: number, to: number, by: number): void {
  for (let at = from; at + 8 <= to; ) {
    const bytes = moov.readUInt32BE(at);
    const type = moov.toString('latin1', at + 4, at + 8);
    if (bytes < 8 || at + bytes > to) return;
    if (WAY_TO_TABLES.has(type)) shiftSamplePlaces(moov, at + 8, at + bytes, by);
    if (type === 'stco' || type === 'co64') shiftTable(moov, at + 8, bytes - 8, type === 'co64' ? 8 : 4, by);
    at += bytes;
  }
}

function shiftTable(moov: Buffer, at: number, bytes: number, width: 4 | 8, by: number): void {
  const count = Math.min(moov.readUInt32BE(at + 4), Math.floor((bytes - 8) / width));
  for (let entry = 0; entry < count; entry++) {
    const place = at + 8 + entry * width;
    if (width === 8) moov.writeBigUInt64BE(moov.readBigUInt64BE(place) + BigInt(by), place);
    else if (moov.readUInt32BE(place) + by > 0xffffffff)
      throw new DeliveryRefused('The M4A file is larger than 4 GiB.');
    else moov.writeUInt32BE(moov.readUInt32BE(place) + by, place);
  }
}

async function* stretch(file: FileHandle, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const bytes = await readAt(file, at, Math.min(READ_BYTES, to - at));
    if (bytes.length === 0) return;
    yield new Uint8Array(bytes);
    at += bytes.length;
  }
}
