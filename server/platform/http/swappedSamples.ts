import type { ChunkReader } from './chunks.ts';

/** Little-endian samples in a file, as WAV has them. */
export interface Samples {
  /** Offset of the first one in the file. */
  start: number;
  coding: 'u8' | 's16' | 's24' | 's32' | 'f32';
}

const WIDTHS = { u8: 1, s16: 2, s24: 3, s32: 4, f32: 4 };
/** Whole samples of every width. */
const PIECE_BYTES = 12 * 32_768;
const FULL_SCALE = 2 ** 31;

/**
 * Reads a range of samples, which may begin and end within one, as AIFF has them: big-endian, signed, and floats as integers
 * of 32 bits. Each piece is overwritten by the next one.
 */
export async function* readSwapped(
  reader: ChunkReader,
  { start, bytes, samples }: { start: number; bytes: number; samples: Samples },
): AsyncGenerator<Buffer> {
  const width = WIDTHS[samples.coding];
  const end = start + bytes;
  const endOfSample = end + ((width - ((end - samples.start) % width)) % width);
  const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, bytes + 2 * width));
  for (let position = start; position < end; ) {
    const skipped = (position - samples.start) % width;
    const from = position - skipped;
    const piece = buffer.subarray(0, Math.min(buffer.length - (buffer.length % width), endOfSample - from));
    for (let filled = 0; filled < piece.length; ) {
      const chunk = await reader.acquire(from + filled);
      filled += chunk.bytes.copy(piece, filled);
      chunk.release();
    }
    swapSamples(piece, samples.coding);
    const sent = piece.subarray(skipped, end - from);
    yield sent;
    position += sent.length;
  }
}

function swapSamples(bytes: Buffer, coding: Samples['coding']): void {
  if (coding === 's16') bytes.swap16();
  else if (coding === 's32') bytes.swap32();
  else if (coding === 's24') swap24(bytes);
  else if (coding === 'u8') for (let at = 0; at < bytes.length; at++) bytes[at] = (bytes[at] ?? 0) ^ 0x80;
  else
    for (let at = 0; at < bytes.length; at += 4) {
      const sample = Math.round(bytes.readFloatLE(at) * FULL_SCALE);
      bytes.writeInt32BE(Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, sample)) || 0, at);
    }
}

function swap24(bytes: Buffer): void {
  for (let at = 2; at < bytes.length; at += 3) {
    const low = bytes[at - 2] ?? 0;
    bytes[at - 2] = bytes[at] ?? 0;
    bytes[at] = low;
  }
}
