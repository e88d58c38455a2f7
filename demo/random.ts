/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** Creates a deterministic random number generator (FNV-1a hash of the seed, then mulberry32). */
export function createRandom(seed: string): Random {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @throws RangeError for an empty list. */
export function randomItem<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('The list is empty.');
  return item;
}

/** From `min` (inclusive) to `max` (exclusive). */
export function randomBetween(random: Random, min: number, max: number): number {
  return min + random() * (max - min);
}

/** An integer from `min` to `max`, both inclusive. */
export function randomInteger(random: Random, min: number, max: number): number {
  return Math.floor(randomBetween(random, min, max + 1));
}
