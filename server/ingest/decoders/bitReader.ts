export type BitReader = ReturnType<typeof createBitReader>;

/** Bits that one peek always returns: 32 minus the up to 7 bits before the position. */
const SEEN_BITS = 25;

/** Reads bits, the highest of each byte first. Gives zeros beyond the end, which `isPastEnd` tells. */
export function createBitReader(bytes: Uint8Array, start = 0) {
  let position = start * 8;
  const look = (): number => {
    const at = position >>> 3;
    const word =
      ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    return word << (position & 7);
  };
  /** At most 25 bits, without moving on. */
  const peek = (count: number): number => (count === 0 ? 0 : look() >>> (32 - count));
  const read = (count: number): number => {
    if (count > SEEN_BITS) return read(count - 16) * 65_536 + read(16);
    const value = peek(count);
    position += count;
    return value;
  };
  const isPastEnd = (): boolean => position > bytes.length * 8;
  return {
    peek,
    /** At most 41 bits. */
    read,
    readSigned(count: number): number {
      const value = read(count);
      return value >= 2 ** (count - 1) ? value - 2 ** count : value;
    },
    /** Counts zeros and skips the one behind them. */
    readZeros(): number {
      for (let zeros = 0; ; ) {
        const before = Math.clz32(look());
        if (before < 32) {
          position += before + 1;
          return zeros + before;
        }
        zeros += SEEN_BITS;
        position += SEEN_BITS;
        if (isPastEnd()) return zeros;
      }
    },
    /** Counts ones, up to a limit below 25, and skips them and the zero behind fewer ones. */
    readOnes(limit: number): number {
      const ones = Math.min(limit, Math.clz32(~look()));
      position += ones < limit ? ones + 1 : ones;
      return ones;
    },
    skip: (count: number) => void (position += count),
    align: () => void (position = (position + 7) & ~7),
    position: (): number => position,
    isPastEnd,
  };
}

/** 0, -1, 1, -2, 2 … for 0, 1, 2, 3, 4 …, as Rice codes count. */
export const unfold = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
