/** Numbers from 0 (included) to 1 (excluded), always the same ones for the same seed. */
export type Random = () => number;

/** A stream of numbers that only the text decides. */
export function seeded(text: string): Random {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @throws RangeError for an empty list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new RangeError('Nothing to pick from.');
  return chosen;
}

/** From low (included) to high (excluded). */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

/** A whole number from low to high, both included. */
export function whole(random: Random, low: number, high: number): number {
  return Math.floor(between(random, low, high + 1));
}
