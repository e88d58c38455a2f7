import type { FileHandle } from 'node:fs/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { readAt } from '../../platform/storage/readAt.ts';

/** A page of an Ogg stream (RFC 3533), with the packets that end on it. */
export interface OggPage {
  packets: Uint8Array[];
  /** What the codec counts up to the end of the page, usually samples. */
  position: number;
  isFirst: boolean;
  isLast: boolean;
}

const HEADER_BYTES = 27;
const PAGE_BYTES_MAX = HEADER_BYTES + 255 + 255 * 255;
const PACKET_BYTES_MAX = 16 * 1024 ** 2;
const FIRST = 2;
const LAST = 4;

/**
 * Reads the pages of the streams of an Ogg file whose first packet begins with `magic`: the first one and those that
 * follow its end in a chain.
 */
export async function* readOggPages(file: FileHandle, magic: string): AsyncGenerator<OggPage, undefined> {
  let serial: number | undefined;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let hasEnded = false;
  for (let offset = 0; ; ) {
    const page = await readAt(file, offset, PAGE_BYTES_MAX);
    // What follows the last page, such as a tag, is no sound.
    if (page.length === 0 || (hasEnded && page.toString('latin1', 0, 4) !== 'OggS')) {
      if (!hasEnded) throw new DeliveryRefusal('The file ends early: its last page is missing.');
      return;
    }
    if (page.toString('latin1', 0, 4) !== 'OggS' || page.length < HEADER_BYTES)
      throw new DeliveryRefusal('It is damaged: a page is missing.');
    const laces = page.subarray(HEADER_BYTES, HEADER_BYTES + page.readUInt8(26));
    const start = HEADER_BYTES + laces.length;
    const bytes = laces.reduce((sum, lace) => sum + lace, 0);
    if (start + bytes > page.length) throw new DeliveryRefusal('The file ends early, within a page.');
    offset += start + bytes;
    const flags = page.readUInt8(5);
    const begins = (flags & FIRST) !== 0 && page.toString('latin1', start, start + magic.length) === magic;
    if (begins && (serial === undefined || hasEnded)) {
      serial = page.readUInt32LE(14);
      hasEnded = false;
      pending = [];
    }
    if (hasEnded || page.readUInt32LE(14) !== serial) continue;
    const packets: Uint8Array[] = [];
    let at = start;
    let packetStart = start;
    for (const lace of laces) {
      at += lace;
      if (lace === 255) continue;
      packets.push(
        pending.length > 0
          ? Buffer.concat([...pending, page.subarray(packetStart, at)])
          : page.subarray(packetStart, at),
      );
      pending = [];
      pendingBytes = 0;
      packetStart = at;
    }
    if (packetStart < at) {
      pending.push(page.subarray(packetStart, at));
      pendingBytes += at - packetStart;
      if (pendingBytes > PACKET_BYTES_MAX) throw new DeliveryRefusal('It is damaged: a packet is too large.');
    }
    hasEnded = (flags & LAST) !== 0;
    yield { packets, position: Number(page.readBigInt64LE(6)), isFirst: begins, isLast: hasEnded };
  }
}
