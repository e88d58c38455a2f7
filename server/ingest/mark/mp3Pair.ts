import { type FileHandle, open } from 'node:fs/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import { buildInfoFrame, type Mp3FrameHeader, parseMp3FrameHeader } from '../decoders/mp3Frames.ts';
import { SEGMENT_FRAMES } from './grid.ts';
import { openPairWriter, type PairFile } from './pairFile.ts';

const MIXED = 'Its sound cannot be marked: the MP3 encoder made frames that cannot be exchanged.';

/**
 * Writes the pair file of two MP3s without Info frame.
 * @param samples of the sound, at the rate of the MP3
 * @throws DeliveryRefusal when frames of both differ in length, or one begins in the bytes of an earlier one (bit reservoir)
 */
export async function pairMp3s(
  input: { a: string; b: string; segments: number; samples: number },
  target: string,
): Promise<PairFile> {
  const [a, b] = [await open(input.a), await open(input.b)];
  try {
    const frames = await measureFrames(a);
    const head = buildInfoFrame(await readAt(a, 0, 4), frames.count, frames.bytes, input.samples);
    const pair = await openPairWriter(target, head);
    try {
      let position = 0;
      for (let segment = 0; segment < input.segments; segment++) {
        // The last segment also has what the encoder adds at the end.
        const isLast = segment === input.segments - 1;
        const bytes = isLast ? frames.bytes - position : (frames.ends[segment] ?? frames.bytes) - position;
        const [ofA, ofB] = [await readAt(a, position, bytes), await readAt(b, position, bytes)];
        requireExchangeable(ofA, ofB);
        await pair.add(ofA, ofB);
        position += bytes;
      }
      if ((await b.stat()).size !== frames.bytes) throw new DeliveryRefusal(MIXED);
      return await pair.finish();
    } catch (error) {
      pair.abort();
      throw error;
    }
  } finally {
    await a.close();
    await b.close();
  }
}

const READ_BYTES = 1024 * 1024;

async function measureFrames(file: FileHandle) {
  const { size } = await file.stat();
  const ends: number[] = [];
  let [count, bytes] = [0, 0];
  while (bytes < size) {
    const buffer = await readAt(file, bytes, READ_BYTES);
    const from = bytes;
    for (let frame = frameAt(buffer, 0); frame; frame = frameAt(buffer, bytes - from)) {
      bytes += frame.bytes;
      count += 1;
      if (count % SEGMENT_FRAMES === 0) ends.push(bytes);
    }
    if (bytes === from) throw new DeliveryRefusal(MIXED);
  }
  return { count, bytes, ends };
}

/** Undefined where the buffer has no whole frame. */
function frameAt(buffer: Buffer, offset: number): Mp3FrameHeader | undefined {
  const frame = parseMp3FrameHeader(buffer, offset);
  return frame && offset + frame.bytes <= buffer.length ? frame : undefined;
}

/** @throws DeliveryRefusal when frames of both differ in length, or one begins in the bytes of an earlier one */
export function requireExchangeable(a: Buffer, b: Buffer): void {
  for (let at = 0; at < a.length || at < b.length; ) {
    const [ofA, ofB] = [frameAt(a, at), frameAt(b, at)];
    if (!ofA || !ofB || ofA.bytes !== ofB.bytes || readBackstep(a, at) > 0 || readBackstep(b, at) > 0)
      throw new DeliveryRefusal(MIXED);
    at += ofA.bytes;
  }
}

/** How many bytes before a frame its data begins: `main_data_begin`, behind the header and its checksum. */
const readBackstep = (mp3: Buffer, offset: number): number =>
  mp3.readUInt16BE(offset + (mp3.readUInt8(offset + 1) & 1 ? 4 : 6)) >> 7;
