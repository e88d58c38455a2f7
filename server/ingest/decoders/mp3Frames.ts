import type { FileHandle } from 'node:fs/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { readAt } from '../../platform/storage/readAt.ts';

export interface Mp3FrameHeader {
  layer: 2 | 3;
  bytes: number;
  kbits: number;
  sampleRate: number;
  samples: number;
  mono: boolean;
}

/** By layer, for MPEG-1 and for MPEG-2 and 2.5 (ISO 11172-3 and 13818-3 §2.4.2.3). Free format has no bit rate. */
const KBITS = {
  3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
};
const LOW_KBITS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];
const READ_BYTES = 1024 * 1024;
const FRAME_SAMPLES = 1_152;
/** Added by LAME before the first sample. */
const ENCODER_DELAY_SAMPLES = 576;
/** As many frames in a row are no coincidence. */
const SYNC_FRAMES = 3;

/** Gives undefined when there is no header of layer II or III at the offset. */
export function parseMp3FrameHeader(buffer: Buffer, offset: number): Mp3FrameHeader | undefined {
  if (offset + 4 > buffer.length) return undefined;
  const head = buffer.readUInt32BE(offset);
  const version = (head >>> 19) & 3;
  const layer = 4 - ((head >>> 17) & 3);
  if (head >>> 21 !== 0x7ff || version === 1 || (layer !== 2 && layer !== 3)) return undefined;
  const isFull = version === 3;
  const kbits = (isFull ? KBITS[layer] : LOW_KBITS)[(head >>> 12) & 15];
  const fullRate = RATES[(head >>> 10) & 3];
  if (!kbits || !fullRate) return undefined;
  const sampleRate = fullRate / (isFull ? 1 : version === 2 ? 2 : 4);
  const samples = layer === 3 && !isFull ? FRAME_SAMPLES / 2 : FRAME_SAMPLES;
  const bytes = Math.floor((samples * 125 * kbits) / sampleRate) + ((head >>> 9) & 1);
  return { layer, bytes, kbits, sampleRate, samples, mono: ((head >>> 6) & 3) === 3 };
}

/** Finds the first of several frames in a row behind tags, zeros or other bytes. */
export async function findFirstFrame(file: FileHandle): Promise<{ offset: number; head: Buffer } | undefined> {
  let start = 0;
  for (let bytes = -1; bytes !== 0; start += bytes) bytes = getId3TagBytes(await readAt(file, start, 10));
  const buffer = await readAt(file, start, READ_BYTES);
  for (let at = buffer.indexOf(0xff); at >= 0; at = buffer.indexOf(0xff, at + 1))
    if (isFrameSequence(buffer, at)) return { offset: start + at, head: buffer.subarray(at) };
  return undefined;
}

/** @param isWhole whether the buffer ends with the file, which may be shorter or end within a frame */
function isFrameSequence(buffer: Buffer, start: number, isWhole = true): boolean {
  const first = parseMp3FrameHeader(buffer, start);
  let end = start;
  for (let count = 0; count < SYNC_FRAMES; count++) {
    const frame = parseMp3FrameHeader(buffer, end);
    if (!frame) return isWhole && count > 0 && end >= buffer.length;
    if (frame.layer !== first?.layer || frame.sampleRate !== first.sampleRate) return false;
    end += frame.bytes;
  }
  return true;
}

/** Reads the length that a Xing, Info or VBRI header gives; undefined without one. */
export function readStatedSeconds(head: Buffer): number | undefined {
  const frame = parseMp3FrameHeader(head, 0);
  const tag = /^(?:Xing|Info|VBRI)/;
  const offset = [13, 21, 36].find((at) => tag.test(head.toString('latin1', at, at + 4)));
  if (!frame || offset === undefined || head.length < offset + 18) return undefined;
  const isVbri = head.toString('latin1', offset, offset + 4) === 'VBRI';
  const hasFrames = isVbri || (head.readUInt32BE(offset + 4) & 1) !== 0;
  if (!hasFrames) return undefined;
  return (head.readUInt32BE(offset + (isVbri ? 14 : 8)) * frame.samples) / frame.sampleRate;
}

