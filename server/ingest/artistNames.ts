const FEATURED = /\s+(?:feat\.?|ft\.?|featuring|vs\.?)\s+/i;
const CERTAIN = /\s*[;\0]\s*/;
const POSSIBLE = /\s*(?:,|\s&\s|\sx\s|\sand\s|\/)\s*/i;
const IN_BRACKETS = /\s*[([]\s*((?:feat\.?|ft\.?|featuring)\s[^)\]]+)[)\]]/i;

/**
 * The single artists behind a credit. "feat." and ";" always part names; "&", "," and "x" only where one of the parts
 * is known to stand alone, because bands carry them in their names.
 */
export function artistNames(credit: string, known: ReadonlySet<string> = new Set()): string[] {
  const parts = credit
    .replace(IN_BRACKETS, ' $1')
    .split(FEATURED)
    .flatMap((part) => part.split(CERTAIN));
  const names = parts.flatMap((part) => {
    const single = part.split(POSSIBLE).map((name) => name.trim());
    return single.length > 1 && single.some((name) => known.has(name.toLowerCase())) ? single : [part];
  });
  return uniqueNames(names);
}

/** Blank ones and those that differ only in case are dropped; the first spelling stays. */
export function uniqueNames(names: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const name of names.map((each) => each.trim())) {
    if (name !== '' && !kept.has(name.toLowerCase())) kept.set(name.toLowerCase(), name);
  }
  return [...kept.values()];
}

/** Adds a guest of the title to the credit unless it names them already. */
export function creditWith(artist: string, featured: string): string {
  return featured === '' || artist.toLowerCase().includes(featured.toLowerCase())
    ? artist
    : `${artist} feat. ${featured}`;
}
