import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findReleaseAccess, type ReleaseAccess } from './queries.ts';

/**
 * Requires that the release is available and was delivered to the account.
 * @returns its internal id
 * @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE
 */
export async function requireRelease(
  db: Db,
  viewer: Pick<Caller, 'audience'> & { releaseid: string },
  now: Date,
): Promise<number> {
  return requireAccess(await findReleaseAccess(db, viewer), now).id;
}

/**
 * Before it is available, a release does not exist for anyone. An account without delivery learns only that it exists
 * (requirements decision 7).
 * @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE
 */
export function requireAccess<Row extends ReleaseAccess>(release: Row | undefined, now: Date): Row {
  if (!release || release.state === 'draft') throw new Refusal('RELEASE_NOT_FOUND');
  if (release.state === 'available' && release.available_at > now) throw new Refusal('RELEASE_NOT_FOUND');
  if (!release.delivered) throw new Refusal('FORBIDDEN');
  if (release.state === 'withdrawn') throw new Refusal('RELEASE_NOT_AVAILABLE');
  return release;
}
