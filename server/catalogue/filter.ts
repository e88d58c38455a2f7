import { type ReleaseFilter, type ReleaseSort, ReleaseType } from '@promenade/contract/catalogue';
import { TRENDING_DAYS } from '@promenade/contract/limits';
import { songVersions } from '@promenade/contract/options';
import { marketsNamed } from './marketNames.ts';

/** In a popular sort `days` chooses the counting window, 7 or 30, and does not filter (C-GALLERY-31, requirements decision 23). */
export function resolvePopularityWindow<Query extends { sort: ReleaseSort; days?: number | undefined }>(
  query: Query,
): Query {
  if (query.sort !== 'popular' && query.sort !== '-popular') return query;
  const isShort = query.days !== undefined && query.days <= TRENDING_DAYS;
  const short = query.sort === 'popular' ? 'trending' : '-trending';
  return { ...query, days: undefined, sort: isShort ? short : query.sort };
}

/** Undefined members do not filter; an empty list matches nothing. */
export interface ParsedFilter {
  /** All must be in title, artist or label; `titleWords` in the title. */
  words?: string[] | undefined;
  titleWords?: string[] | undefined;
  /** Complete names. */
  artist?: string | undefined;
  label?: string | undefined;
  /** Ids or names in lower case; one match of each list is enough. */
  genres?: string[] | undefined;
  moods?: string[] | undefined;
  instruments?: string[] | undefined;
  markets?: string[] | undefined;
  packages?: string[] | undefined;
  labels?: string[] | undefined;
  versions?: string[] | undefined;
  release_types?: string[] | undefined;
  days?: number | undefined;
  explicit?: boolean | undefined;
  tohear?: true | undefined;
  /** Internal ids. */
  artistId?: number | undefined;
  labelId?: number | undefined;
}

/** Folds words and merges singular and plural parameters (C-API-10). Undefined if nothing is filtered. */
export function parseFilter(filter: ReleaseFilter): ParsedFilter | undefined {
  const all: ParsedFilter = {
    words: lower(filter.filter)?.split(/\s+/),
    titleWords: lower(filter.title)?.split(/\s+/),
    artist: lower(filter.artist),
    label: lower(filter.label),
    genres: anyOf(filter.genres, filter.genre),
    moods: anyOf(filter.moods),
    instruments: anyOf(filter.instruments),
    labels: anyOf(filter.labels),
    markets: anyOf(filter.markets, filter.market)?.flatMap((word) => [word, ...marketsNamed(word)]),
    packages: anyOf(filter.packages),
    versions: among(songVersions, anyOf(filter.versions, filter.version)),
    release_types: among(ReleaseType.options, anyOf(filter.release_types)),
    days: filter.days,
    explicit: filter.explicit,
    tohear: filter.tohear || undefined,
  };
  return Object.values(all).some((part) => part !== undefined) ? all : undefined;
}

/** PostgreSQL texts cannot contain U+0000. */
const lower = (text = '') => text.trim().replaceAll('\0', '\u{fffd}').toLowerCase() || undefined;

function anyOf(many: string[] = [], one?: string): string[] | undefined {
  const words = [...many, one].map(lower).filter((word) => word !== undefined);
  return words.length > 0 ? words : undefined;
}

const among = (known: readonly string[], words: string[] | undefined) =>
  words && known.filter((name) => words.includes(name.toLowerCase()));
