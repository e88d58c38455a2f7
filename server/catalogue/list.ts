import type { ReleaseSort } from '@promenade/contract/catalogue';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db.ts';
import type { Json } from '../platform/serve.ts';
import { countReleases, findDetail, type ListedRelease, listReleases } from './queries.ts';
import { allowed } from './requireRelease.ts';

type Page = Pick<Caller, 'accountid' | 'audience'> & { page: number; pagesize: number; sort: ReleaseSort };
type Totals = (asked: Page, now: Date) => Promise<number>;

/** One page as JSON text: stored fragments joined with this account's marks, never parsed on the way. */
export async function listPage(db: Db, totals: Totals, asked: Page, now: Date): Promise<Json> {
  const [rows, total] = await Promise.all([listReleases(db, asked), totals(asked, now)]);
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

const members = ({ fragment, flagged, archived, flaggedtrackcount, shared_by }: ListedRelease) =>
  `${fragment},"flagged":${flagged},"archived":${archived},"flaggedtrackcount":${flaggedtrackcount},"shared_by":${shared_by}`;

const TOTAL_KEPT_MS = 5_000;
const TOTALS_KEPT = 10_000;

/** Counting all of a large catalogue costs more than a page of it, so an account's total is counted every five seconds. */
export function keptTotals(db: Db): Totals {
  const kept = new Map<number, { until: number; total: Promise<number> }>();
  return (asked, now) => {
    const known = kept.get(asked.accountid);
    if (known && known.until > now.getTime()) return known.total;
    if (kept.size >= TOTALS_KEPT) kept.clear();
    const total = countReleases(db, asked);
    kept.set(asked.accountid, { until: now.getTime() + TOTAL_KEPT_MS, total });
    total.catch(() => kept.delete(asked.accountid));
    return total;
  };
}
