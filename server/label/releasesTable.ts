import type { staffReleases } from '@promenade/contract/label';
import type { RouteInput } from '@promenade/contract/route';
import type { StaffMember } from '../access/staffQueries.ts';
import { createCache } from '../catalogue/cache.ts';
import { countReleases, listStaffReleases, type ReleaseCounts } from '../catalogue/staffReleaseQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { readApart } from '../platform/database/db.ts';
import { type JsonText, jsonPage, type Read } from '../platform/http/serve.ts';
import { createBatcher } from '../platform/process/batcher.ts';

const CACHE = { max: 20_000, ttlMs: 60_000, name: 'release counts' };

/**
 * Lists releases of labels. Where each release has an audience of its own, recipients of a page are read for up to half a
 * second, so the counts of a release may be a minute old.
 */
export function createReleasesTable({ db, metrics, now }: Pick<AppContext, 'db' | 'metrics' | 'now'>) {
  const cache = createCache<ReleaseCounts | undefined>({ ...CACHE, metrics }, now);
  const count = createBatcher((ids: number[]) => readApart(db, (db) => countReleases(db, ids)));
  return async (
    read: Read,
    caller: StaffMember,
    query: RouteInput<typeof staffReleases>['query'],
  ): Promise<JsonText> => {
    const found = await read((db) => listStaffReleases(db, caller, query, now()));
    const items = found.items.map(async ({ id, fields }) => {
      const counts = await cache.get(String(id), async () => (await count(id)).get(id));
      return `{${fields},${JSON.stringify(counts).slice(1)}`;
    });
    return jsonPage((await Promise.all(items)).join(','), found);
  };
}
