export const VARIOUS_ARTISTS = 'Various Artists';

const FEATURED_SEPARATOR = /\s+(?:feat\.?|ft\.?|featuring|vs\.?)\s+/i;
const SEPARATOR = /\s*;\s*/;
const POSSIBLE_SEPARATOR = /\s*(?:,|\s&\s|\sx\s|\sand\s)\s*/i;
const FEATURED_IN_BRACKETS = /\s*[([]\s*((?:feat\.?|ft\.?|featuring)\s[^)\]]{1,500})[)\]]/i;

/**
 * Splits a credit into artists. "feat." and ";" always separate. "&", "," and "x" are also parts of band names, so they
 * separate only when one of the parts is a known artist.
 * @param known names in lower case
 */
export function parseArtists(credit: string, known: ReadonlySet<string> = new Set()): string[] {
  const parts = cleanName(credit)
    .replace(FEATURED_IN_BRACKETS, ' $1')
    .split(FEATURED_SEPARATOR)
    .flatMap((part) => part.split(SEPARATOR));
  const names = parts.flatMap((part) => {
    const artists = part.split(POSSIBLE_SEPARATOR).map((name) => name.trim());
    return artists.length > 1 && artists.some((name) => known.has(name.toLowerCase())) ? artists : [part];
  });
  return uniqueNames(names);
}

export function uniqueNames(names: readonly string[]): string[] {
  const unique = new Map<string, string>();
  for (const name of names.map(cleanName)) {
    if (name !== '' && !unique.has(foldName(name))) unique.set(foldName(name), name);
  }
  return [...unique.values()];
}

/** Removes the invisible differences between two spellings of a name. */
export const cleanName = (name: string) =>
  name
    .normalize('NFC')
    .replace(/[\u200B\u2060\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Equal for names that the catalogue treats as one; `fold_name` in SQL. */
export const foldName = (name: string) =>
  cleanName(name.normalize('NFKC').replace(INVISIBLE, ''))
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('ς', 'σ');

const INVISIBLE = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\u034F|[\uFE00-\uFE0F]/gu;
