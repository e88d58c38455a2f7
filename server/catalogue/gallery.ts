import type { ReleaseFilter, ReleaseSort } from '@promenade/contract/catalogue';
import { TOP_LIST_SIZE } from '@promenade/contract/limits';
import type { AppContext } from '../platform/context.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import { createCache } from './cache.ts';
import type { CatalogueStats } from './catalogueStats.ts';
import { parseFilter, resolvePopularityWindow } from './filter.ts';
import { countReleases, findReleaseAt, listReleases, type ReleasePage } from './listQueries.ts';
import type { Viewer } from './rowQueries.ts';

/*
 * A page is one statement. Two results about the whole list are too slow for each request and are cached for some
 * seconds: its total (a count of up to 100,000 rows), and for far pages without a filter the release at every 200th
 * position, so that a statement skips fewer than 200 rows. Changes by others show when the entries expire; an
 * account's own archiving clears its entries at once.
 */

const ENTRIES = 10_000;
const TTL_MS = 10_000;
/** Skipping this many releases takes about a millisecond. */
const START_DISTANCE = 200;

export interface Gallery {
  /** The chart of trending songs ends after 15 (requirement C-CONST-04). */
  listActive(query: ReleaseQuery): Promise<JsonText>;
  listMarked(query: ReleaseQuery, kind: 'flagged' | 'archived'): Promise<JsonText>;
  /** Call after the account archives or restores something; without an account after a release was withdrawn. */
  clearCache(accountid?: number): void;
}

interface ReleaseQuery extends ReleaseFilter, Viewer {
  /** From 1. */
  page: number;
  pagesize: number;
  sort: ReleaseSort;
}

export function createGallery(
  { db, now, metrics }: Pick<AppContext, 'db' | 'now' | 'metrics'>,
  stats: CatalogueStats,
): Gallery {
  const cache = createCache<number | undefined>({ max: ENTRIES, ttlMs: TTL_MS, name: 'gallery', metrics }, now);

  async function toPage(query: ReleaseQuery, kind: ReleasePage['kind']): Promise<ReleasePage> {
    const { accountid, audience, page, pagesize, sort, ...filter } = query;
    const isSmall = await stats.isSmall(audience);
    const offset = (page - 1) * pagesize;
    return { accountid, audience, kind, filter: parseFilter(filter), isSmall, sort, offset, pagesize };
  }

  async function listFrom(page: ReleasePage): Promise<string> {
    const skipped = page.filter ? 0 : page.offset - (page.offset % START_DISTANCE);
    if (skipped === 0) return listReleases(db, page);
    const key = `${page.accountid}:start:${JSON.stringify([page.audience, page.sort, skipped])}`;
    const start = await cache.get(key, () => findReleaseAt(db, { ...page, offset: skipped }));
    return start === undefined ? '' : listReleases(db, { ...page, offset: page.offset - skipped }, start);
  }

  return {
    async listActive(query) {
      const page = await toPage(resolvePopularityWindow(query), 'active');
      const max = query.sort === '-trending' ? TOP_LIST_SIZE : Infinity;
      const pagesize = Math.min(page.pagesize, max - page.offset);
      const key = `${page.accountid}:total:${JSON.stringify([page.audience, page.filter])}`;
      const [items, total = 0] = await Promise.all([
        pagesize > 0 ? listFrom({ ...page, pagesize }) : '',
        cache.get(key, () => countReleases(db, page)),
      ]);
      return jsonPage(items, { ...query, total: Math.min(total, max) });
    },
    async listMarked(query, kind) {
      const page = await toPage(query, kind);
      const [items, total] = await Promise.all([listReleases(db, page), countReleases(db, page)]);
      return jsonPage(items, { ...query, total });
    },
    clearCache: (accountid) => cache.deleteByPrefix(accountid === undefined ? '' : `${accountid}:`),
  };
}
