import type { MailState } from '@promenade/contract/operator';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Lists accounts with the answers of their application, sorted by address. */
export function listAccounts(db: Db, { pending }: { pending: boolean }) {
  const answer = (path: string) => sql<string | null>`applications.answers #>> ${sql.lit(path)}::text[]`;
  return db
    .selectFrom('accounts')
    .leftJoin('account_emails', 'account_emails.account_id', 'accounts.id')
    .leftJoin('applications', 'applications.account_id', 'accounts.id')
    .$if(pending, (accounts) => accounts.where('status', '=', 'pending'))
    .groupBy(['accounts.id', 'applications.account_id'])
    .select(sql<string[]>`array_remove(array_agg(email order by added_at, email), null)`.as('emails'))
    .select(['status', 'verified', 'label_staff', 'operator', 'firstname', 'lastname', 'company', 'country'])
    .select(sql<boolean>`password_hash is not null`.as('haspassword'))
    .select(['applications.created_at as appliedat', answer('{industry}').as('industry')])
    .select([answer('{inviter,email}').as('inviter'), answer('{relationship}').as('relationship')])
    .orderBy('emails')
    .execute();
}

/** The oldest address of an account. */
export async function findEmailOfPlayer(db: Db, playerid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_emails')
    .innerJoin('accounts', 'accounts.id', 'account_emails.account_id')
    .where('playerid', '=', playerid)
    .orderBy('added_at')
    .orderBy('email')
    .select('email')
    .executeTakeFirst();
  return row?.email;
}

const isBounced = sql<boolean>`exists (select from mail_events e where e.mail_id = mails.id and e.kind = 'bounced')`;

const mailStates = {
  waiting: sql<boolean>`sent_at is null and problem is null`,
  failed: sql<boolean>`sent_at is null and problem is not null`,
  bounced: isBounced,
  sent: sql<boolean>`sent_at is not null`,
};

interface MailFilter {
  state?: MailState | undefined;
  page: number;
  pagesize: number;
}

/** Lists mails newest first. */
export function listMails(db: Db, { state, page, pagesize }: MailFilter) {
  const ids = db
    .selectFrom('mails')
    .$if(state !== undefined, (mails) => mails.where(mailStates[state ?? 'sent']))
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(pagesize)
    .offset((page - 1) * pagesize);
  return db
    .selectFrom('mails')
    .where('id', 'in', ids)
    .select(['id as mailid', 'recipient as to', 'subject', 'created_at', 'sent_at', 'problem'])
    .select([sql<boolean>`html is not null`.as('readable'), isBounced.as('bounced')])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function countMails(db: Db, state?: MailState): Promise<number> {
  const { total } = await db
    .selectFrom('mails')
    .$if(state !== undefined, (mails) => mails.where(mailStates[state ?? 'sent']))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
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

export interface NamedLabel {
  /** Internal. */
  id: number;
  labelid: string;
  name: string;
}

/** Labels with this labelid or name, ignoring case, at most two. */
export async function listNamedLabels(db: Db, name: string): Promise<NamedLabel[]> {
  const { rows } = await sql<NamedLabel>`
    select id, labelid, name from labels where labelid::text = lower(${name}) or fold_name(name) = fold_name(${name})
    order by name = ${name} desc, id limit 2`.execute(db);
  return rows;
}
