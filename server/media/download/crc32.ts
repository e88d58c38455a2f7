import { crc32 } from 'node:zlib';
import { type ChecksummedPart, partLength } from '../../platform/http/parts.ts';

// CRC-32 is linear: the checksum of joined ranges follows from the checksums and lengths of the ranges. Numbers are
// polynomials over GF(2) modulo POLYNOMIAL, with the lowest power in the highest bit.
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
/** Appending this many zero bytes leaves a CRC-32 unchanged. */
const CYCLE_BYTES = 2 ** 32 - 1;

/** CRC-32 of a file, from the known checksums of its parts. */
export function crc32OfParts(parts: ChecksummedPart[]): number {
  return parts.reduce(
    (sum, part) => combineCrc32(sum, Buffer.isBuffer(part) ? crc32(part) : part.crc32, partLength(part)),
    0,
  );
}

/** CRC-32 of two joined ranges; `bytes` is the length of the second one. */
export function combineCrc32(first: number, second: number, bytes: number): number {
  return (multiply(first, powerOfX(bytes)) ^ second) >>> 0;
}

/** CRC-32 of a range, from those of the file and of what is before and after the range; lengths in bytes. */
export function crc32OfMiddle(file: {
  whole: number;
  before: number;
  bytes: number;
  after: number;
  afterBytes: number;
}): number {
  const withoutAfter = combineCrc32((file.whole ^ file.after) >>> 0, 0, CYCLE_BYTES - (file.afterBytes % CYCLE_BYTES));
  return (withoutAfter ^ combineCrc32(file.before, 0, file.bytes)) >>> 0;
}

/** x^(8 · bytes), by repeated squaring. */
function powerOfX(bytes: number): number {
  let product = ONE;
  let square = ONE >>> 8;
  for (let exponent = bytes; exponent > 0; exponent = Math.floor(exponent / 2)) {
    if (exponent % 2 === 1) product = multiply(product, square);
    square = multiply(square, square);
  }
  return product;
}

function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted;
    shifted = (shifted & 1) === 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}
