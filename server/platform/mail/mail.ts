import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { composeMail, type MailKind, type MailParts } from './mailText.ts';

export interface NewMail extends MailParts {
  kind: MailKind;
  to: string;
  /** The recipient's language; the default is English. */
  language?: string;
  replyTo?: string;
}

/** Stores a mail and its delivery job in the transaction of `db`. A worker delivers it after the commit. */
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
      unsubscribe: parts.mailing?.oneClickUrl ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await jobs.send(db, 'mail', { mailid: id });
}

export type UnsentMail = NonNullable<Awaited<ReturnType<typeof findUnsentMail>>>;

/** Undefined when it is sent already or does not exist. */
export function findUnsentMail(db: Db, mailid: string) {
  return db
    .selectFrom('mails')
    .where('id', '=', mailid)
    .where('sent_at', 'is', null)
    .select(['id', 'recipient', 'reply_to', 'subject', 'pictures', 'unsubscribe'])
    .select([sql<string>`coalesce(html, '')`.as('html'), sql<string>`coalesce(body, '')`.as('body')])
    .executeTakeFirst();
}

/** `keepsText`: mails in the outbox folder keep their text, others lose it. */
export async function setMailSent(db: Db, mailid: string, keepsText: boolean, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      sent_at: now,
      problem: null,
      ...(keepsText ? {} : { html: null, body: null, pictures: [], unsubscribe: null }),
    })
    .where('id', '=', mailid)
    .execute();
}

/** Stores the error of the last attempt. */
export async function setMailProblem(db: Db, mailid: string, problem: string): Promise<void> {
  await db.updateTable('mails').set({ problem }).where('id', '=', mailid).execute();
}

/** Deletes mails created before this time, whose retries have ended. */
export async function deleteMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before).execute();
}

/** Those of the ids that a mail has. */
export async function listMailIds(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from mails where id::text = any(${ids}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Kinds of mail to another address that name the one of the account. */
const kindsWithAccount: MailKind[] = ['merge', 'split-done'];

/** Deletes mails to these addresses, those that name one of them for replies, and those that name it as the account. */
export async function deleteMailsOfAddresses(db: Db, emails: string[]): Promise<void> {
  await sql`
    delete from mails where recipient = any(${emails}::text[]) or reply_to = any(${emails}::text[])
      or kind = any(${kindsWithAccount}::text[]) and exists (
        select from regexp_split_to_table(body, '\\s+') word where rtrim(word, '.,:') = any(${emails}::text[]))`.execute(
    db,
  );
}

/** Deletes unsent mails that announce a release, to one account or to all. Other releases of the same mail are lost with it. */
export async function deleteUnsentMailsAbout(db: Db, releaseid: string, accountid?: number): Promise<void> {
  const theirs = sql`and recipient in (select email from account_emails where account_id = ${accountid})`;
  await sql`
    delete from mails where sent_at is null and strpos(body, ${`/releases/releaseInfo/${releaseid}`}) > 0
      ${accountid === undefined ? sql`` : theirs}`.execute(db);
}

/** Deletes unsent mails whose single link the former secret signed: it would not work. */
export async function deleteUnsentLinkMails(db: Db): Promise<void> {
  const kinds: MailKind[] = ['sign-in', 'reset', 'welcome', 'merge', 'split', 'invitation', 'code'];
  await db.deleteFrom('mails').where('sent_at', 'is', null).where('kind', 'in', kinds).execute();
}
