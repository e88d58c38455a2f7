import type { ReleaseFilter, ReleaseSort } from '@promenade/contract/catalogue';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db.ts';
import { type Json, jsonPage } from '../platform/serve.ts';
import { charted, sought } from './filter.ts';
import { keep } from './kept.ts';
import { listPage } from './list.ts';
import { type Choice, countReleases, findPlace, listReleases } from './listQueries.ts';

/** So many releases stand between two places from which a deep page is reached. */
const STRIDE = 1_000;

/** All that an account may hear, as pages. */
export interface Gallery {
  page(asked: Asked, now: Date): Promise<Json>;
  /** Counts anew the next time: the account archived or restored something. */
  forget(accountid: number): void;
}

interface Asked extends ReleaseFilter, Pick<Caller, 'accountid' | 'audience'> {
  page: number;
  pagesize: number;
  sort: ReleaseSort;
}

/**
 * Counting in a large catalogue and walking far into it cost more than a page: totals, and where each thousand begins
 * without a filter, are found every twenty seconds.
 */
export function openGallery(db: Db): Gallery {
  const totals = keep<number>();
  const places = keep<number | undefined>();

  async function wholePage({ accountid, audience, page, pagesize, sort }: Asked, now: Date): Promise<Json> {
    const choice: Choice = { accountid, audience, which: 'active' };
    const counted = totals.get(accountid, 'all', () => countReleases(db, choice), now);
    const skip = (page - 1) * pagesize;
    const near = skip - (skip % STRIDE);
    if (near === 0) {
      const [items, total] = await Promise.all([listReleases(db, { ...choice, skip, pagesize, sort }), counted]);
      return jsonPage(items, { total, page, pagesize });
    }
    const total = await counted;
    if (skip >= total) return jsonPage([], { total, page, pagesize });
    const from = await places.get(
      accountid,
      `${sort} ${near}`,
      () => findPlace(db, { ...choice, sort, skip: near }),
      now,
    );
    const items = await listReleases(db, {
      ...choice,
      from,
      skip: from === undefined ? skip : skip - near,
      pagesize,
      sort,
    });
    return jsonPage(items, { total, page, pagesize });
  }

  return {
    page(asked, now) {
      const meant = charted(asked);
      if (!sought(meant)) return wholePage(meant, now);
      return listPage(db, { ...meant, which: 'active' }, (choice) =>
        totals.get(choice.accountid, JSON.stringify(choice.sought), () => countReleases(db, choice), now),
      );
    },
    forget(accountid) {
      totals.forget(accountid);
      places.forget(accountid);
    },
  };
}
