import type { Mail, mails } from '@promenade/contract/operator';
import type { RouteAnswer, RouteInput } from '@promenade/contract/route';
import type { FastifyReply } from 'fastify';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { clearMailProblem, deleteUnsentMail } from '../platform/mail/mail.ts';
import { mailViewHeaders, renderMailView } from '../platform/mail/mailPictures.ts';
import { countMails, findMail, listMails } from './queries.ts';

const PAGE_SIZE = 40;

/** The audit trail tells who looked. */
export async function getMailPage(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { playerid }: Pick<Caller, 'playerid'>,
  { page, state }: RouteInput<typeof mails>['query'],
): Promise<RouteAnswer<typeof mails>> {
  await insertAudit(db, { at: now(), actor: playerid, action: 'outbox.list', subject: 'outbox', after: { page } });
  const [rows, total] = await Promise.all([listMails(db, { state, page, pagesize: PAGE_SIZE }), countMails(db, state)]);
  const items = rows.map(
    ({ created_at, sent_at, ...mail }): Mail => ({
      ...mail,
      createdat: created_at.toISOString(),
      sentat: sent_at?.toISOString() ?? null,
    }),
  );
  return { items, total, page, pagesize: PAGE_SIZE };
}

/** @throws NOT_FOUND, also when the text was deleted after sending */
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

/** Sends a mail that failed once more. @throws NOT_FOUND, also when it did not fail or is sent */
export async function retryMail(
  { db, jobs, now }: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  mailid: string,
  actor: string,
): Promise<undefined> {
  await db.transaction().execute(async (db) => {
    const mail = await clearMailProblem(db, mailid);
    if (!mail) throw new Refusal('NOT_FOUND');
    await jobs.send(db, 'mail', { mailid });
    await insertAudit(db, { at: now(), actor, action: 'mail.retry', subject: mailid, after: mail });
  });
}

/** Deletes a mail that is not sent. @throws NOT_FOUND, also when it is sent */
export async function discardMail(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  mailid: string,
  reason: string,
  actor: string,
): Promise<undefined> {
  await db.transaction().execute(async (db) => {
    const mail = await deleteUnsentMail(db, mailid);
    if (!mail) throw new Refusal('NOT_FOUND');
    await insertAudit(db, {
      at: now(),
      actor,
      action: 'mail.discard',
      subject: mailid,
      before: mail,
      after: { reason },
    });
  });
}
