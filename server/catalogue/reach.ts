import type { Db } from '../platform/database/db.ts';
import { keepNewest } from '../platform/process/keepNewest.ts';
import { countBrought } from './searchQueries.ts';
import { countThings, countUses, type Uses } from './searchWordQueries.ts';
import { NONE } from './searchWords.ts';

const FEW_RELEASES = 2_000;
/** Releases on one. */
const PAGE = 40;
const REACH_KEPT_MS = 10 * 60_000;
const USES_KEPT_MS = 60_000;
const WORDS_KEPT = 20_000;

/** How far an account hears, and how much there is in all. */
export interface Reach {
  /** Whether all that an account's packages bring is soon looked through; a guess that costs time alone. */
  isSmall(audience: number[]): Promise<boolean>;
  /** Whether that is less work than going along everything until a page is full. */
  isSparse(audience: number[]): Promise<boolean>;
  /** In each section, about. */
  things(): Promise<Uses>;
  /** For each word, in their order, what it may find, about. Decides how is searched, never what is found. */
  uses(words: string[]): Promise<Uses[]>;
}

/** Counting costs as much as a search: for each set of packages it is done every ten minutes, for each word once in one. */
export function keptReach(db: Db, now: () => Date): Reach {
  const kept = new Map<string, { until: number; count: Promise<number> }>();
  const ofWords = new Map<string, { until: number; uses: Uses }>();
  let things: { until: number; counted: Promise<Uses> } | undefined;
  const reach: Reach = {
    async uses(words) {
      const at = now().getTime();
      const missing = words.filter((word) => (ofWords.get(word)?.until ?? 0) <= at);
      const counted = missing.length > 0 ? await countUses(db, missing) : [];
      for (const [nth, uses] of counted.entries())
        keepNewest(ofWords, missing[nth] ?? '', { until: at + USES_KEPT_MS, uses }, WORDS_KEPT);
      return words.map((word) => ofWords.get(word)?.uses ?? NONE);
    },
    things() {
      if (things && things.until > now().getTime()) return things.counted;
      const counted = countThings(db);
      things = { until: now().getTime() + USES_KEPT_MS, counted };
      counted.catch(() => {
        things = undefined;
      });
      return counted;
    },
    isSmall: async (audience) => (await brought(audience)) < FEW_RELEASES,
    async isSparse(audience) {
      const count = await brought(audience);
      return count < FEW_RELEASES && count ** 2 < PAGE * (await reach.things()).releases;
    },
  };

  function brought(audience: number[]): Promise<number> {
    const packages = audience.filter((id) => id > 0);
    const key = packages.join();
    const known = kept.get(key);
    if (known && known.until > now().getTime()) return known.count;
    const count = countBrought(db, packages, FEW_RELEASES);
    kept.set(key, { until: now().getTime() + REACH_KEPT_MS, count });
    count.catch(() => kept.delete(key));
    return count;
  }

  return reach;
}
