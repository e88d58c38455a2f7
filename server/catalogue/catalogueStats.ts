import type { Db } from '../platform/database/db.ts';
import type { Metrics } from '../platform/monitoring/metrics.ts';
import { createCache } from './cache.ts';
import { countAudienceReleases } from './listQueries.ts';
import { countMatches, estimateRows, type SectionCounts } from './search/searchWordQueries.ts';

const AUDIENCE_TTL_MS = 600_000;
const COUNTS_TTL_MS = 60_000;
const AUDIENCES = 10_000;
const WORDS = 20_000;
/** Audiences with more releases are never small. */
const SMALL_RELEASES = 2_000;
const PAGE_SIZE = 40;

/** Cached estimates that choose how a list or search is executed, never what it returns. */
export interface CatalogueStats {
  /** The packages contain so few releases that reading all is cheaper than walking an index until a page is full. */
  isSmall(audience: number[]): Promise<boolean>;
  /** Number of searchable rows per section. */
  rows(): Promise<SectionCounts>;
  /** For each word, how many rows it may match. */
  matches(words: string[]): Promise<SectionCounts[]>;
}

export function createCatalogueStats(db: Db, now: () => Date, metrics?: Metrics): CatalogueStats {
  const name = 'statistics';
  const audiences = createCache<number>({ max: AUDIENCES, ttlMs: AUDIENCE_TTL_MS, name, metrics }, now);
  const words = createCache<SectionCounts>({ max: WORDS, ttlMs: COUNTS_TTL_MS, name, metrics }, now);
  const sections = createCache<SectionCounts>({ max: 1, ttlMs: COUNTS_TTL_MS, name, metrics }, now);
  const rows = () => sections.get('rows', () => estimateRows(db));

  function releasesOf(audience: number[]): Promise<number> {
    const packages = audience.filter((id) => id > 0);
    return audiences.get(packages.join(), () => countAudienceReleases(db, packages, SMALL_RELEASES));
  }

  return {
    async isSmall(audience) {
      const count = await releasesOf(audience);
      return count < SMALL_RELEASES && count ** 2 < PAGE_SIZE * (await rows()).releases;
    },
    rows,
    matches: (typed) => Promise.all(typed.map((word) => words.get(word, () => countMatches(db, word)))),
  };
}
