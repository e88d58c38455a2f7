import { findListed } from '../catalogue/queries.ts';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Json } from '../platform/http/serve.ts';
import type { Mark } from './queries.ts';

/** Whose mark of which release. */
export type Asked = Pick<Caller, 'accountid' | 'audience'> & { releaseid: string };
type Change = (db: Db, mark: Mark) => Promise<void>;

/**
 * Marks a release that the account may hear.
 * @returns the release as it is now
 * @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE
 */
export async function mark(db: Db, asked: Asked, now: Date, change: Change): Promise<Json> {
  return changed(db, asked, await requireRelease(db, asked, now), change);
}

/**
 * Takes a mark back, also when the release is gone by now. Who never marked it and was not sent it learns nothing of it.
 * @returns the release as it is now
 * @throws RELEASE_NOT_FOUND
 */
export async function unmark(db: Db, asked: Asked, now: Date, change: Change): Promise<Json> {
  const release = await findListed(db, asked);
  const isOut = release && release.state !== 'draft' && release.available_at <= now;
  if (!release?.marked && !(isOut && release.delivered)) throw new Refusal('RELEASE_NOT_FOUND');
  return changed(db, asked, release.id, change);
}

function changed(db: Db, asked: Asked, release: number, change: Change): Promise<Json> {
  return db.transaction().execute(async (db) => {
    await change(db, { accountid: asked.accountid, release });
    const listed = await findListed(db, asked);
    if (!listed) throw new Refusal('RELEASE_NOT_FOUND');
    return { json: listed.json };
  });
}
