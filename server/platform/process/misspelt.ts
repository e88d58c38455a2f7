/** Shorter names are close to too many others. */
const LENGTH_MIN = 6;

/** Finds a name that is a known one with a letter too many, too few, another or in another place, and which is meant. */
export function findMisspelt(names: string[], known: string[]): { name: string; meant: string } | undefined {
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = known.find((one) => one.length >= LENGTH_MIN && !names.includes(one) && isClose(name, one));
    if (meant) return { name, meant };
  }
  return undefined;
}

const isClose = (one: string, other: string): boolean => !listShorter(one).isDisjointFrom(listShorter(other));

/** The name, and the name without each one of its letters: two names that differ in one letter share an entry. */
function listShorter(name: string): Set<string> {
  const letters = name.toUpperCase().replaceAll('_', '');
  return new Set([letters, ...Array.from(letters, (_, at) => letters.slice(0, at) + letters.slice(at + 1))]);
}
