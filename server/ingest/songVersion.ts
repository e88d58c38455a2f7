import type { Explicit } from '@promenade/contract/catalogue';
import { songVersions } from '@promenade/contract/songVersions';

/** A title and what stood behind it; absent parts are empty. */
export interface SplitTitle {
  title: string;
  version: string;
  /** "feat. X" that stood in the title. */
  featured: string;
  explicit: Explicit;
}

const KNOWN = new Map<string, string>([
  ...songVersions.map((version) => [version.toLowerCase(), version] as const),
  ['album mix', 'Album version'],
  ['original mix', 'Album version'],
  ['original version', 'Album version'],
  ['clean version', 'Clean'],
  ['clean edit', 'Clean'],
  ['explicit version', 'Explicit'],
  ['radio version', 'Radio edit'],
  ['radio mix', 'Radio edit'],
  ['instrumental version', 'Instrumental'],
  ['instrumental mix', 'Instrumental'],
  ['club version', 'Club mix'],
  ['club edit', 'Club mix'],
  ['vocal mix', 'Vocal'],
  ['vocal version', 'Vocal'],
]);
/** Words that make what stands in brackets a version and no part of the title. */
const VERSION_WORDS =
  /\b(mix|remix|edit|version|dub|instrumental|acoustic|live|remaster(?:ed)?|demo|bootleg|vip|rework|a ?cappella|acapella|extended|unplugged|karaoke|reprise|session|flip)\b/i;
const EXPLICIT_MARK = /^(e|explicit)$/i;
const CLEAN_MARK = /^(clean|clean version|clean edit)$/i;
const FEATURED = /^(?:feat\.?|ft\.?|featuring)\s+(.+)$/i;
const LAST_BRACKET = /^(.*\S)\s*[[(]([^[\]()]+)[\])]\s*$/s;
const LAST_DASH = /^(.+?)\s+[-–—]\s+([^-–—]+)$/s;
const OPEN_FEATURED = /^(.*\S)\s+(?:feat\.|ft\.|featuring)\s+(.+)$/is;

/** The specification's spelling of a version where it knows it, else the words themselves. */
export const nameVersion = (words: string) => KNOWN.get(words.trim().toLowerCase()) ?? words.trim();

/** Takes from the end of a title what is no title: version, "feat.", [E]. Other brackets stay. */
export function splitTitle(whole: string): SplitTitle {
  const split: SplitTitle = { title: whole.trim(), version: '', featured: '', explicit: 'unknown' };
  for (let found = LAST_BRACKET.exec(split.title); found; found = LAST_BRACKET.exec(split.title)) {
    const [, before = '', inside = ''] = found;
    if (!takeMark(split, inside.trim())) break;
    split.title = before.trim();
  }
  const dashed = LAST_DASH.exec(split.title);
  if (dashed?.[1] && dashed[2] && split.version === '' && isVersion(dashed[2])) {
    takeMark(split, dashed[2].trim());
    split.title = dashed[1].trim();
  }
  const open = OPEN_FEATURED.exec(split.title);
  if (open?.[1] && open[2] && split.featured === '') {
    split.featured = open[2].trim();
    split.title = open[1].trim();
  }
  return split;
}

function takeMark(split: SplitTitle, words: string): boolean {
  const featured = FEATURED.exec(words)?.[1];
  if (featured && split.featured === '') split.featured = featured.trim();
  else if (/^e$/i.test(words)) split.explicit = 'explicit';
  else if (isVersion(words) && split.version === '') {
    split.version = nameVersion(words);
    if (EXPLICIT_MARK.test(words)) split.explicit = 'explicit';
    if (CLEAN_MARK.test(words)) split.explicit = 'clean';
  } else return false;
  return true;
}

/** "Hook", "Vocal" and "Other" alone in brackets are versions, too; "Album" and "Radio" as well. */
const isVersion = (words: string) => KNOWN.has(words.trim().toLowerCase()) || VERSION_WORDS.test(words);
