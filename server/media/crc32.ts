import { crc32 } from 'node:zlib';
import { bytesOf, type Part } from '../platform/http/parts.ts';

/** x^32 + … + 1 without its highest power, the lowest one in the highest bit, as CRC-32 counts them. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** CRC-32 of a whole file, from what is known of its parts. */
export function crc32Of(parts: Part[]): number {
  return parts.reduce(
    (sum, part) => crc32Combine(sum, Buffer.isBuffer(part) ? crc32(part) : part.crc32, bytesOf(part)),
    0,
  );
}

/** CRC-32 of two stretches one after the other, the second one of so many bytes: nothing is read again. */
export function crc32Combine(first: number, second: number, bytes: number): number {
  return (times(first, powerOfX(bytes)) ^ second) >>> 0;
}

/** x^(8 · bytes) modulo the polynomial: the powers x^8, x^16, x^32 … that make it, multiplied. */
function powerOfX(bytes: number): number {
  let product = ONE;
  let square = ONE >>> 8;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) product = times(product, square);
    square = times(square, square);
  }
  return product;
}

/** Product of two polynomials over the field of two, modulo the polynomial. */
function times(one: number, other: number): number {
  let product = 0;
  let shifted = other;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((one & bit) !== 0) product ^= shifted;
    shifted = (shifted & 1) === 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}