/** Size of the ID3v2 tag at the start of a file; 0 without one. */
export function getId3TagBytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127) + ((head[5] ?? 0) & 16 ? 10 : 0);
}

export interface Mp3Frames {
  offset: number;
  bytes: number;
  /** The bytes of the file from the first frame on. */
  head: Buffer;
  count: number;
  hasOneRate: boolean;
  /** Whether all are of layer III with 320 kbit/s at 44.1 or 48 kHz. */
  areServable: boolean;
}

/**
 * Locates the frames between the tags and other bytes around them.
 * @throws DeliveryRefusal when there are other bytes between frames
 */
export async function locateFrames(file: FileHandle, fileBytes: number): Promise<Mp3Frames | undefined> {
  const first = await findFirstFrame(file);
  if (!first) return undefined;
  const { offset, head } = first;
  const rate = parseMp3FrameHeader(head, 0)?.sampleRate;
  let [end, count, hasOneRate, areServable] = [offset, 0, true, rate !== 32_000];
  for (let from = offset; ; from = end) {
    const buffer = await readAt(file, from, READ_BYTES);
    let frame = parseMp3FrameHeader(buffer, 0);
    for (; frame && end + frame.bytes <= fileBytes; frame = parseMp3FrameHeader(buffer, end - from)) {
      hasOneRate &&= frame.sampleRate === rate;
      areServable &&= hasOneRate && frame.layer === 3 && frame.kbits === 320;
      end += frame.bytes;
      count += 1;
    }
    if (end + 4 > from + buffer.length && end + 4 <= fileBytes) continue;
    requireNoFrame(buffer.subarray(end - from));
    return { offset, bytes: end - offset, head, count, hasOneRate, areServable };
  }
}

function requireNoFrame(rest: Buffer): void {
  for (let at = rest.indexOf(0xff); at >= 0; at = rest.indexOf(0xff, at + 1))
    if (isFrameSequence(rest, at, false))
      throw new DeliveryRefusal('It is damaged: other bytes are between its frames.');
}

/** The Info frame that is stored before delivered frames; empty when they begin with one. */
export const buildMissingInfoFrame = ({ head, count, bytes }: Mp3Frames): Buffer =>
  readStatedSeconds(head) === undefined ? buildInfoFrame(head, count, bytes, undefined) : Buffer.alloc(0);

/**
 * Builds the Info frame of a CBR stream: its length and the encoder delay, for exact start and end.
 * @param first header of the first frame
 * @param samples length of the sound, at the sample rate of the stream; undefined where all that is decoded is sound
 */
export function buildInfoFrame(first: Buffer, frames: number, bytes: number, samples: number | undefined): Buffer {
  const header = Buffer.from(first.subarray(0, 4));
  header.writeUInt8(header.readUInt8(2) & ~2, 2);
  // Removes the protection bit, which would require a header checksum.
  header.writeUInt8(header.readUInt8(1) | 1, 1);
  const frame = parseMp3FrameHeader(header, 0);
  if (!frame) return Buffer.alloc(0);
  const out = Buffer.alloc(frame.bytes);
  header.copy(out);
  const offset = 4 + (frame.mono ? 17 : 32);
  out.write('Info', offset, 'latin1');
  out.writeUInt32BE(0b1111, offset + 4);
  out.writeUInt32BE(frames, offset + 8);
  out.writeUInt32BE(bytes + out.length, offset + 12);
  for (let percent = 0; percent < 100; percent++) {
    out.writeUInt8(Math.floor((percent * 256) / 100), offset + 16 + percent);
  }
  out.writeUInt32BE(100, offset + 116);
  if (samples === undefined) return out;
  const padding = Math.max(0, frames * FRAME_SAMPLES - ENCODER_DELAY_SAMPLES - samples);
  out.write('LAME3.100', offset + 120, 'latin1');
  out.writeUInt8(1, offset + 129);
  out.writeUInt8(255, offset + 140);
  out.writeUIntBE((ENCODER_DELAY_SAMPLES << 12) | Math.min(padding, 4095), offset + 141, 3);
  out.writeUInt16BE(crc16(out.subarray(0, offset + 154)), offset + 154);
  return out;
}

function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}
