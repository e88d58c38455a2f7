import { basename, extname } from 'node:path';
import type { Explicit } from '@promenade/contract/catalogue';
import { songVersions } from '@promenade/contract/options';
import { cleanName } from '../../catalogue/names/artistNames.ts';

export interface ParsedFileName {
  disc?: number;
  ordinal?: number;
  artist?: string;
  title: string;
}

/** Matches `1-03`, `1.03`, `03`, `03.`; not `A1`. `103` is number 103, not disc 1, track 3. */
const NUMBERS = /^(?:(\d{1,2})[-.])?(\d{1,3})(?:[ ._)-]+|$)(?=\D|$)/;
const DASH = / +[-–—] +/;

/** Parses "01 - Artist - Title (Version).wav", "1-03 Title.flac", "04_title.mp3" and the like. */
export function parseFileName(path: string): ParsedFileName {
  const name = readableName(basename(path, extname(path)));
  const spaced = name.includes(' ') ? name : name.replaceAll('_', ' ');
  const numbers = NUMBERS.exec(spaced);
  const text = numbers ? spaced.slice(numbers[0].length).replace(/^[-–—.\s]+/, '') : spaced;
  const parts = text
    .split(DASH)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [first = ''] = parts;
  const hasArtist = parts.length > 1;
  return {
    ...(numbers?.[1] ? { disc: Number(numbers[1]) } : {}),
    ...(numbers?.[2] ? { ordinal: Number(numbers[2]) } : {}),
    ...(hasArtist ? { artist: first } : {}),
    title: (hasArtist ? parts.slice(1).join(' - ') : first) || name || readableName(path),
  };
}

/** Parses "Artist - Title (2026) [FLAC]"; removes years, formats and media from the title. */
export function parseFolderName(folder: string): { artist?: string; title: string } {
  const name = readableName(folder);
  const clean = name
    .replaceAll('_', ' ')
    .replace(/\s*[[({](?:\d{4}|flac|wav|mp3|320|web|cd|vinyl|24[ -]?bit.*?)[\])}]/gi, '')
    .trim();
  const parts = clean.split(DASH).filter((part) => part !== '' && !/^\d{4}$/.test(part));
  const [artist] = parts;
  if (parts.length > 1 && artist) return { artist, title: parts.slice(1).join(' - ') };
  return { title: clean || name || 'Untitled' };
}

/** Whether a title is only a number, with or without "Track": it identifies nothing. */
export const isNumber = (title: string) =>
  /^(?:(?:audio ?)?(?:track|titel|piste|pista|traccia) *)?\d{0,3}$/i.test(title);

/** The name of a file or folder may have line breaks, escape sequences and invisible characters. */
const readableName = (name: string) => cleanName(name.replace(/\p{Cc}+/gu, ' '));

export interface ParsedTitle {
  title: string;
  version: string;
  /** The artist after "feat.". */
  featured: string;
  explicit: Explicit;
}

const VERSIONS = new Map<string, string>([
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
/** Brackets that contain one of these words hold a version; others belong to the title. */
const VERSION_WORDS =
  /\b(mix|remix|edit|version|dub|instrumental|acoustic|live|remaster(?:ed)?|demo|bootleg|vip|rework|a ?cappella|acapella|extended|unplugged|karaoke|reprise|session|flip)\b/i;
const EXPLICIT_VERSION = /^explicit$/i;
const CLEAN_VERSION = /^(clean|clean version|clean edit)$/i;
const FEATURED = /^(?:feat\.?|ft\.?|featuring)\s+(.+)$/i;
const LAST_BRACKET = /^(.*\S)\s*[[(]([^[\]()]+)[\])]\s*$/s;
const LAST_DASH = /^(.+?)\s+[-–—]\s+([^-–—]+)$/s;
const FEATURED_WITHOUT_BRACKETS = /^(.*\S)\s+(?:feat\.|ft\.|featuring)\s+(.+)$/is;

/** Gives the spelling of the contract's list of versions, or the text itself. */
export const normalizeVersion = (text: string) => VERSIONS.get(text.trim().toLowerCase()) ?? text.trim();

const isVersion = (text: string) => VERSIONS.has(text.trim().toLowerCase()) || VERSION_WORDS.test(text);

/** Separates version, "feat." and [E] from the end of a title. Other brackets stay in the title. */
export function parseTitle(text: string): ParsedTitle {
  const parsed: ParsedTitle = { title: text.trim(), version: '', featured: '', explicit: 'unknown' };
  for (let match = LAST_BRACKET.exec(parsed.title); match; match = LAST_BRACKET.exec(parsed.title)) {
    const [, before = '', inside = ''] = match;
    if (!applySuffix(parsed, inside.trim())) break;
    parsed.title = before.trim();
  }
  const dashed = LAST_DASH.exec(parsed.title);
  if (dashed?.[1] && dashed[2] && parsed.version === '' && isVersion(dashed[2])) {
    applySuffix(parsed, dashed[2].trim());
    parsed.title = dashed[1].trim();
  }
  const featured = FEATURED_WITHOUT_BRACKETS.exec(parsed.title);
  if (featured?.[1] && featured[2] && parsed.featured === '') {
    parsed.featured = featured[2].trim();
    parsed.title = featured[1].trim();
  }
  return parsed;
}

function applySuffix(parsed: ParsedTitle, text: string): boolean {
  const featured = FEATURED.exec(text)?.[1];
  if (featured && parsed.featured === '') parsed.featured = featured.trim();
  else if (/^e$/i.test(text)) parsed.explicit = 'explicit';
  else if (isVersion(text) && parsed.version === '') {
    parsed.version = normalizeVersion(text);
    if (EXPLICIT_VERSION.test(text)) parsed.explicit = 'explicit';
    if (CLEAN_VERSION.test(text)) parsed.explicit = 'clean';
  } else return false;
  return true;
}

export function addFeaturedArtist(artist: string, featured: string): string {
  return featured === '' || artist.toLowerCase().includes(featured.toLowerCase())
    ? artist
    : `${artist} feat. ${featured}`;
}
