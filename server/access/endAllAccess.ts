import type { Db } from '../platform/database/db.ts';
import { deleteUnsentLinkMails } from '../platform/mail/mail.ts';
import { deleteApiTokens } from './apiTokenQueries.ts';
import { deleteAllCodes } from './codeQueries.ts';
import { deleteOpenInvitations } from './invitationQueries.ts';
import { deleteAllLinks } from './linkQueries.ts';
import { deleteAllDevices } from './queries.ts';
import { endAllSessions } from './sessionQueries.ts';

/** Ends all sessions, personal access tokens, links, codes, push subscriptions and open invitations, and deletes the mails that would bring new ones. */
export async function endAllAccess(db: Db, now: Date): Promise<void> {
  await endAllSessions(db, now);
  await deleteApiTokens(db);
  await deleteAllLinks(db);
  await deleteAllCodes(db);
  await deleteOpenInvitations(db);
  await deleteUnsentLinkMails(db);
  await deleteAllDevices(db);
}
