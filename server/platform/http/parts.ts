/** A stretch of a file of the storage; `crc32` is of these bytes alone, as zip wants it. */
export interface Stretch {
  path: string;
  start: number;
  bytes: number;
  crc32: number;
}

/** What a file that is put together while it is sent is made of: bytes made now, and stretches that lie on the disk. */
export type Part = Buffer | Stretch;

/** A stretch that nobody asks a checksum of. */
export type Place = Omit<Stretch, 'crc32'>;

/** Bytes to send. */
export type Piece = Buffer | Place;

/** How long it is. */
export const bytesOf = (piece: Piece): number => (Buffer.isBuffer(piece) ? piece.length : piece.bytes);

/** How long they are together. */
export const bytesOfAll = (pieces: Piece[]): number => pieces.reduce((sum, piece) => sum + bytesOf(piece), 0);

/** What lies from byte `start` to byte `end`, both included. */
export function cut(pieces: Piece[], { start, end }: { start: number; end: number }): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end + 1 - at, bytesOf(piece));
    at += bytesOf(piece);
    if (from >= to) continue;
    if (Buffer.isBuffer(piece)) found.push(piece.subarray(from, to));
    else found.push({ path: piece.path, start: piece.start + from, bytes: to - from });
  }
  return found;
}
