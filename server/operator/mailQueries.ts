import type { MailState } from '@promenade/contract/operator';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { onPage, type Page } from '../platform/database/page.ts';
import { likeWord, splitPeopleSearch } from '../platform/database/searchWords.ts';

/** The state of a row of `mails`, joined with `b`: the returned mails. */
const mailState = sql<MailState>`case when b.mail_id is not null then 'bounced' when sent_at is not null then 'sent'
  when ended is not null then ended when problem is not null then 'retried' else 'waiting' end`;

export interface MailFilter {
  state?: MailState | undefined;
  /** A part of the address. */
  to?: string | undefined;
  /** Addresses. */
  recipients?: string[];
}

/** A refusal before the mail was sent is no bounce of it. */
const selectMails = (db: Db) =>
  db
    .selectFrom('mails')
    .leftJoin('mail_bounces as b', (join) =>
      join.onRef('b.mail_id', '=', 'mails.id').onRef('b.at', '>=', 'sent_at').on('b.kind', '<>', 'delayed'),
    );

const filterMails = (db: Db, { state, to, recipients }: MailFilter) =>
  selectMails(db)
    .$if(state !== undefined, (mails) => mails.where(mailState, '=', state ?? 'sent'))
    .$if(to !== undefined, (mails) =>
      mails.where(sql<boolean>`recipient like all(${splitPeopleSearch(to).map(likeWord)}::text[])`),
    )
    .$if(recipients !== undefined, (mails) => mails.where(sql<boolean>`recipient = any(${recipients}::text[])`));

/** Lists mails newest first. */
export function listMails(db: Db, filter: MailFilter, page: Page) {
  const ids = filterMails(db, filter)
    .select('mails.id')
    .orderBy('created_at', 'desc')
    .orderBy('mails.id')
    .modifyEnd(onPage(page));
  return selectMails(db)
    .where('mails.id', 'in', ids)
    .select(['mails.id as mailid', 'recipient as to', 'subject', 'created_at', 'sent_at', 'b.at as bounced_at'])
    .select(mailState.as('state'))
    .select(sql<string | null>`coalesce(b.reason, problem)`.as('problem'))
    .select(sql<boolean>`html is not null`.as('readable'))
    .orderBy('created_at', 'desc')
    .orderBy('mails.id')
    .execute();
}

export async function countMails(db: Db, filter: MailFilter): Promise<number> {
  const { total } = await filterMails(db, filter)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The oldest mails, at most as many. */
export async function listOldestMailIds(db: Db, filter: MailFilter, limit: number): Promise<string[]> {
  const rows = await filterMails(db, filter).select('mails.id').orderBy('created_at').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Jobs of these mails that wait for their next attempt. */
export async function listMailJobs(
  db: Db,
  mailids: string[],
): Promise<{ jobid: string; mailid: string; nextat: Date }[]> {
  const { rows: schema } = await sql`select where to_regclass('pgboss.job') is not null`.execute(db);
  if (schema.length === 0 || mailids.length === 0) return [];
  const { rows } = await sql<{ jobid: string; mailid: string; nextat: Date }>`
    select id as jobid, data->>'mailid' as mailid, start_after as nextat from pgboss.job
    where name = 'mail' and state in ('created', 'retry') and data->>'mailid' = any(${mailids}::text[])`.execute(db);
  return rows;
}

/** Returns undefined for an unknown mail, or one whose text was deleted. */
export function findMail(db: Db, mailid: string) {
  return db
    .selectFrom('mails')
    .where('id', '=', mailid)
    .where('html', 'is not', null)
    .select(sql<string>`html`.as('html'))
    .select(sql<string>`body`.as('text'))
    .select(['pictures', 'recipient', 'kind'])
    .executeTakeFirst();
}
