import { musicalKeys } from '@promenade/contract/catalogue';

/** The position on the wheel that disc jockeys mix by: `8A` for A minor, `8B` for C major. Empty for an unknown key. */
export function getKeyCode(key: string): string {
  const position = getPosition(key);
  return position < 0 ? '' : `${(position >> 1) + 1}${position % 2 === 0 ? 'A' : 'B'}`;
}

/** From 0 for `1A` to 23 for `12B`; -1 for an unknown key. */
function getPosition(key: string): number {
  const index = musicalKeys.findIndex((name) => name === key);
  // The circle of fifths begins at C major, 8B, and has each major key before its minor one.
  return index < 0 ? -1 : ((index + 14) % 24) + (index % 2 === 0 ? 1 : -1);
}

/** Sorts keys as they lie on the wheel. */
export const getKeyOrder = (key: string | null): number | null => (key === null ? null : getPosition(key));

/** All keys, from 1A to 12B. */
export const keysByCode = musicalKeys.toSorted((one, other) => getPosition(one) - getPosition(other));
