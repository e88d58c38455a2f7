import { findStaffLabel, type OwnLabel, type StaffMember } from '../access/staffQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { ReleaseAccess } from './queries.ts';
import { requireAccess } from './requireRelease.ts';
import { findStaffRelease, isStaffOf, listStaffReleaseIds, type OwnedRelease } from './staffReleaseQueries.ts';

interface StaffRequest {
  caller: StaffMember;
  releaseid: string;
  now: Date;
}

/** A release that the caller's label owns; any release for an operator. */
export async function requireStaffRelease(db: Db, { caller, releaseid, now }: StaffRequest): Promise<OwnedRelease> {
  const release = await findStaffRelease(db, caller, releaseid, now);
  if (!release) throw new Refusal('RELEASE_NOT_FOUND');
  return release;
}

/** The same for a change. */
export async function requireEditedRelease(db: Db, request: StaffRequest): Promise<OwnedRelease> {
  const release = await requireStaffRelease(db, request);
  if (release.role === 'viewer') throw new Refusal('EDITORS_ONLY');
  return release;
}

/** Internal ids of releases that the caller's labels own. */
export async function requireStaffReleases(db: Db, caller: StaffMember, releaseids: string[]): Promise<number[]> {
  const ids = await listStaffReleaseIds(db, caller, releaseids);
  if (ids.length < new Set(releaseids).size) throw new Refusal('RELEASE_NOT_FOUND');
  return ids;
}

/** A label that the caller works for; any label for an operator. */
export async function requireStaffLabel(db: Db, caller: StaffMember, labelid: string): Promise<OwnLabel> {
  const label = await findStaffLabel(db, caller, labelid);
  if (!label) throw new Refusal('LABEL_NOT_FOUND');
  return label;
}

/**
 * `requireAccess` for pictures, waveforms and attachments, which the console shows too: staff of the owner and operators see them in
 * every state. @throws the refusals of `requireAccess`
 */
export async function requireSeen<Row extends ReleaseAccess>(
  db: Db,
  caller: StaffMember,
  release: Row | undefined,
  now: Date,
  unknown?: 'RELEASE_NOT_FOUND' | 'TRACK_NOT_FOUND' | 'NOT_FOUND',
): Promise<Row> {
  try {
    return requireAccess(release, now, unknown);
  } catch (refusal) {
    if (release && (await isStaffOf(db, caller, release.id))) return release;
    throw refusal;
  }
}
