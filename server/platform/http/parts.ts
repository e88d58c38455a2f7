import type { Splice } from './splice.ts';
import type { Samples } from './swappedSamples.ts';

/** Bytes of a stored file, or of a copy that is spliced from one. */
export interface FileRange {
  key: string;
  start: number;
  bytes: number;
  /** They are sent in big-endian order. */
  samples?: Samples;
  spliced?: Splice;
}

export type SplicedRange = FileRange & { spliced: Splice };

/** The CRC-32 covers these bytes alone, as zip needs it. */
export interface ChecksummedRange extends FileRange {
  crc32: number;
}

/** A part of a response body: bytes in memory, or a range of a file. */
export type Part = Buffer | FileRange;
export type ChecksummedPart = Buffer | ChecksummedRange;

export const partLength = (part: Part): number => (Buffer.isBuffer(part) ? part.length : part.bytes);
export const totalLength = (parts: Part[]): number => parts.reduce((sum, part) => sum + partLength(part), 0);

/** The bytes from `start` to `end`, both included. */
export function sliceParts(parts: Part[], { start, end }: { start: number; end: number }): Part[] {
  const slices: Part[] = [];
  let offset = 0;
  for (const part of parts) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end + 1 - offset, partLength(part));
    offset += partLength(part);
    if (from >= to) continue;
    if (Buffer.isBuffer(part)) slices.push(part.subarray(from, to));
    else slices.push({ ...part, start: part.start + from, bytes: to - from });
  }
  return slices;
}
