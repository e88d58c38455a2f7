import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findReleaseAccess, findTrackAccess, type ReleaseAccess } from './queries.ts';

type ReleaseRequest = Pick<Caller, 'audience'> & { releaseid: string };
/** The refusal of an unknown id. */
type Unknown = 'RELEASE_NOT_FOUND' | 'TRACK_NOT_FOUND' | 'NOT_FOUND';

/**
 * Requires that the release is available and was delivered to the account.
 * @returns its internal id
 */
export async function requireRelease(
  db: Db,
  request: ReleaseRequest,
  now: Date,
  unknown: Unknown = 'RELEASE_NOT_FOUND',
): Promise<number> {
  return requireAccess(await findReleaseAccess(db, request), now, unknown).id;
}

export async function requireReleaseOfTrack(
  db: Db,
  request: Pick<Caller, 'audience'> & { trackid: string },
  now: Date,
): Promise<{ id: number; releaseid: string }> {
  return requireAccess(await findTrackAccess(db, request), now, 'TRACK_NOT_FOUND');
}

/**
 * An account that never had the release cannot tell it from an unknown one: `unknown` is the refusal of both. One that
 * had it learns that it was taken away, perhaps until a later date, or that nobody has it any more (requirements decision
 * 39).
 */
export function requireAccess<Row extends ReleaseAccess>(
  release: Row | undefined,
  now: Date,
  unknown: Unknown = 'RELEASE_NOT_FOUND',
): Row {
  if (!release || release.state === 'draft') throw new Refusal(unknown);
  if (isAccessible(release, now)) return release;
  const isOver = release.state === 'withdrawn' || (release.ends_at !== null && release.ends_at <= now);
  if (!release.had) throw new Refusal(unknown);
  throw new Refusal(isOver ? 'RELEASE_NOT_AVAILABLE' : 'FORBIDDEN');
}

export const isAccessible = ({ state, delivered, available_at, ends_at }: ReleaseAccess, now: Date): boolean =>
  state === 'available' && delivered && available_at <= now && (ends_at === null || ends_at > now);

/** Throws the reason why the account cannot see a release. */
export async function refuseRelease(db: Db, request: ReleaseRequest, now: Date): Promise<never> {
  await requireRelease(db, request, now);
  throw new Refusal('RELEASE_NOT_FOUND');
}
