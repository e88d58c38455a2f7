import type { FollowUp } from '@promenade/contract/reports';
import * as z from 'zod/mini';
import type { StaffMember } from '../access/staffQueries.ts';
import { listMailedReleases } from '../catalogue/mailedReleaseQueries.ts';
import { requireEditedRelease, requireStaffRelease } from '../catalogue/staffReleases.ts';
import { findMailRecipient, listMailRecipients } from '../notify/recipientQueries.ts';
import { buildReleaseMail } from '../notify/releaseMail.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { defineJob, RETRIED } from '../platform/jobs/job.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { renderMailView } from '../platform/mail/mailPictures.ts';
import { composeMail } from '../platform/mail/mailText.ts';
import { findFollowUp, insertFollowUp, nextFollowUpBatch, setFollowUpProgress } from './followUpQueries.ts';

// A follow-up mails a release again, once, to the recipients who did not open it. A job queues the mails in batches; each
// batch is one transaction that also stores how far it came, so that a killed and repeated job mails nobody twice.

/** Mails per transaction. */
const BATCH_SIZE = 50;

interface Params {
  releaseid: string;
}

export async function getFollowUp(db: Db, caller: StaffMember, { releaseid }: Params, now: Date): Promise<FollowUp> {
  const { id } = await requireStaffRelease(db, { caller, releaseid, now });
  return findFollowUp(db, id, now);
}

/** The mail as the caller would get it. */
export async function renderFollowUpMail(context: AppContext, caller: Caller, { releaseid }: Params): Promise<string> {
  const { db, storage } = context;
  const now = context.now();
  const { id } = await requireStaffRelease(db, { caller, releaseid, now });
  const recipient = await findMailRecipient(db, caller.playerid);
  if (!recipient) throw new Refusal('RELEASE_NOT_FOUND');
  const mail = await buildReleaseMail(context, recipient, await listMailedReleases(db, [id]), now, {
    reason: 'reminder',
  });
  const pictures = mail.mailing.releases.flatMap(({ picture }) => picture ?? []);
  return renderMailView(storage, { ...composeMail(mail.kind, recipient.language, mail), pictures });
}

export async function sendFollowUp(
  { db, jobs, ...context }: AppContext,
  caller: Caller,
  { releaseid }: Params,
): Promise<FollowUp> {
  const now = context.now();
  return inTransaction(db, async (db) => {
    const { id, state } = await requireEditedRelease(db, { caller, releaseid, now });
    if (state !== 'available') throw new Refusal('RELEASE_NOT_AVAILABLE');
    const people = await insertFollowUp(db, id, caller.accountid, now);
    if (people === undefined) throw new Refusal('FOLLOW_UP_SENT');
    const action = 'release.follow-up';
    await insertAudit(db, { at: now, actor: caller.playerid, action, subject: releaseid, after: { people } });
    await jobs.send(db, followUpJob, { releaseid });
    return findFollowUp(db, id, now);
  });
}

/** Runs as a job. */
export async function queueFollowUpMails(context: AppContext, { releaseid }: Params): Promise<void> {
  while (await context.db.transaction().execute((db) => queueBatch(context, db, releaseid)));
}

/** False after the last recipient. */
async function queueBatch(context: AppContext, db: Db, releaseid: string): Promise<boolean> {
  const now = context.now();
  const batch = await nextFollowUpBatch(db, releaseid, BATCH_SIZE, now);
  const lastId = batch?.accountids.at(-1);
  if (!batch || lastId === undefined) return false;
  const releases = await listMailedReleases(db, [batch.releaseId]);
  for (const recipient of await listMailRecipients(db, batch.accountids))
    await queueMail(
      { db, jobs: context.jobs },
      await buildReleaseMail(context, recipient, releases, now, { reason: 'reminder' }),
      now,
    );
  await setFollowUpProgress(db, batch.releaseId, lastId);
  return true;
}

export const followUpJob = defineJob('follow-up', queueFollowUpMails, {
  payload: z.object({ releaseid: z.string() }),
  ...RETRIED,
  expireInSeconds: 3600,
  heartbeatSeconds: 60,
});
