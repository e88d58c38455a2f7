import type {
  changeMail as changeMailRoute,
  sendTestMail as sendTestMailRoute,
} from '@promenade/contract/announcements';
import type { RouteInput } from '@promenade/contract/route';
import type { StaffMember } from '../access/staffQueries.ts';
import { listMailedReleases } from '../catalogue/mailedReleaseQueries.ts';
import { requireEditedRelease } from '../catalogue/staffReleases.ts';
import { cancelAnnouncement, findAnnouncement, upsertAnnouncement } from '../notify/announcementQueries.ts';
import { findMailRecipient } from '../notify/recipientQueries.ts';
import { buildReleaseMail } from '../notify/releaseMail.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { inTransaction } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';

const TEST_MAILS_PER_HOUR = 20;

/** Mails the caller what recipients of a release are mailed. */
export async function sendTestMail(
  context: AppContext,
  caller: Caller,
  releaseid: string,
  words: RouteInput<typeof sendTestMailRoute>['body'],
): Promise<void> {
  const { db, jobs } = context;
  const now = context.now();
  const { id } = await requireEditedRelease(db, { caller, releaseid, now });
  await consumeRateLimits(db, [perHour('test-mail', caller.playerid, TEST_MAILS_PER_HOUR)], now);
  const recipient = await findMailRecipient(db, caller.playerid);
  if (!recipient) throw new Refusal('RELEASE_NOT_FOUND');
  const releases = await listMailedReleases(db, [id]);
  const { releaseids: _ids, ...mail } = await buildReleaseMail(context, recipient, releases, now, {
    reason: 'per-release',
    words,
  });
  await inTransaction(db, (db) => queueMail({ db, jobs }, mail, now));
}

/** Sets when and in what words people are mailed about a release, also after the mail was cancelled. */
export async function changeMail(
  context: Pick<AppContext, 'db' | 'now'>,
  caller: StaffMember & { playerid: string },
  releaseid: string,
  { at, ...words }: RouteInput<typeof changeMailRoute>['body'],
): Promise<void> {
  const now = context.now();
  const { id, state } = await requireEditedRelease(context.db, { caller, releaseid, now });
  if (state === 'draft') throw new Refusal('RELEASE_UNPUBLISHED');
  await context.db.transaction().execute(async (db) => {
    const before = await findAnnouncement(db, id);
    const mail = { ...words, at: at === null ? undefined : new Date(at) };
    if (!(await upsertAnnouncement(db, id, mail, now))) throw new Refusal('MAIL_GONE');
    const after = await findAnnouncement(db, id);
    const entry = { at: now, actor: caller.playerid, action: 'release.change-mail', subject: releaseid };
    await insertAudit(db, { ...entry, before, after });
  });
}

export async function cancelMail(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  caller: StaffMember & { playerid: string },
  releaseid: string,
): Promise<void> {
  const { id } = await requireEditedRelease(db, { caller, releaseid, now: now() });
  await db.transaction().execute(async (db) => {
    if (!(await cancelAnnouncement(db, id))) throw new Refusal('MAIL_GONE');
    await insertAudit(db, { at: now(), actor: caller.playerid, action: 'release.cancel-mail', subject: releaseid });
  });
}
