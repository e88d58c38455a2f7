import type { AppContext } from '../platform/context.ts';
import { forgetLimits } from '../platform/http/rateLimit.ts';
import { forgetMails } from '../platform/mail/mail.ts';
import { removeCodes, removeHalves, removeInvitations, removeLinks, removeSessions } from './tidyQueries.ts';

const DAY_MS = 24 * 3600_000;

/** Removes what is over and no longer of use to anybody who looks into what happened. */
export async function tidy({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const at = now();
  const daysAgo = (days: number) => new Date(at.getTime() - days * DAY_MS);
  await removeSessions(db, daysAgo(30));
  await removeLinks(db, daysAgo(7));
  await removeCodes(db, at);
  await removeHalves(db, daysAgo(30));
  await removeInvitations(db, daysAgo(30));
  await forgetLimits(db, at);
  await forgetMails(db, daysAgo(30));
}
