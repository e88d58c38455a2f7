/** Key presses of one search. */
export const KEYS = 12;

/** Returns the search text after a key press: a prefix of an artist, a title or both; every third search has a typo. */
export function getTypedText(items: { artist: string; title: string }[], index: number): string {
  const searchNumber = Math.floor(index / KEYS);
  const { artist = '', title = '' } = items[searchNumber % items.length] ?? {};
  const term = [artist, title, `${title} ${artist}`][Math.floor(searchNumber / 3) % 3] ?? '';
  const text = searchNumber % 3 === 0 ? term.slice(0, 3) + term.slice(4) : term;
  return text.slice(0, 2 + (index % KEYS));
}
