/** A stretch of a file of the storage; `crc32` is of these bytes alone, as zip wants it. */
export interface Stretch {
  path: string;
  start: number;
  bytes: number;
  crc32: number;
}

/** What a file that is put together while it is sent is made of: bytes made now, and stretches that lie on the disk. */
export type Part = Buffer | Stretch;

export const bytesOf = (part: Part): number => (Buffer.isBuffer(part) ? part.length : part.bytes);
