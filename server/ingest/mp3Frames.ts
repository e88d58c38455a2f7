import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../platform/storage/readAt.ts';

export interface Mp3FrameHeader {
  bytes: number;
  kbits: number;
  sampleRate: number;
  mono: boolean;
}

const KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES = [44_100, 48_000, 32_000];
const READ_BYTES = 1024 * 1024;
const FRAME_SAMPLES = 1_152;
/** Added by LAME before the first sample. */
const ENCODER_DELAY_SAMPLES = 576;

/** Gives undefined when there is no MPEG-1 layer III header at the offset. */
export function parseMp3FrameHeader(buffer: Buffer, offset: number): Mp3FrameHeader | undefined {
  if (offset + 4 > buffer.length) return undefined;
  const head = buffer.readUInt32BE(offset);
  if ((head & 0xfffe0000) >>> 0 !== 0xfffa0000) return undefined;
  const kbits = KBITS[(head >>> 12) & 15];
  const sampleRate = RATES[(head >>> 10) & 3];
  if (!kbits || !sampleRate) return undefined;
  const bytes = Math.floor((144_000 * kbits) / sampleRate) + ((head >>> 9) & 1);
  return { bytes, kbits, sampleRate, mono: ((head >>> 6) & 3) === 3 };
}

/** Size of the ID3v2 tag at the start of a file; 0 without one. */
export function getId3TagBytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127) + ((head[5] ?? 0) & 16 ? 10 : 0);
}

/**
 * Locates the frames between the tags of a delivered MP3 when all have 320 kbit/s at 44.1 or 48 kHz. Such frames are
 * served unchanged; other files are encoded again.
 */
export async function findReusableFrames(
  file: FileHandle,
  fileBytes: number,
): Promise<{ offset: number; bytes: number } | undefined> {
  const start = getId3TagBytes(await readAt(file, 0, 10));
  let end = start;
  let rate: number | undefined;
  for (let from = start; from < fileBytes; ) {
    const buffer = await readAt(file, from, READ_BYTES);
    let frame = parseMp3FrameHeader(buffer, end - from);
    for (; frame; frame = parseMp3FrameHeader(buffer, end - from)) {
      rate ??= frame.sampleRate;
      if (frame.kbits !== 320 || frame.sampleRate !== rate || rate === 32_000) return undefined;
      if (end + frame.bytes > fileBytes) return undefined;
      end += frame.bytes;
    }
    if (end + 4 <= from + buffer.length) break;
    from = end;
  }
  const after = await readAt(file, end, 8);
  const isTag = after.length === 0 || /^(TAG|APETAGEX|LYRICSBE)/.test(after.toString('latin1'));
  return end > start && isTag ? { offset: start, bytes: end - start } : undefined;
}

/**
 * Builds the Info frame of a CBR stream: its length and the encoder delay, for exact start and end.
 * @param first header of the first frame
 * @param samples length of the sound, at the sample rate of the stream
 */
export function buildInfoFrame(first: Buffer, frames: number, bytes: number, samples: number): Buffer {
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
