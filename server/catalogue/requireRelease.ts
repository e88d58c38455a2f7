import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findReleaseAccess, type ReleaseAccess } from './queries.ts';

/**
 * Lets through only those a release was delivered to, once it is available.
 * @returns the release's internal id
 * @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE
 */
export async function requireRelease(
  db: Db,
  asked: Pick<Caller, 'audience'> & { releaseid: string },
  now: Date,
): Promise<number> {
  return requireAccess(await findReleaseAccess(db, asked), now).id;
}

/**
 * Judges what the database knows. A release before its day does not exist for anyone; who it was not delivered to
 * learns nothing more than that (decision 7).
 * @throws RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE
 */
export function requireAccess<Found extends ReleaseAccess>(release: Found | undefined, now: Date): Found {
  if (!release || release.state === 'draft') throw new Refusal('RELEASE_NOT_FOUND');
  if (release.state === 'available' && release.available_at > now) throw new Refusal('RELEASE_NOT_FOUND');
  if (!release.delivered) throw new Refusal('FORBIDDEN');
  if (release.state === 'withdrawn') throw new Refusal('RELEASE_NOT_AVAILABLE');
  return release;
}
