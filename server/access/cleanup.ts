import type { AppContext } from '../platform/context.ts';
import { deleteExpiredRateLimits } from '../platform/http/rateLimit.ts';
import { deleteMails } from '../platform/mail/mail.ts';
import { deleteOldHalves } from './applicationQueries.ts';
import { deleteExpiredCodes } from './codeQueries.ts';
import { deleteOldInvitations } from './invitationQueries.ts';
import { deleteOldLinks } from './linkQueries.ts';
import { deleteOldSessions } from './sessionQueries.ts';

const DAY_MS = 24 * 3600_000;

/** Deletes expired rows; those that help to reconstruct an incident stay for a week or a month. */
export async function cleanUp({ db, now: clock }: AppContext): Promise<void> {
  const now = clock();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await deleteOldSessions(db, daysAgo(30));
  await deleteOldLinks(db, daysAgo(7));
  await deleteExpiredCodes(db, now);
  await deleteOldHalves(db, daysAgo(30));
  await deleteOldInvitations(db, daysAgo(30));
  await deleteExpiredRateLimits(db, now);
  await deleteMails(db, daysAgo(30));
}
