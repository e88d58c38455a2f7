import { ofEachKind } from '@promenade/contract/releaseFields';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { createCache } from './cache.ts';
import {
  type FilterChoices,
  type FilterIds,
  listFilterChoices,
  listFilterIds,
  listOwnFilterIds,
} from './optionsQueries.ts';

const AUDIENCES = 1_000;
/** Releases end, and deliveries take them from packages, without a notification. */
const TTL_MS = 4_000;

/** What an account can filter by: only what occurs in releases that it may hear. */
export interface FilterChoiceCache {
  get(db: Db, caller: Pick<Caller, 'audience'>): Promise<FilterChoices>;
  clear(): void;
}

/** Accounts that hold the same packages share an entry, unless they are excluded from a release. */
export function createFilterChoiceCache({ now, metrics }: Pick<AppContext, 'now' | 'metrics'>): FilterChoiceCache {
  const cache = createCache<FilterIds>({ max: AUDIENCES, ttlMs: TTL_MS, name: 'filter choices', metrics }, now);
  return {
    async get(db, { audience }) {
      const { excluded, ...own } = await listOwnFilterIds(db, audience);
      const shared = excluded ? audience : audience.filter((id) => id > 0);
      const ids = await cache.get(shared.join(), () => listFilterIds(db, shared));
      return listFilterChoices(db, mergeIds(own, ids), audience);
    },
    clear: cache.clear,
  };
}

const mergeIds = (own: FilterIds, shared: FilterIds): FilterIds => ({
  ...ofEachKind((kind) => [...own[kind], ...shared[kind]]),
  markets: [...own.markets, ...shared.markets],
  labels: [...own.labels, ...shared.labels],
});
