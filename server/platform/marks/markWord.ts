import { createHmac } from 'node:crypto';

const BLOCK_BITS = 256;

/**
 * Which variant of each segment of a song an account gets: 0 for A, 1 for B. Bit k is that of HMAC-SHA-256(key of the song,
 * code of the account ‖ block as 4 bytes, big-endian), 256 bits a block, the highest bit of a byte first.
 */
export function markWord(key: Buffer, code: Buffer, segments: number): Uint8Array {
  const word = new Uint8Array(segments);
  for (let block = 0; block * BLOCK_BITS < segments; block++) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(block);
    const bits = createHmac('sha256', key).update(code).update(number).digest();
    const first = block * BLOCK_BITS;
    for (let bit = 0; bit < BLOCK_BITS && first + bit < segments; bit++)
      word[first + bit] = ((bits[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
  }
  return word;
}
