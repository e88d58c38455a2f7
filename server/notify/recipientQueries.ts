import { sql } from 'kysely';
import { mailbox } from '../access/queries.ts';
import type { Db } from '../platform/database/db.ts';
import type { LocalMorning } from './localMorning.ts';

/** Every time zone that somebody lives in. */
export async function listTimeZones(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .where('status', '=', 'active')
    .select('timezone')
    .distinct()
    .orderBy('timezone')
    .execute();
  return rows.map(({ timezone }) => timezone);
}

const here = (mornings: readonly LocalMorning[]) => sql`unnest(
  ${mornings.map(({ timezone }) => timezone)}::text[], ${mornings.map(({ day }) => day)}::date[]) as here (timezone, day)`;

/** Accounts that are new have had every morning up to now. */
export async function beginMornings(db: Db, mornings: readonly LocalMorning[]): Promise<void> {
  await sql`
    insert into mail_mornings (account_id, day)
    select a.id, here.day from accounts a join ${here(mornings)} on here.timezone = a.timezone
    where a.status = 'active' and not exists (select from mail_mornings m where m.account_id = a.id)
    on conflict do nothing`.execute(db);
}

/** An account whose morning has come. */
export interface Awake {
  accountid: number;
  /** Its mail is due: each morning, or each Monday; a Monday that was missed is made up for. */
  isDue: boolean;
}

/**
 * Takes up to `most` accounts whose morning has come and was not had yet, and notes that they had it. What another
 * worker has in hand is left to it. Inside a transaction.
 */
export async function takeMornings(db: Db, mornings: readonly LocalMorning[], most: number): Promise<Awake[]> {
  const { rows } = await sql<Awake>`
    with awake as (
      select a.id, here.day, a.mailpref in ('daily', 'per-release')
        or a.mailpref = 'weekly' and date_trunc('week', here.day)::date > m.day as due
      from mail_mornings m
      join accounts a on a.id = m.account_id
      join ${here(mornings)} on here.timezone = a.timezone
      where m.day < here.day and a.status = 'active'
      order by m.account_id limit ${most}
      for update of m skip locked
    )
    update mail_mornings m set day = awake.day from awake where m.account_id = awake.id
    returning m.account_id as accountid, awake.due as "isDue"`.execute(db);
  return rows;
}

/** Up to `most` accounts that want a mail for each release, by id, after this one. */
export async function listPerRelease(db: Db, after: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .where('status', '=', 'active')
    .where('mailpref', '=', 'per-release')
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Somebody a mail goes to. */
export interface Reader {
  accountid: number;
  playerid: string;
  email: string;
  language: string;
  mailpref: 'none' | 'daily' | 'weekly' | 'per-release';
}

const reader = (db: Db) =>
  db
    .selectFrom('accounts')
    .select(['accounts.id as accountid', 'accounts.playerid', 'accounts.language', 'accounts.mailpref'])
    .select(mailbox.as('email'));

/** By their ids, in that order. */
export const findReaders = (db: Db, accountids: number[]): Promise<Reader[]> =>
  reader(db).where('accounts.id', '=', sql<number>`any(${accountids}::int[])`).orderBy('accounts.id').execute();

/** By the public id; undefined when there is no such account. */
export const findReader = (db: Db, playerid: string): Promise<Reader | undefined> =>
  reader(db).where('accounts.playerid', '=', playerid).executeTakeFirst();
