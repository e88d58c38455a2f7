import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../platform/storage/readAt.ts';

/** The header of one MPEG-1 layer III frame. */
export interface MpegFrame {
  bytes: number;
  kbits: number;
  sampleRate: number;
  mono: boolean;
}

const KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES = [44_100, 48_000, 32_000];
const READ_BYTES = 1024 * 1024;
const FRAME_SAMPLES = 1_152;

/** Undefined when the four bytes are no header of MPEG-1 layer III. */
export function readMpegFrame(buffer: Buffer, at: number): MpegFrame | undefined {
  if (at + 4 > buffer.length) return undefined;
  const head = buffer.readUInt32BE(at);
  if ((head & 0xfffe0000) >>> 0 !== 0xfffa0000) return undefined;
  const kbits = KBITS[(head >>> 12) & 15];
  const sampleRate = RATES[(head >>> 10) & 3];
  if (!kbits || !sampleRate) return undefined;
  const bytes = Math.floor((144_000 * kbits) / sampleRate) + ((head >>> 9) & 1);
  return { bytes, kbits, sampleRate, mono: ((head >>> 6) & 3) === 3 };
}

/** Bytes of the ID3v2 tag in front of a file, 0 without one. */
export function id3Bytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127) + ((head[5] ?? 0) & 16 ? 10 : 0);
}

/**
 * The frames of a delivered MP3 without the tags around them, when every one has 320 kbit/s at 44.1 or 48 kHz:
 * such a file is served as it is. Undefined when it must be encoded anew.
 */
export async function findReadyFrames(
  file: FileHandle,
  fileBytes: number,
): Promise<{ offset: number; bytes: number } | undefined> {
  const start = id3Bytes(await readAt(file, 0, 10));
  let at = start;
  let rate: number | undefined;
  for (let from = start; from < fileBytes; ) {
    const buffer = await readAt(file, from, READ_BYTES);
    let frame = readMpegFrame(buffer, at - from);
    for (; frame; frame = readMpegFrame(buffer, at - from)) {
      rate ??= frame.sampleRate;
      if (frame.kbits !== 320 || frame.sampleRate !== rate || rate === 32_000) return undefined;
      if (at + frame.bytes > fileBytes) return undefined;
      at += frame.bytes;
    }
    if (at + 4 <= from + buffer.length) break;
    from = at;
  }
  const behind = await readAt(file, at, 8);
  const onlyTags = behind.length === 0 || /^(TAG|APETAGEX|LYRICSBE)/.test(behind.toString('latin1'));
  return at > start && onlyTags ? { offset: start, bytes: at - start } : undefined;
}

/**
 * The frame in front of a CBR stream that tells a player its length and the encoder's delay, so that it starts and ends exactly.
 * @param first header of the stream's first frame
 * @param samples of the sound itself, at the stream's rate
 */
export function infoFrame(first: Buffer, frames: number, bytes: number, samples: number): Buffer {
  const header = Buffer.from(first.subarray(0, 4));
  header.writeUInt8(header.readUInt8(2) & ~2, 2);
  // Without protection there is no checksum of the header to keep right.
  header.writeUInt8(header.readUInt8(1) | 1, 1);
  const frame = readMpegFrame(header, 0);
  if (!frame) return Buffer.alloc(0);
  const out = Buffer.alloc(frame.bytes);
  header.copy(out);
  const at = 4 + (frame.mono ? 17 : 32);
  out.write('Info', at, 'latin1');
  out.writeUInt32BE(0b1111, at + 4);
  out.writeUInt32BE(frames, at + 8);
  out.writeUInt32BE(bytes + out.length, at + 12);
  for (let step = 0; step < 100; step++) out.writeUInt8(Math.floor((step * 256) / 100), at + 16 + step);
  out.writeUInt32BE(100, at + 116);
  writeEncoderDelay(out, at + 120, Math.max(0, frames * FRAME_SAMPLES - ENCODER_DELAY - samples));
  out.writeUInt16BE(crc16(out.subarray(0, at + 154)), at + 154);
  return out;
}

/** Samples that LAME puts in front. */
const ENCODER_DELAY = 576;

function writeEncoderDelay(out: Buffer, at: number, padding: number): void {
  out.write('LAME3.100', at, 'latin1');
  out.writeUInt8(1, at + 9);
  out.writeUInt8(255, at + 20);
  out.writeUIntBE((ENCODER_DELAY << 12) | Math.min(padding, 4095), at + 21, 3);
}

function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}
