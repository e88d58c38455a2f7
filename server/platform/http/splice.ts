/**
 * A pair file holds two variants of a file that are equal in length and in their head: the head, then of each segment A and
 * B side by side, so that a copy that takes one of each is read front to back.
 */
export interface Pair {
  headBytes: number;
  /** The end of each segment in a copy, ascending. */
  ends: Uint32Array;
}

/** One variant of each segment: 0 for A, 1 for B. */
export interface Splice {
  pair: Pair;
  word: Uint8Array;
}

export const copyBytesOf = ({ headBytes, ends }: Pair): number => ends.at(-1) ?? headBytes;
export const pairBytesOf = (pair: Pair): number => 2 * copyBytesOf(pair) - pair.headBytes;

/** Bytes of the pair file that follow each other in a copy, too. */
interface Piece {
  /** In the pair file. */
  start: number;
  bytes: number;
}

/** The pieces from `position` to `end` of a copy, in order. */
export function* listPieces({ pair, word }: Splice, position: number, end: number): Generator<Piece> {
  const { headBytes, ends } = pair;
  if (position < headBytes) yield { start: position, bytes: Math.min(end, headBytes) - position };
  let from = Math.max(position, headBytes);
  for (let segment = findSegment(ends, from); from < end; segment++) {
    const first = segment === 0 ? headBytes : (ends[segment - 1] ?? 0);
    const last = ends[segment];
    if (last === undefined) throw new RangeError('A copy ends before the bytes that are asked for.');
    const to = Math.min(end, last);
    const variant = word[segment] === 1 ? last - first : 0;
    yield { start: 2 * first - headBytes + variant + (from - first), bytes: to - from };
    from = to;
  }
}

/** The first segment that ends behind the position. */
function findSegment(ends: Uint32Array, position: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
