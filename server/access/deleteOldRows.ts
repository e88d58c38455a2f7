import { deleteOldAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { deleteOldCalls } from '../platform/http/onceCalls.ts';
import { deleteOldRateLimits } from '../platform/http/rateLimit.ts';
import { deleteMails } from '../platform/mail/mail.ts';
import { deleteOldOutbox } from '../platform/mail/mailer.ts';
import { deleteReturnedMailCounts } from '../platform/mail/returnedMailQueries.ts';
import { deleteBounces } from '../platform/mail/suppressions.ts';
import { daysBefore } from '../platform/process/days.ts';
import { deleteApiTokens } from './apiTokenQueries.ts';
import { deleteOldHalves } from './applicationQueries.ts';
import { deleteOldCodes } from './codeQueries.ts';
import { deleteOldInvitations } from './invitationQueries.ts';
import { deleteOldLinks } from './linkQueries.ts';
import { deleteOldSessions } from './sessionQueries.ts';
import { deleteOldNetworks } from './signInQueries.ts';

const AUDIT_MONTHS = 36;

/** Deletes expired rows; those that help to reconstruct an incident stay for a week or a month. */
export async function deleteOldRows(context: AppContext): Promise<void> {
  const { db } = context;
  const now = context.now();
  const daysAgo = (days: number) => daysBefore(now, days);
  await deleteOldNetworks(db, daysAgo(180));
  await deleteOldSessions(db, daysAgo(30));
  await deleteApiTokens(db, daysAgo(30));
  await deleteOldLinks(db, daysAgo(7));
  await deleteOldCodes(db, now);
  await deleteOldHalves(db, daysAgo(30));
  await deleteOldInvitations(db, daysAgo(30));
  await deleteOldRateLimits(db, now);
  await deleteOldCalls(db, now);
  await deleteMails(db, daysAgo(30));
  await deleteBounces(db, daysAgo(30));
  await deleteReturnedMailCounts(db, daysAgo(30));
  await deleteOldOutbox(context);
  await deleteOldAudit(db, monthsBefore(now, AUDIT_MONTHS));
}

function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}
