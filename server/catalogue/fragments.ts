import type { Db } from '../platform/database/db.ts';
import { keepNewest } from '../platform/process/keepNewest.ts';
import { type Fragment, findFragments, type SeenRelease } from './listQueries.ts';

/** A page has 100 at most; a fragment about 1 kB. */
const KEPT = 4_000;

/** Releases as JSON texts; one that is gone meanwhile falls out. */
export type Whole = (releases: SeenRelease[]) => Promise<string[]>;

/** What is the same for everyone comes from the database once for each version of a release. */
export function keepFragments(db: Db): Whole {
  const kept = new Map<number, Fragment>();
  return async (releases) => {
    const missing = releases.filter(({ id, version }) => kept.get(id)?.version !== version).map(({ id }) => id);
    if (missing.length > 0) for (const one of await findFragments(db, missing)) keepNewest(kept, one.id, one, KEPT);
    return releases.flatMap(({ id, seen }) => {
      const found = kept.get(id);
      return found ? [`{${found.fragment}${seen || found.untouched}}`] : [];
    });
  };
}
