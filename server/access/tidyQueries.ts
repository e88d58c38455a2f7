import type { Db } from '../platform/database/db.ts';

/** Sessions that expired or ended before this moment, their refresh tokens with them. */
export async function removeSessions(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((session) => session.or([session('expires_at', '<', before), session('ended_at', '<', before)]))
    .execute();
}

/** Links that expired before this moment, used or not. */
export async function removeLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('one_time_links').where('expires_at', '<', before).execute();
}

/** Codes that expired before this moment. */
export async function removeCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('signup_codes').where('expires_at', '<', before).execute();
}

/** Halves of applications that came before this moment and never found the other one. */
export async function removeHalves(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('application_halves').where('at', '<', before).execute();
}

/** Invitations that expired before this moment and were never accepted. */
export async function removeInvitations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('invitations').where('accepted_at', 'is', null).where('expires_at', '<', before).execute();
}
