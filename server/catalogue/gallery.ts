import type { ReleaseFilter, ReleaseSort } from '@promenade/contract/catalogue';
import { TOP_LIST_SIZE } from '@promenade/contract/limits';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import { createCache } from './cache.ts';
import type { CatalogueStats } from './catalogueStats.ts';
import { parseFilter, resolvePopularityWindow } from './filter.ts';
import {
  countReleases,
  findReleaseAt,
  listReleaseIds,
  listReleases,
  type ReleaseList,
  type ReleasePage,
} from './listQueries.ts';
import type { Viewer } from './rowQueries.ts';

// A page is one statement. Two results about the whole list are too slow for each request and are cached for some
// seconds: its total (a count of up to 100,000 rows), and for far pages without a filter the release at every 200th
// position, so that a statement skips fewer than 200 rows. Changes by others show when the entries expire; an
// account's own marks and plays clear its entries at once: its version is part of their keys. The number of releases that
// an account may hear does not depend on its marks and stays cached; the few marked ones are counted and subtracted.

const ENTRIES = 10_000;
const TTL_MS = 10_000;
/** Skipping this many releases takes about a millisecond. */
const START_DISTANCE = 200;

export interface Gallery {
  /** The chart of trending songs ends after 15 (requirement C-CONST-04). */
  listActive(db: Db, query: ReleaseQuery): Promise<JsonText>;
  listMarked(db: Db, query: ReleaseQuery, kind: 'flagged' | 'archived'): Promise<JsonText>;
  /** The first releases of a list, at most `max`, and its length. */
  listIds(
    db: Db,
    query: Omit<ReleaseQuery, 'page' | 'pagesize'>,
    kind: 'active' | 'flagged',
    max: number,
  ): Promise<{ releaseids: string[]; listed: number }>;
  /** How many releases each list of the account has. */
  count(db: Db, viewer: Viewer): Promise<Record<'releases' | 'tohear' | 'flagged' | 'archived', number>>;
  /** Call after the account marked or heard something; without an account after a release was withdrawn. */
  clearCache(accountid?: number): void;
}

type MarkedKind = 'flagged' | 'archived' | 'done';

interface ReleaseQuery extends ReleaseFilter, Viewer {
  /** From 1. */
  page: number;
  pagesize: number;
  sort: ReleaseSort;
}

export function createGallery({ now, metrics }: Pick<AppContext, 'now' | 'metrics'>, stats: CatalogueStats): Gallery {
  const cache = createCache<number | undefined>({ max: ENTRIES, ttlMs: TTL_MS, name: 'gallery', metrics }, now);
  const versions = new Map<number, number>();
  const getVersion = (accountid: number) => versions.get(accountid) ?? 0;
  const getKey = (kind: 'start' | 'total' | MarkedKind, { accountid, audience }: Viewer, query: unknown[] = []) =>
    JSON.stringify([accountid, getVersion(accountid), kind, audience, ...query]);

  async function toPage(query: ReleaseQuery, kind: ReleasePage['kind']): Promise<ReleasePage> {
    const { accountid, audience, page, pagesize, sort, ...filter } = query;
    const isSmall = await stats.isSmall(audience);
    const offset = (page - 1) * pagesize;
    return { accountid, audience, kind, filter: parseFilter(filter), isSmall, sort, offset, pagesize };
  }

  async function listFrom(db: Db, page: ReleasePage): Promise<string> {
    const skipped = page.filter ? 0 : page.offset - (page.offset % START_DISTANCE);
    if (skipped === 0) return listReleases(db, page);
    const start = await cache.get(getKey('start', page, [page.sort, skipped]), () =>
      findReleaseAt(db, { ...page, offset: skipped }),
    );
    return start === undefined ? '' : listReleases(db, { ...page, offset: page.offset - skipped }, start);
  }

  async function countCached(db: Db, key: string, list: ReleaseList): Promise<number> {
    return (await cache.get(key, () => countReleases(db, list))) ?? 0;
  }

  /** Counts the gallery without the releases of some marks. */
  async function countUnmarked(
    db: Db,
    viewer: Omit<ReleaseList, 'kind' | 'filter'>,
    kind: MarkedKind,
  ): Promise<number> {
    const list = { ...viewer, filter: undefined };
    // The key of all releases has no version: marks do not change their number.
    const [all, marked] = await Promise.all([
      countCached(db, JSON.stringify([list.accountid, list.audience]), { ...list, kind: 'all' }),
      countCached(db, getKey(kind, list), { ...list, kind }),
    ]);
    return Math.max(0, all - marked);
  }

  const countActive = (db: Db, list: ReleaseList): Promise<number> =>
    list.filter ? countCached(db, getKey('total', list, [list.filter]), list) : countUnmarked(db, list, 'archived');

  const maxOf = ({ sort }: Pick<ReleaseQuery, 'sort'>) => (sort === '-trending' ? TOP_LIST_SIZE : Infinity);

  return {
    async listActive(db, query) {
      const page = await toPage(resolvePopularityWindow(query), 'active');
      const max = maxOf(query);
      const pagesize = Math.min(page.pagesize, max - page.offset);
      const [items, total] = await Promise.all([
        pagesize > 0 ? listFrom(db, { ...page, pagesize }) : '',
        countActive(db, page),
      ]);
      return jsonPage(items, { ...query, total: Math.min(total, max) });
    },
    async listMarked(db, query, kind) {
      const page = await toPage(query, kind);
      const [items, total] = await Promise.all([listReleases(db, page), countReleases(db, page)]);
      return jsonPage(items, { ...query, total });
    },
    async listIds(db, query, kind, max) {
      const page = { page: 1, pagesize: kind === 'active' ? Math.min(max, maxOf(query)) : max };
      const list = await toPage({ ...(kind === 'active' ? resolvePopularityWindow(query) : query), ...page }, kind);
      const releaseids = await listReleaseIds(db, list);
      const isAll = releaseids.length < max;
      return { releaseids, listed: isAll ? releaseids.length : await countReleases(db, list) };
    },
    async count(db, { accountid, audience }) {
      const list = { accountid, audience, filter: undefined, isSmall: await stats.isSmall(audience) };
      const [releases, tohear, flagged, archived] = await Promise.all([
        countUnmarked(db, list, 'archived'),
        countUnmarked(db, list, 'done'),
        countCached(db, getKey('flagged', list), { ...list, kind: 'flagged' }),
        countCached(db, getKey('archived', list), { ...list, kind: 'archived' }),
      ]);
      return { releases, tohear, flagged, archived };
    },
    clearCache(accountid) {
      if (accountid === undefined) cache.clear();
      else versions.set(accountid, getVersion(accountid) + 1);
    },
  };
}
