import type { ReleaseFilter, ReleaseSort } from '@promenade/contract/catalogue';
import type { Caller } from '../platform/caller.ts';
import { type Json, jsonPage } from '../platform/serve.ts';
import type { World } from '../platform/world.ts';
import { charted, sought } from './filter.ts';
import { keepFragments } from './fragments.ts';
import { keep } from './kept.ts';
import { type Choice, countReleases, findPlace, listReleases, type SeenRelease } from './listQueries.ts';
import type { Reach } from './reach.ts';

/** So many releases stand between two places from which a deep page is reached. */
const STRIDE = 1_000;
/** A page is found in about a millisecond when no more than this is passed over. */
const SOON = 200;

/** All that an account may hear, as pages. */
export interface Gallery {
  page(asked: Asked, now: Date): Promise<Json>;
  /** What it flagged or archived. */
  marked(asked: Asked, which: 'flagged' | 'archived'): Promise<Json>;
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
export function openGallery({ db, quick }: Pick<World, 'db' | 'quick'>, reach: Reach): Gallery {
  const totals = keep<number>();
  const places = keep<number | undefined>();
  const whole = keepFragments(quick);

  async function choiceOf({ accountid, audience, ...filter }: Asked, which: Choice['which']): Promise<Choice> {
    return { accountid, audience, which, sought: sought(filter), hearsFew: await reach.isSparse(audience) };
  }

  /** What stands between two places of one order; near its beginning without a look for a place. */
  async function everything({ page, pagesize, sort }: Asked, choice: Choice, now: Date): Promise<Json> {
    const counted = totals.get(choice.accountid, 'all', () => countReleases(db, choice), now);
    const skip = (page - 1) * pagesize;
    const near = skip - (skip % STRIDE);
    const look = (cut: { from?: number | undefined; skip: number }) =>
      listReleases(skip < SOON && !choice.hearsFew ? quick : db, { ...choice, ...cut, pagesize, sort });
    if (near === 0) return shown(look({ skip }), counted, { page, pagesize });
    const find = () => findPlace(db, { ...choice, sort, skip: near });
    const [total, from] = await Promise.all([counted, places.get(choice.accountid, `${sort} ${near}`, find, now)]);
    const rows = skip >= total ? [] : look(from === undefined ? { skip } : { from, skip: skip - near });
    return shown(rows, total, { page, pagesize });
  }

  function narrowed({ page, pagesize, sort }: Asked, choice: Choice, counted: Promise<number>): Promise<Json> {
    const rows = listReleases(db, { ...choice, skip: (page - 1) * pagesize, pagesize, sort });
    return shown(rows, counted, { page, pagesize });
  }

  async function shown(
    found: SeenRelease[] | Promise<SeenRelease[]>,
    counted: number | Promise<number>,
    place: Pick<Asked, 'page' | 'pagesize'>,
  ): Promise<Json> {
    const [rows, total] = await Promise.all([found, counted]);
    return jsonPage(await whole(rows), { total, ...place });
  }

  return {
    async page(asked, now) {
      const meant = charted(asked);
      const choice = await choiceOf(meant, 'active');
      if (!choice.sought) return everything(meant, choice, now);
      const what = JSON.stringify(choice.sought);
      return narrowed(
        meant,
        choice,
        totals.get(choice.accountid, what, () => countReleases(db, choice), now),
      );
    },
    async marked(asked, which) {
      const choice = await choiceOf(asked, which);
      return narrowed(asked, choice, countReleases(db, choice));
    },
    forget(accountid) {
      totals.forget(accountid);
      places.forget(accountid);
    },
  };
}
