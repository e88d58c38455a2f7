import { sql } from 'kysely';
import { notificationEmail } from '../access/queries.ts';
import type { Db } from '../platform/database/db.ts';
import type { LocalMorning } from './timeZone.ts';

export async function listTimeZones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ timezone: string }>`
    select distinct timezone from accounts where status = 'active' order by timezone`.execute(db);
  return rows.map(({ timezone }) => timezone);
}

const localMornings = (mornings: readonly LocalMorning[]) => sql`unnest(
  ${mornings.map(({ timezone }) => timezone)}::text[], ${mornings.map(({ day }) => day)}::date[]) as local (timezone, day)`;

/** Starts new accounts at their latest morning, so that they get no mail about earlier days. */
export async function insertMornings(db: Db, mornings: readonly LocalMorning[]): Promise<void> {
  await sql`
    insert into mail_mornings (account_id, day)
    select a.id, local.day from accounts a join ${localMornings(mornings)} on local.timezone = a.timezone
    where a.status = 'active' and not exists (select from mail_mornings m where m.account_id = a.id)
    on conflict do nothing`.execute(db);
}

/** `isDue`: its mail is sent this morning; daily, or weekly on Monday or the first morning after a missed Monday. */
interface ClaimedAccount {
  accountid: number;
  isDue: boolean;
}

/** Marks the morning of up to `max` accounts as handled, skipping rows locked by other workers. Needs a transaction. */
export async function claimMornings(db: Db, mornings: readonly LocalMorning[], max: number): Promise<ClaimedAccount[]> {
  const { rows } = await sql<ClaimedAccount>`
    with claimed as (
      select a.id, local.day, a.mailpref in ('daily', 'per-release')
        or a.mailpref = 'weekly' and date_trunc('week', local.day)::date > m.day as due
      from mail_mornings m
      join accounts a on a.id = m.account_id
      join ${localMornings(mornings)} on local.timezone = a.timezone
      where m.day < local.day and a.status = 'active'
      order by m.account_id limit ${max}
      for update of m skip locked
    )
    update mail_mornings as m set day = claimed.day from claimed where m.account_id = claimed.id
    returning m.account_id as accountid, claimed.due as "isDue"`.execute(db);
  return rows;
}

/** Lists up to `max` accounts with a mail per release, by id, beginning after `afterId`. */
export async function listPerReleaseAccounts(db: Db, afterId: number, max: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from accounts where status = 'active' and mailpref = 'per-release' and id > ${afterId}
    order by id limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface MailRecipient {
  accountid: number;
  playerid: string;
  email: string;
  language: string;
  mailpref: 'none' | 'daily' | 'weekly' | 'per-release';
}

const selectRecipients = (db: Db) =>
  db
    .selectFrom('accounts')
    .select(['accounts.id as accountid', 'accounts.playerid', 'accounts.language', 'accounts.mailpref'])
    .select(notificationEmail.as('email'));

export const listMailRecipients = (db: Db, accountids: number[]): Promise<MailRecipient[]> =>
  selectRecipients(db)
    .where('accounts.id', '=', sql<number>`any(${accountids}::int[])`)
    .orderBy('accounts.id')
    .execute();

export const findMailRecipient = (db: Db, playerid: string): Promise<MailRecipient | undefined> =>
  selectRecipients(db).where('accounts.playerid', '=', playerid).executeTakeFirst();
