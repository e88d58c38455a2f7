import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '../database/db.ts';
import type { Tables } from '../database/tables.ts';
import type { Jobs, Queue } from '../jobs/jobs.ts';
import { composeMail, type MailKind, type MailParts } from './mailText.ts';

export interface NewMail extends MailParts {
  kind: MailKind;
  to: string;
  /** The recipient's language; the default is English. */
  language?: string;
  replyTo?: string | null;
  /** When its link or code ends; afterwards the mail is not delivered. */
  expires?: Date | null;
  /** It is not delivered before. */
  after?: Date | undefined;
  /** Internal ids of the releases that a release mail announces. */
  releaseids?: number[];
}

/**
 * Retries for about a week, because the mail server may be down. Expires after every time-out of the mailer; the heartbeat
 * tells sooner that a worker was killed.
 */
export const mailQueue: Queue<{ mailid: string }> = {
  queue: 'mail',
  payload: z.object({ mailid: z.string() }),
  retryLimit: 200,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 2 * 3600,
  heartbeatSeconds: 60,
  batchSize: 20,
  batches: 3,
};

/** Stores a mail and its delivery job in the transaction of `db`, and returns its id. A worker delivers it after the commit. */
export async function queueMail(
  { db, jobs }: { db: Db; jobs: Jobs },
  { kind, to, language = 'en', replyTo = null, expires = null, after, releaseids = [], ...parts }: NewMail,
  now: Date,
): Promise<string> {
  const { subject, html, text } = composeMail(kind, language, parts);
  const pictures = (parts.mailing?.releases ?? []).flatMap(({ picture }) => picture ?? []);
  const { id } = await db
    .insertInto('mails')
    .values({
      kind,
      recipient: to,
      reply_to: replyTo,
      subject,
      html,
      body: text,
      pictures: [...new Set(pictures)],
      unsubscribe: (parts.mailing ?? parts.leave)?.oneClickUrl ?? null,
      created_at: now,
      expires_at: expires,
      release_ids: releaseids,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const isNeeded = expires !== null || neededKinds.includes(kind);
  await jobs.send(
    db,
    mailQueue,
    { mailid: id },
    { ...(after && { startAfter: after }), ...(isNeeded && { priority: 1 }) },
  );
  return id;
}

/** The owner of all releases of a mail. */
interface ListLabel {
  labelid: string;
  name: string;
}

export type UnsentMail = NonNullable<Awaited<ReturnType<typeof findUnsentMail>>>;

/** An address has one working link or code of these kinds, by one inviter: that of the newest mail. */
const replacedKinds: MailKind[] = ['sign-in', 'reset', 'welcome', 'code', 'invitation'];

/** Mails without which a person cannot sign in, and tests of the mail server; suppressed addresses get them. */
const neededKinds: MailKind[] = ['sign-in', 'reset', 'welcome', 'code', 'test'];

const isSuppressed = sql<boolean>`mails.kind <> all(${neededKinds}::text[])
  and exists (select from suppressions where address = mails.recipient)`.as('isSuppressed');

/** Somebody waits for a mail with a link or code. */
const hasPriority = sql<boolean>`mails.expires_at is not null or mails.kind = any(${neededKinds}::text[])`.as(
  'hasPriority',
);

/** Undefined when it is sent already or does not exist. `isDead`: its link or code has ended or was replaced. */
export function findUnsentMail(db: Db, mailid: string, now: Date) {
  const isDead = sql<boolean>`mails.expires_at is not null and (mails.expires_at <= ${now} or mails.kind = any(${replacedKinds}::text[]) and exists (
    select from mails newer where newer.recipient = mails.recipient and newer.kind = mails.kind
      and newer.reply_to is not distinct from mails.reply_to
      and newer.expires_at is not null and newer.created_at > mails.created_at))`;
  return db
    .selectFrom('mails')
    .leftJoin('account_emails', 'account_emails.email', 'mails.recipient')
    .leftJoin('accounts', 'accounts.id', 'account_emails.account_id')
    .where('mails.id', '=', mailid)
    .where('sent_at', 'is', null)
    .select(['mails.id', 'kind', 'recipient', 'reply_to', 'subject', 'pictures', 'unsubscribe', isDead.as('isDead')])
    .select([isSuppressed, hasPriority, sql<boolean>`exists (select from mail_holds)`.as('isHeld')])
    .select(sql<string>`trim(concat(firstname, ' ', lastname))`.as('name'))
    .select(sql<string>`coalesce(accounts.language, 'en')`.as('language'))
    .select(
      sql<ListLabel | null>`(select json_build_object('labelid', min(l.labelid::text), 'name', min(l.name))
        from releases r left join labels l on l.id = r.owner_label_id where r.id = any(mails.release_ids)
        having count(distinct l.id) = 1 and count(l.id) = count(*))`.as('list'),
    )
    .select([sql<string>`coalesce(html, '')`.as('html'), sql<string>`coalesce(body, '')`.as('body')])
    .executeTakeFirst();
}

export const findSentMail = (db: Db, mailid: string) =>
  db
    .selectFrom('mails')
    .where('id', '=', mailid)
    .where('sent_at', 'is not', null)
    .select(['recipient'])
    .executeTakeFirst();

/** `keepsText`: mails in the outbox folder keep their text, others lose it. */
export async function setMailSent(db: Db, mailid: string, keepsText: boolean, now: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      sent_at: now,
      problem: null,
      ended: null,
      ...(keepsText ? {} : { html: null, body: null, pictures: [], unsubscribe: null }),
    })
    .where('id', '=', mailid)
    .execute();
}

