import type { ReleaseFilter, ReleaseSort } from '@promenade/contract/catalogue';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { type Json, jsonPage } from '../platform/http/serve.ts';
import { charted, sought } from './filter.ts';
import { keepFragments } from './fragments.ts';
import { keep } from './kept.ts';
import { type Choice, countReleases, findPlace, listReleases, type SeenRelease } from './listQueries.ts';
import type { Reach } from './reach.ts';

/** So many releases stand between two places; a page is found in about a millisecond when no more are passed over. */
const STRIDE = 200;

/** All that an account may hear, as pages. */
export interface Gallery {
  page(asked: Asked, now: Date): Promise<Json>;
  /** What it flagged or archived. */
  marked(asked: Asked, which: 'flagged' | 'archived'): Promise<Json>;
  /** Counts anew the next time: the account archived or restored something. */
  forget(accountid: number): void;
  /** Counts anew before long: the catalogue changed. */
  doubt(): void;
}

interface Asked extends ReleaseFilter, Pick<Caller, 'accountid' | 'audience'> {
  page: number;
  pagesize: number;
  sort: ReleaseSort;
}

/**
 * Counting in a large catalogue and walking far into it cost more than a page: totals, and places without a filter, are
 * kept until something changes, and for twenty seconds at least.
 */
export function openGallery({ db, quick }: Pick<AppContext, 'db' | 'quick'>, reach: Reach): Gallery {
  const totals = keep<number>();
  const places = keep<number | undefined>();
  const whole = keepFragments(quick);

  async function choiceOf({ accountid, audience, ...filter }: Asked, which: Choice['which']): Promise<Choice> {
    return { accountid, audience, which, sought: sought(filter), hearsFew: await reach.isSparse(audience) };
  }

  /** A page by way of the place before it; the first pages need none. */
  async function everything({ page, pagesize, sort }: Asked, choice: Choice, now: Date): Promise<Json> {
    const counted = totalOf(choice, now);
    const skip = (page - 1) * pagesize;
    const near = skip - (skip % STRIDE);
    const look = (cut: { from?: number | undefined; skip: number }) =>
      listReleases(choice.hearsFew ? db : quick, { ...choice, ...cut, pagesize, sort });
    if (near === 0) return shown(look({ skip }), counted, { page, pagesize });
    const place = {
      what: JSON.stringify([choice.audience, sort, near]),
      find: () => findPlace(db, { ...choice, sort, skip: near }),
    };
    const [all, from] = await Promise.all([counted, places.get(choice.accountid, place, now)]);
    const rows = skip >= all ? [] : look(from === undefined ? { skip } : { from, skip: skip - near });
    return shown(rows, all, { page, pagesize });
  }

  /** Nobody tells when something was heard or has grown too old, so such totals do not last. */
  function totalOf(choice: Choice, now: Date): Promise<number> {
    const { accountid, audience, sought } = choice;
    const question = {
      what: JSON.stringify([audience, sought]),
      find: () => countReleases(db, choice),
      lasts: !sought?.unheard && !sought?.days,
    };
    return totals.get(accountid, question, now);
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
      return choice.sought ? narrowed(meant, choice, totalOf(choice, now)) : everything(meant, choice, now);
    },
    async marked(asked, which) {
      const choice = await choiceOf(asked, which);
      return narrowed(asked, choice, countReleases(db, choice));
    },
    forget(accountid) {
      totals.forget(accountid);
      places.forget(accountid);
    },
    doubt() {
      totals.doubt();
      places.doubt();
    },
  };
}
