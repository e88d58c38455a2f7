import type { ReleaseFilter, ReleaseSort } from '@promenade/contract/catalogue';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db.ts';
import { type Json, jsonPage } from '../platform/serve.ts';
import { sought } from './filter.ts';
import { type Choice, countReleases, listReleases } from './listQueries.ts';
import { findDetail } from './queries.ts';
import { allowed } from './requireRelease.ts';

interface Page extends Pick<Choice, 'which'>, ReleaseFilter, Pick<Caller, 'accountid' | 'audience'> {
  page: number;
  pagesize: number;
  sort: ReleaseSort;
}

/**
 * One page as JSON text that is never parsed on the way.
 * @param count how many there are in all
 */
export async function listPage(
  db: Db,
  { page, pagesize, sort, which, ...asked }: Page,
  count: (choice: Choice) => Promise<number> = (choice) => countReleases(db, choice),
): Promise<Json> {
  const { accountid, audience, ...filter } = asked;
  const choice: Choice = { accountid, audience, which, sought: sought(filter) };
  const skip = (page - 1) * pagesize;
  const [items, total] = await Promise.all([listReleases(db, { ...choice, skip, pagesize, sort }), count(choice)]);
  return jsonPage(items, { total, page, pagesize });
}

/** @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE */
export async function detail(
  db: Db,
  asked: Pick<Caller, 'accountid' | 'audience'> & { releaseid: string },
  now: Date,
): Promise<Json> {
  const row = allowed(await findDetail(db, asked), now);
  const promoinfo = JSON.stringify(row.promoinfo);
  const listed = row.json.slice(0, -1);
  return { json: `${listed},"promoinfo":${promoinfo},"songs":${row.songs},"attachments":${row.attachments}}` };
}
