import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../../platform/storage/readAt.ts';
import { DeliveryRefusal, M4A_INDEX_BYTES_MAX } from '../deliveryRules.ts';

const BOXES_MAX = 10_000;
/** Header and fields of an audio entry, before the boxes inside it. */
const ENTRY_BYTES = 36;
const VERSION_BYTES = 4;
const PACKET_BYTES_MAX = 1024 ** 2;

interface Box {
  type: string;
  content: Buffer;
}

/**
 * Finds the first track of a codec in an MP4 or M4A file: the decoder's configuration and the packets, which are read
 * one by one.
 * @param codec name of the entry, such as `alac`
 * @param configurationType name of the configuration in it
 */
export async function openPackets(file: FileHandle, fileBytes: number, codec: string, configurationType = codec) {
  const index = [...boxesIn(await readIndex(file, fileBytes))];
  for (const track of index.filter(({ type }) => type === 'trak')) {
    const tables = inside(track, ['mdia', 'minf', 'stbl']);
    const description = tables.find(({ type }) => type === 'stsd')?.content.subarray(2 * VERSION_BYTES);
    const entry = description && [...boxesIn(description)].find(({ type }) => type === codec);
    if (!entry) continue;
    const boxes = [...boxesIn(entry.content.subarray(ENTRY_BYTES - 8))];
    const wrapped = boxes.filter(({ type }) => type === 'wave').flatMap((box) => [...boxesIn(box.content)]);
    const configuration = [...boxes, ...wrapped].find(({ type }) => type === configurationType);
    if (!configuration) break;
    return { configuration: configuration.content.subarray(VERSION_BYTES), packets: readPackets(file, tables) };
  }
  throw new DeliveryRefusal(`It is damaged: its index describes no ${codec.toUpperCase()}.`);
}

async function readIndex(file: FileHandle, fileBytes: number): Promise<Buffer> {
  for (let offset = 0, count = 0; offset + 8 <= fileBytes && count < BOXES_MAX; count++) {
    const head = await readAt(file, offset, 16);
    if (head.length < 16) break;
    const size = head.readUInt32BE(0);
    const bytes = size === 1 ? Number(head.readBigUInt64BE(8)) : size === 0 ? fileBytes - offset : size;
    if (bytes < 8) break;
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (bytes > M4A_INDEX_BYTES_MAX)
        throw new DeliveryRefusal(`Its index is larger than ${M4A_INDEX_BYTES_MAX} bytes.`);
      return (await readAt(file, offset, bytes)).subarray(size === 1 ? 16 : 8);
    }
    offset += bytes;
  }
  throw new DeliveryRefusal('The file has no index (moov): it ends early or is not M4A.');
}

function* boxesIn(content: Buffer): Generator<Box> {
  for (let offset = 0; offset + 8 <= content.length; ) {
    const bytes = content.readUInt32BE(offset);
    if (bytes < 8) return;
    yield {
      type: content.toString('latin1', offset + 4, offset + 8),
      content: content.subarray(offset + 8, offset + bytes),
    };
    offset += bytes;
  }
}

/** The boxes inside a box, along a path of types. */
function inside({ content }: Box, path: string[]): Box[] {
  const boxes = [...boxesIn(content)];
  const [type, ...rest] = path;
  const next = boxes.find((box) => box.type === type);
  return type === undefined ? boxes : next ? inside(next, rest) : [];
}

async function* readPackets(file: FileHandle, tables: Box[]): AsyncGenerator<Uint8Array> {
  const table = (type: string): Buffer =>
    tables.find((box) => box.type === type)?.content.subarray(VERSION_BYTES) ?? Buffer.alloc(0);
  const sizes = table('stsz');
  const runs = table('stsc');
  const isLong = tables.some(({ type }) => type === 'co64');
  const offsets = table(isLong ? 'co64' : 'stco');
  if (sizes.length < 8 || runs.length < 4 || offsets.length < 4)
    throw new DeliveryRefusal('It is damaged: its index is not complete.');
  const fixedBytes = sizes.readUInt32BE(0);
  const packets = fixedBytes > 0 ? sizes.readUInt32BE(4) : Math.min(sizes.readUInt32BE(4), sizes.length / 4 - 2);
  const chunks = Math.min(offsets.readUInt32BE(0), (offsets.length - 4) / (isLong ? 8 : 4));
  let packet = 0;
  for (let chunk = 0, run = 4, perChunk = 0; chunk < chunks && packet < packets; chunk++) {
    // A run begins at a chunk, counted from 1, and gives the packets of each chunk up to the next run.
    for (; run + 12 <= runs.length && runs.readUInt32BE(run) === chunk + 1; run += 12)
      perChunk = runs.readUInt32BE(run + 4);
    let offset = isLong ? Number(offsets.readBigUInt64BE(4 + chunk * 8)) : offsets.readUInt32BE(4 + chunk * 4);
    for (let left = perChunk; left > 0 && packet < packets; left--, packet++) {
      const bytes = fixedBytes || sizes.readUInt32BE(8 + packet * 4);
      if (bytes > PACKET_BYTES_MAX) throw new DeliveryRefusal('It is damaged: a packet is too large.');
      const read = await readAt(file, offset, bytes);
      if (read.length < bytes) throw new DeliveryRefusal('The file ends early, within a packet.');
      yield read;
      offset += bytes;
    }
  }
}
