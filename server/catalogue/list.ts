import type { ReleaseSort } from '@promenade/contract/catalogue';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db.ts';
import type { Json } from '../platform/serve.ts';
import { type Choice, countReleases, listReleases } from './listQueries.ts';
import { findDetail } from './queries.ts';
import { allowed } from './requireRelease.ts';
import type { ListedRelease } from './rowQueries.ts';

type Page = Choice & { page: number; pagesize: number; sort: ReleaseSort };

/** One page as JSON text: stored fragments joined with this account's marks, never parsed on the way. */
export async function listPage(db: Db, asked: Page, counted = countReleases(db, asked)): Promise<Json> {
  const [rows, total] = await Promise.all([listReleases(db, asked), counted]);
  const items = rows.map((row) => `{${members(row)}}`).join(',');
  return { json: `{"items":[${items}],"total":${total},"page":${asked.page},"pagesize":${asked.pagesize}}` };
}

/** @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE */
export async function detail(
  db: Db,
  asked: Pick<Caller, 'accountid' | 'audience'> & { releaseid: string },
  now: Date,
): Promise<Json> {
  const row = allowed(await findDetail(db, asked), now);
  const promoinfo = JSON.stringify(row.promoinfo);
  return { json: `{${members(row)},"promoinfo":${promoinfo},"songs":${row.songs},"attachments":${row.attachments}}` };
}

/** What a list shows of a release, as JSON text without its braces. */
export const members = (row: ListedRelease) =>
  `${row.fragment},"flagged":${row.flagged},"archived":${row.archived},"flaggedtrackcount":${row.flaggedtrackcount},"unheardtrackcount":${row.unheardtrackcount},"shared_by":${row.shared_by}`;

const TOTAL_KEPT_MS = 5_000;
const TOTALS_KEPT = 10_000;

/** How many releases the gallery of an account holds. */
export interface Totals {
  of(account: Pick<Caller, 'accountid' | 'audience'>, now: Date): Promise<number>;
  /** Counts anew the next time: the account archived or restored something. */
  forget(accountid: number): void;
}

/** Counting all of a large catalogue costs more than a page of it, so an account's total is counted every five seconds. */
export function keptTotals(db: Db): Totals {
  const kept = new Map<number, { until: number; total: Promise<number> }>();
  return {
    of({ accountid, audience }, now) {
      const known = kept.get(accountid);
      if (known && known.until > now.getTime()) return known.total;
      if (kept.size >= TOTALS_KEPT) kept.clear();
      const total = countReleases(db, { accountid, audience, which: 'active' });
      kept.set(accountid, { until: now.getTime() + TOTAL_KEPT_MS, total });
      total.catch(() => kept.delete(accountid));
      return total;
    },
    forget(accountid) {
      kept.delete(accountid);
    },
  };
}
