import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { composeMail, type MailKind, type MailParts } from './mailText.ts';

/** What a mail says, to whom, in which language. */
export interface NewMail extends MailParts {
  kind: MailKind;
  to: string;
  /** Of the reader; English where there are no words in it. */
  language?: string;
  replyTo?: string;
}

/**
 * Promises a mail: it is kept together with the change that `db` is in, and handed over once that is committed. Tried
 * again until the mail server takes it.
 */
export async function queueMail(
  { db, jobs }: { db: Db; jobs: Jobs },
  { kind, to, language = 'en', replyTo, ...parts }: NewMail,
  now: Date,
): Promise<void> {
  const { subject, html, text } = composeMail(kind, language, parts);
  const pictures = (parts.mailing?.releases ?? []).flatMap(({ picture }) => picture ?? []);
  const { id } = await db
    .insertInto('mails')
    .values({
      kind,
      recipient: to,
      reply_to: replyTo ?? null,
      subject,
      html,
      body: text,
      pictures: [...new Set(pictures)],
      unsubscribe: parts.mailing?.oneClick ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await jobs.send(db, 'mail', { mailid: id });
}

/** A mail as it is handed over. */
export interface KeptMail {
  id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  html: string;
  body: string;
  /** Keys in storage of what the HTML shows. */
  pictures: string[];
  /** Where a mail program ends mails like this one by itself. */
  unsubscribe: string | null;
}

/** Undefined when it was handed over already, or is not there. */
export function findUnsent(db: Db, mailid: string): Promise<KeptMail | undefined> {
  return db
    .selectFrom('mails')
    .where('id', '=', mailid)
    .where('sent_at', 'is', null)
    .select(['id', 'recipient', 'reply_to', 'subject', 'pictures', 'unsubscribe'])
    .select([sql<string>`coalesce(html, '')`.as('html'), sql<string>`coalesce(body, '')`.as('body')])
    .executeTakeFirst();
}

/** It was taken; `keepText` for the outbox, whose readers are its receivers. */
export async function markSent(db: Db, mailid: string, keepText: boolean, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      sent_at: now,
      problem: null,
      ...(keepText ? {} : { html: null, body: null, pictures: [], unsubscribe: null }),
    })
    .where('id', '=', mailid)
    .execute();
}

/** What the last try failed with. */
export async function markProblem(db: Db, mailid: string, problem: string): Promise<void> {
  await db.updateTable('mails').set({ problem }).where('id', '=', mailid).execute();
}

/** Removes mails that were promised before this moment; by then nobody tries to hand one over any more. */
export async function forgetMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before).execute();
}