type MailEnd = Selectable<Tables['mails']>['ended'];

/** Stores why the last attempt failed, and why there is no other one; `ended` null: it is tried again. */
export async function setMailProblem(db: Db, mailid: string, problem: string, ended: MailEnd = null): Promise<void> {
  await db.updateTable('mails').set({ problem, ended }).where('id', '=', mailid).execute();
}

/** Mails whose attempts were used up are refused. The schema of pg-boss must exist. */
export async function endGivenUpMails(db: Db): Promise<void> {
  await sql`
    update mails set ended = 'refused' where sent_at is null and ended is null and problem is not null and not exists (
      select from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')
        and data->>'mailid' = mails.id::text)`.execute(db);
}

/** Records for reports what became of a release mail; other mails have no releases. */
export async function insertMailEvents(
  db: Db,
  mailid: string,
  kind: 'handed over' | 'bounced',
  now: Date,
): Promise<void> {
  await sql`
    insert into mail_events (mail_id, release_id, account_id, kind, at)
    select m.id, r.id, e.account_id, ${kind}, ${now}
    from mails m join account_emails e on e.email = m.recipient join releases r on r.id = any(m.release_ids)
    where m.id = ${mailid}
    on conflict (account_id, release_id, mail_id) do update set kind = excluded.kind, at = excluded.at`.execute(db);
}

export async function deleteMailEvents(db: Db, before: Date): Promise<void> {
  await sql`delete from mail_events where at < ${before}`.execute(db);
}

/** Deletes mails created before this time, whose retries have ended. */
export async function deleteMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before).execute();
}

/** Which of these ids are ids of mails. */
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

/** Mails that announce releases. */
const announcementKinds: MailKind[] = ['share', 'release', 'releases'];

/** A mail that was deleted before it was sent. Its text names the addresses of all its releases. */
export interface DeletedMail {
  recipient: string;
  reply_to: string | null;
  body: string;
}

/** Deletes and returns unsent mails that announce a release, to one account or to all. */
export async function deleteUnsentMailsAbout(db: Db, releaseid: string, accountid?: number): Promise<DeletedMail[]> {
  const theirs = sql`and recipient in (select email from account_emails where account_id = ${accountid})`;
  const { rows } = await sql<DeletedMail>`
    delete from mails where sent_at is null and kind = any(${announcementKinds}::text[])
      and strpos(body, ${`/releases/releaseInfo/${releaseid}`}) > 0 ${accountid === undefined ? sql`` : theirs}
    returning recipient, reply_to, body`.execute(db);
  return rows;
}

/** Joins deleted mails as `mail (recipient, reply_to)` to the releases `r` and the account `e` of their recipient. */
export const joinDeletedMails = (mails: DeletedMail[]) => sql`
  jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as mail (recipient text, reply_to text, body text)
  join releases r on strpos(mail.body, '/releases/releaseInfo/' || r.releaseid) > 0
  join account_emails e on e.email = mail.recipient`;

/** Deletes unsent mails of these kinds to an address that were queued at an instant. Returns their number. */
export async function deleteUnsentMails(
  db: Db,
  { to, kinds, at }: { to: string; kinds: MailKind[]; at: Date },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('recipient', '=', to)
    .where('kind', 'in', kinds)
    .where('created_at', '=', at)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes those of the mails that are not sent, and returns them. */
export const deleteMailsUnsent = (db: Db, mailids: string[]) =>
  db
    .deleteFrom('mails')
    .where('id', 'in', mailids)
    .where('sent_at', 'is', null)
    .returning(['id', 'recipient', 'kind', 'subject', 'problem'])
    .execute();

/** Forgets why unsent mails failed, and returns them; other mails stay as they are. */
export const clearMailProblems = (db: Db, mailids: string[]) =>
  db
    .updateTable('mails')
    .set({ problem: null, ended: null })
    .where('id', 'in', mailids)
    .where('sent_at', 'is', null)
    .where('problem', 'is not', null)
    .returning(['id', 'recipient', 'kind'])
    .execute();

/** Deletes unsent mails whose single link or code the former secret signed: it would not work. */
export async function deleteUnsentLinkMails(db: Db): Promise<void> {
  await db.deleteFrom('mails').where('sent_at', 'is', null).where('expires_at', 'is not', null).execute();
}
