import {
  type MusicalKey,
  musicalKeys,
  type ReleaseFilter,
  type ReleaseSort,
  ReleaseType,
} from '@promenade/contract/catalogue';
import { parseKey } from '@promenade/contract/codes';
import { Instant } from '@promenade/contract/delivery';
import { TRENDING_DAYS } from '@promenade/contract/limits';
import { songVersions } from '@promenade/contract/options';
import { ofEachKind, type ProposedKind } from '@promenade/contract/releaseFields';
import { Refusal } from '../platform/http/refusal.ts';
import { marketsNamed } from './names/marketNames.ts';

/** In a popular sort `days` chooses the counting window, 7 or 30, and does not filter (C-GALLERY-31, requirements decision 23). */
export function resolvePopularityWindow<Query extends { sort: ReleaseSort; days?: number | undefined }>(
  query: Query,
): Query {
  if (query.sort !== 'popular' && query.sort !== '-popular') return query;
  const isShort = query.days !== undefined && query.days <= TRENDING_DAYS;
  const short = query.sort === 'popular' ? 'trending' : '-trending';
  return { ...query, days: undefined, sort: isShort ? short : query.sort };
}

/**
 * Undefined members do not filter; an empty list matches nothing. Lists have ids or names in lower case; one match of each
 * is enough.
 */
export interface ParsedFilter extends Partial<Record<ProposedKind, string[] | undefined>> {
  /** All must be in title, artist or label; `titleWords` in the title. */
  words?: string[] | undefined;
  titleWords?: string[] | undefined;
  /** Complete names. */
  artist?: string | undefined;
  label?: string | undefined;
  markets?: string[] | undefined;
  packages?: string[] | undefined;
  labels?: string[] | undefined;
  versions?: string[] | undefined;
  release_types?: string[] | undefined;
  days?: number | undefined;
  explicit?: boolean | undefined;
  tohear?: true | undefined;
  /** Releases that arrived since. */
  since?: Date | undefined;
  /** Beats per minute; one is enough. */
  tempos?: number[] | undefined;
  keys?: MusicalKey[] | undefined;
  /** A workid. */
  work?: string | undefined;
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
    ...ofEachKind((kind) => anyOf(filter[kind], kind === 'genres' ? filter.genre : undefined)),
    labels: anyOf(filter.labels),
    markets: anyOf(filter.markets, filter.market)?.flatMap((word) => [word, ...marketsNamed(word)]),
    packages: anyOf(filter.packages),
    versions: among(songVersions, anyOf(filter.versions, filter.version)),
    release_types: among(ReleaseType.options, anyOf(filter.release_types)),
    days: filter.days,
    explicit: filter.explicit,
    tohear: filter.tohear || undefined,
    since: parseSince(filter.since),
    tempos: filter.bpm === undefined ? undefined : listTempos(filter.bpm),
    keys: listKeys(anyOf(filter.keys), filter.fits ?? false),
    work: filter.work,
  };
  return Object.values(all).some((part) => part !== undefined) ? all : undefined;
}

function parseSince(since: string | undefined): Date | undefined {
  if (!since) return undefined;
  const parsed = Instant.safeParse(since);
  if (!parsed.success) throw new Refusal('VALIDATION', { since: 'must be an instant' });
  return new Date(parsed.data);
}

/** Beats per minute that deliveries may state. */
const [SLOWEST, FASTEST] = [20, 400];

/**
 * Whole tempos from one to another, and all whose double or half lies there: nothing that counts beats is sure of the
 * octave. What is stored is rounded, so 173 may be the double of 86.6, which is shown as 87.
 */
function listTempos(range: string): number[] {
  const [from = 0, to = 0] = range.split('-').map(Number);
  if (from > to) return [];
  const list = (first: number, last: number) => {
    const [start, end] = [Math.max(first, SLOWEST), Math.min(last, FASTEST)];
    return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index);
  };
  const halves = list(Math.floor(from / 2), Math.ceil(to / 2));
  return [...new Set([...list(from, to), ...list(2 * from - 1, 2 * to + 1), ...halves])];
}

/** With `fits` also what mixes well: the relative key, and the neighbours on the circle of fifths. */
function listKeys(names: string[] | undefined, fits: boolean): MusicalKey[] | undefined {
  const keys = names?.map(parseKey).filter((key) => key !== undefined);
  if (!fits) return keys;
  const count = musicalKeys.length;
  return keys?.flatMap((key) => {
    const index = musicalKeys.indexOf(key);
    const fitting = [index, index ^ 1, (index + 2) % count, (index + count - 2) % count];
    return fitting.flatMap((at) => musicalKeys[at] ?? []);
  });
}

/** PostgreSQL texts cannot contain U+0000. */
const lower = (text = '') => text.trim().replaceAll('\0', '\u{fffd}').toLowerCase() || undefined;

function anyOf(many: string[] = [], one?: string): string[] | undefined {
  const words = [...many, one].map(lower).filter((word) => word !== undefined);
  return words.length > 0 ? words : undefined;
}

const among = (known: readonly string[], words: string[] | undefined) =>
  words && known.filter((name) => words.includes(name.toLowerCase()));
