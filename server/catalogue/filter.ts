import { type ReleaseFilter, type ReleaseSort, ReleaseType } from '@promenade/contract/catalogue';
import { TRENDING_DAYS } from '@promenade/contract/limits';
import { songVersions } from '@promenade/contract/options';
import { marketsNamed } from './marketNames.ts';

/** In a popular sort `days` is the window of counting, 7 or 30, and narrows nothing (C-GALLERY-31, decision 23). */
export function resolvePopularityWindow<Asked extends { sort: ReleaseSort; days?: number | undefined }>(
  asked: Asked,
): Asked {
  if (asked.sort !== 'popular' && asked.sort !== '-popular') return asked;
  const isShort = asked.days !== undefined && asked.days <= TRENDING_DAYS;
  const short = asked.sort === 'popular' ? 'trending' : '-trending';
  return { ...asked, days: undefined, sort: isShort ? short : asked.sort };
}

/** What a filter looks for; a kind that nobody asked for is undefined, one whose words are all unknown is empty. */
export interface ParsedFilter {
  /** All of them in title, artist or label, and in the title alone. */
  words?: string[] | undefined;
  titleWords?: string[] | undefined;
  /** Whole names. */
  artist?: string | undefined;
  label?: string | undefined;
  /** Ids or names, in lower case; any will do, here and below. */
  genres?: string[] | undefined;
  moods?: string[] | undefined;
  instruments?: string[] | undefined;
  markets?: string[] | undefined;
  packages?: string[] | undefined;
  /** As the catalogue writes them. */
  versions?: string[] | undefined;
  release_types?: string[] | undefined;
  days?: number | undefined;
  explicit?: boolean | undefined;
  unheard?: true | undefined;
}

/** Reads a filter: words in lower case, one beside many of a kind (C-API-10); undefined when it asks for nothing. */
export function parseFilter(filter: ReleaseFilter): ParsedFilter | undefined {
  const all: ParsedFilter = {
    words: lower(filter.filter)?.split(/\s+/),
    titleWords: lower(filter.title)?.split(/\s+/),
    artist: lower(filter.artist),
    label: lower(filter.label),
    genres: anyOf(filter.genres, filter.genre),
    moods: anyOf(filter.moods),
    instruments: anyOf(filter.instruments),
    markets: anyOf(filter.markets, filter.market)?.flatMap((word) => [word, ...marketsNamed(word)]),
    packages: anyOf(filter.packages),
    versions: among(songVersions, anyOf(filter.versions, filter.version)),
    release_types: among(ReleaseType.options, anyOf(filter.release_types)),
    days: filter.days,
    explicit: filter.explicit,
    unheard: filter.unheard || undefined,
  };
  return Object.values(all).some((part) => part !== undefined) ? all : undefined;
}

/** No name holds U+0000, which the database cannot even be asked for. */
const lower = (text = '') => text.trim().replaceAll('\0', '\u{fffd}').toLowerCase() || undefined;

function anyOf(many: string[] = [], one?: string): string[] | undefined {
  const words = [...many, one].map(lower).filter((word) => word !== undefined);
  return words.length > 0 ? words : undefined;
}

const among = (known: readonly string[], words: string[] | undefined) =>
  words && known.filter((name) => words.includes(name.toLowerCase()));
