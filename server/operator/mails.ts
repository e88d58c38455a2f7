import * as contract from '@promenade/contract/operator';
import type { RouteAnswer, RouteInput } from '@promenade/contract/route';
import type { FastifyReply } from 'fastify';
import { requireEmail } from '../accounts/account.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import type { Page } from '../platform/database/page.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { clearMailProblems, deleteMailsUnsent, mailQueue, queueMail } from '../platform/mail/mail.ts';
import { endHolds, listHolds } from '../platform/mail/mailHolds.ts';
import { mailViewHeaders, renderMailView } from '../platform/mail/mailPictures.ts';
import { countMails, findMail, listMailJobs, listMails, listOldestMailIds, type MailFilter } from './mailQueries.ts';

const PAGE_SIZE = 40;
const MINUTE_MS = 60_000;

/** The audit trail tells who looked. */
export async function getMailPage(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { playerid }: Pick<Caller, 'playerid'>,
  { page, ...filter }: RouteInput<typeof contract.mails>['query'],
): Promise<RouteAnswer<typeof contract.mails>> {
  await insertAudit(db, { at: now(), actor: playerid, action: 'outbox.list', subject: 'outbox', after: { page } });
  const [items, total] = await Promise.all([
    getMails(db, filter, { page, pagesize: PAGE_SIZE }),
    countMails(db, filter),
  ]);
  return { items, total, page, pagesize: PAGE_SIZE };
}

/** What became of mails, newest first. */
export async function getMails(db: Db, filter: MailFilter, page: Page): Promise<contract.Mail[]> {
  const rows = await listMails(db, filter, page);
  const unsent = rows.filter(({ state }) => state === 'waiting' || state === 'retried');
  const jobs = await listMailJobs(
    db,
    unsent.map(({ mailid }) => mailid),
  );
  const next = new Map(jobs.map(({ mailid, nextat }) => [mailid, nextat]));
  return rows.map(({ created_at, sent_at, bounced_at, ...mail }) => ({
    ...mail,
    createdat: created_at.toISOString(),
    sentat: sent_at?.toISOString() ?? null,
    bouncedat: bounced_at?.toISOString() ?? null,
    nextat: getNextTime({ ...mail, created_at }, next.get(mail.mailid)),
  }));
}

/** When a mail is sent or tried next; null when it is sent at once. */
function getNextTime({ state, created_at }: { state: string; created_at: Date }, next: Date | undefined) {
  const isDue = state === 'waiting' && next && next.getTime() < created_at.getTime() + MINUTE_MS;
  return next && !isDue ? next.toISOString() : null;
}

export async function sendMailView(
  { db, storage, now }: Pick<AppContext, 'db' | 'storage' | 'now'>,
  { playerid }: Pick<Caller, 'playerid'>,
  { mailid, part }: { mailid: string; part: 'html' | 'text' },
  reply: FastifyReply,
): Promise<void> {
  const mail = await findMail(db, mailid);
  if (!mail) throw new Refusal('NOT_FOUND');
  const { recipient, kind } = mail;
  await insertAudit(db, {
    at: now(),
    actor: playerid,
    action: 'outbox.read',
    subject: mailid,
    after: { recipient, kind },
  });
  reply.headers(mailViewHeaders);
  if (part === 'text') {
    reply.type('text/plain; charset=utf-8').send(mail.text);
    return;
  }
  reply.type('text/html; charset=utf-8').send(await renderMailView(storage, mail));
}

type Context = Pick<AppContext, 'db' | 'jobs' | 'now'>;
type Change = (context: Context, mailids: string[], actor: string, reason: string) => Promise<unknown[]>;

/** Makes one more attempt for mails that failed, at once, and returns them. */
const retry: Change = async ({ db, jobs, now }, mailids, actor) => {
  const mails = await clearMailProblems(db, mailids);
  const waiting = await listMailJobs(
    db,
    mails.map(({ id }) => id),
  );
  if (waiting.length > 0)
    await jobs.discard(
      db,
      mailQueue.queue,
      waiting.map(({ jobid }) => jobid),
    );
  for (const { id } of mails) await jobs.send(db, mailQueue, { mailid: id });
  const at = now();
  await insertAudit(db, ...mails.map(({ id, ...after }) => ({ at, actor, action: 'mail.retry', subject: id, after })));
  return mails;
};

/** Deletes mails that are not sent, and returns them. */
const discard: Change = async ({ db, now }, mailids, actor, reason) => {
  const mails = await deleteMailsUnsent(db, mailids);
  const entry = { at: now(), actor, action: 'mail.discard', after: { reason } };
  await insertAudit(db, ...mails.map(({ id, ...before }) => ({ ...entry, subject: id, before })));
  return mails;
};

/** Sends a mail that failed once more. */
export const retryMail = (context: Context, mailid: string, actor: string): Promise<undefined> =>
  changeOne(context, mailid, retry, actor);

/** Deletes a mail that is not sent. */
export const discardMail = (context: Context, mailid: string, reason: string, actor: string): Promise<undefined> =>
  changeOne(context, mailid, discard, actor, reason);

async function changeOne(
  context: Context,
  mailid: string,
  change: Change,
  actor: string,
  reason = '',
): Promise<undefined> {
  await context.db.transaction().execute(async (db) => {
    const mails = await change({ ...context, db }, [mailid], actor, reason);
    if (mails.length === 0) throw new Refusal('NOT_FOUND');
  });
}

interface MailsLeft {
  changed: number;
  /** How many mails the filter still finds. */
  left: number;
}

export const retryMails = (context: Context, filter: MailFilter, actor: string): Promise<MailsLeft> =>
  changeSome(context, filter, retry, actor);

export const discardMails = (
  context: Context,
  { reason, ...filter }: MailFilter & { reason: string },
  actor: string,
): Promise<MailsLeft> => changeSome(context, filter, discard, actor, reason);

async function changeSome(
  context: Context,
  filter: MailFilter,
  change: Change,
  actor: string,
  reason = '',
): Promise<MailsLeft> {
  return context.db.transaction().execute(async (db) => {
    const mailids = await listOldestMailIds(db, filter, contract.MAILS_AT_ONCE);
    const mails = mailids.length === 0 ? [] : await change({ ...context, db }, mailids, actor, reason);
    return { changed: mails.length, left: await countMails(db, filter) };
  });
}

/** Mails an account, to see whether mails arrive. */
export async function sendTestMail(
  context: AppContext,
  accountName: string,
  actor: string,
): Promise<{ mailid: string; to: string }> {
  const { db, jobs, address, now } = context;
  return inTransaction(db, async (db) => {
    const { email: to, language } = await requireEmail(db, accountName);
    const mail = { kind: 'test', to, language, url: `${address.url}/operator/status` } as const;
    const mailid = await queueMail({ db, jobs }, mail, now());
    await insertAudit(db, { at: now(), actor, action: 'mail.test', subject: mailid, after: { recipient: to } });
    return { mailid, to };
  });
}

/** Sends the mails that are held, although several domains refused them in the same words. */
export async function endMailHolds({ db, now }: Pick<AppContext, 'db' | 'now'>, actor: string): Promise<void> {
  const before = await listHolds(db);
  await endHolds(db);
  await insertAudit(db, { at: now(), actor, action: 'mail.end-hold', subject: 'outbox', before });
}
