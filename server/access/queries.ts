import { DEVICES_MAX } from '@promenade/contract/limits';
import type { registerDevice } from '@promenade/contract/notify';
import type { Profile } from '@promenade/contract/profile';
import type { RouteInput } from '@promenade/contract/route';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Caller } from '../platform/http/caller.ts';
import { countryCheck } from './ruleQueries.ts';

export type Subscription = RouteInput<typeof registerDevice>['body'];
type GeneratedColumn = 'id' | 'playerid' | 'created_at';
export type NewAccount = Omit<Insertable<Tables['accounts']>, GeneratedColumn> & { email: string };
type AccountUpdate = Omit<Updateable<Tables['accounts']>, GeneratedColumn>;

/** Selects the address that receives an account's mails: the chosen one, else its oldest. */
export const notificationEmailOf = (account: string) => sql<string>`coalesce(${sql.ref(`${account}.mailto`)},
  (select email from account_emails where account_id = ${sql.ref(`${account}.id`)} order by added_at, email limit 1))`;
export const notificationEmail = notificationEmailOf('accounts');

/** Claims of the access token. */
export const isTold = sql<boolean>`accounts.told_at is not null`.as('told');
export const hasLabels = sql<boolean>`exists (select from account_label where account_id = accounts.id)`.as(
  'haslabels',
);

/** Whether mails to the account came back. */
export const isAddressSuppressed =
  sql<boolean>`exists (select from suppressions where address = ${notificationEmail})`.as('bounced');

/** For `Caller.audience`. */
export const audienceOfAccount = sql<
  number[]
>`array(select package_id from account_package where account_id = accounts.id) || -accounts.id`.as('audience');

/** Finds an account in any state by any of its addresses. */
export const findAccount = (db: Db, email: string) => accountByEmail(db, email).executeTakeFirst();

/**
 * Locks like `lockAccount` and finds an account in any state by one of its addresses, which is `email` then, or by its
 * playerid; then `email` is its oldest address.
 */
export async function lockNamedAccount(db: Db, name: string) {
  const isNamed = name.includes('@')
    ? sql<boolean>`accounts.id = (select account_id from account_emails where email = ${name})`
    : sql<boolean>`accounts.playerid = case when pg_input_is_valid(${name}, 'uuid') then ${name}::text::uuid end`;
  await db.selectFrom('accounts').where(isNamed).forNoKeyUpdate().select('id').execute();
  // What was changed before the lock is read after it.
  return selectAccounts(db)
    .where(isNamed)
    .select(
      sql<string | null>`(select email from account_emails where account_id = accounts.id
        order by email <> ${name}, added_at, email limit 1)`.as('email'),
    )
    .executeTakeFirst();
}

export const accountByEmail = (db: Db, email: string) =>
  selectAccounts(db)
    .innerJoin('account_emails', 'accounts.id', 'account_emails.account_id')
    .where('account_emails.email', '=', email);

function selectAccounts(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['accounts.id as accountid', 'accounts.playerid', 'accounts.status', 'accounts.password_hash'])
    .select([
      'accounts.firstname',
      'accounts.lastname',
      'accounts.language',
      'accounts.verified',
      'accounts.label_staff',
      'accounts.operator',
    ])
    .select([isTold, hasLabels, isAddressSuppressed]);
}

/** Inserts an account, its first address and its packages; unknown package names are ignored. */
export function insertAccount(
  db: Db,
  { email, packages, ...account }: NewAccount & { packages: string[] },
): Promise<{ accountid: number; playerid: string }> {
  return db
    .with('account', (db) =>
      db
        .insertInto('accounts')
        .values({ status: 'active', ...account })
        .returning(['id', 'playerid']),
    )
    .with('address', (db) =>
      db
        .insertInto('account_emails')
        .columns(['email', 'account_id'])
        .expression((from) => from.selectFrom('account').select([sql<string>`${email}::text`.as('email'), 'id'])),
    )
    .with('granted', (db) =>
      db
        .insertInto('account_package')
        .columns(['account_id', 'package_id'])
        .expression((from) =>
          from
            .selectFrom(['account', 'packages'])
            .where('packages.name', '=', sql<string>`any(${packages}::text[])`)
            .select(['account.id as account', 'packages.id as package']),
        ),
    )
    .selectFrom('account')
    .select(['id as accountid', 'playerid'])
    .executeTakeFirstOrThrow();
}

/** Locks the account against new sessions and changes of password and addresses until the transaction ends. */
export function lockAccount(db: Db, accountid: number): Promise<{ playerid: string }> {
  return db
    .selectFrom('accounts')
    .where('id', '=', accountid)
    .forNoKeyUpdate()
    .select('playerid')
    .executeTakeFirstOrThrow();
}

export async function updateAccount(db: Db, accountid: number, changes: AccountUpdate): Promise<void> {
  await db.updateTable('accounts').set(changes).where('id', '=', accountid).execute();
}

/** Vouches for the company that the account names. */
export async function approveCompany(db: Db, accountid: number): Promise<void> {
  await sql`update accounts set approved_company = company where id = ${accountid}`.execute(db);
}

/** The first time counts. */
export async function setTold(db: Db, accountid: number, now: Date): Promise<undefined> {
  await db
    .updateTable('accounts')
    .set({ told_at: now })
    .where('id', '=', accountid)
    .where('told_at', 'is', null)
    .execute();
}

/** `username` is the address in use: first of `emails`, and `mailto` unless another one is chosen. */
export function getProfile(db: Db, accountid: number, username: string): Promise<Profile> {
  return db
    .selectFrom('accounts')
    .where('id', '=', accountid)
    .select(['firstname', 'lastname', 'phone', 'website', 'title', 'company', 'country', 'state', 'city', 'language'])
    .select(sql<string>`coalesce(mailto, ${username})`.as('mailto'))
    .select(['mailpref', 'format'])
    .select(countryCheck.as('countrycheck'))
    .select(
      sql<string[]>`array(
        select email from account_emails where account_id = accounts.id order by email <> ${username}, added_at, email
      )`.as('emails'),
    )
    .executeTakeFirstOrThrow();
}

/** Lists the addresses of an account, oldest first. */
export async function listEmails(db: Db, accountid: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from account_emails where account_id = ${accountid} order by added_at, email`.execute(db);
  return rows.map(({ email }) => email);
}

/** Returns false when the address belongs to an account, this one included. */
export async function insertEmail(db: Db, accountid: number, email: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account_emails (email, account_id, added_at) values (${email}, ${accountid}, ${now})
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Deletes an address, and clears `mailto` if it was the chosen one. */
export async function deleteEmail(db: Db, accountid: number, email: string): Promise<void> {
  await sql`
    with deleted as (
      delete from account_emails where account_id = ${accountid} and email = ${email} returning email)
    update accounts set mailto = null from deleted
    where accounts.id = ${accountid} and accounts.mailto = deleted.email`.execute(db);
}

/** Lists the notification addresses of active operators. */
export async function listOperatorEmails(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select ${notificationEmail} as email from accounts where operator and status = 'active'`.execute(db);
  return rows.map(({ email }) => email);
}

/** Deletes an account with all rows that refer to it, and removes its name and addresses from rows of other accounts. */
export async function deleteAccount(db: Db, accountid: number, emails: string[]): Promise<void> {
  await sql`
    update applications set answers = answers - 'inviter' from accounts a
    where a.id = ${accountid} and answers #>> '{inviter,playerid}' = a.playerid::text`.execute(db);
  for (const table of ['invitations', 'one_time_links', 'signup_codes', 'application_halves'] as const)
    await sql`delete from ${sql.table(table)} where email = any(${emails}::text[])`.execute(db);
  await sql`delete from accounts where id = ${accountid}`.execute(db);
}

/**
 * Stores a Web Push subscription; a browser belongs to the session that registered it last. An account keeps the newest
 * DEVICES_MAX.
 */
export async function upsertDevice(
  db: Db,
  { accountid, sessionid }: Pick<Caller, 'accountid' | 'sessionid'>,
  subscription: Subscription,
  now: Date,
) {
  const json = JSON.stringify(subscription);
  const device = { account_id: accountid, session_id: sessionid, subscription: json, created_at: now };
  await db
    .insertInto('devices')
    .values({ ...device, endpoint: subscription.endpoint })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
    .execute();
  await sql`
    delete from devices where endpoint in (
      select endpoint from devices where account_id = ${accountid}
      order by created_at desc, endpoint offset ${DEVICES_MAX}
    )`.execute(db);
  return {};
}

export const findDevice = (db: Db, endpoint: string) =>
  db.selectFrom('devices').select('subscription').where('endpoint', '=', endpoint).executeTakeFirst();

/** The push subscriptions of an account that can be sent to. */
export async function listEndpoints(db: Db, accountid: number): Promise<string[]> {
  const rows = await db
    .selectFrom('devices')
    .select('endpoint')
    .where('account_id', '=', accountid)
    .where(sql<boolean>`subscription ? 'keys'`)
    .execute();
  return rows.map(({ endpoint }) => endpoint);
}

export async function deleteDevice(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('devices').where('endpoint', '=', endpoint).execute();
}

/** Push subscriptions work with the key that was derived from `APP_SECRET`: none survives another secret. */
export async function deleteAllDevices(db: Db): Promise<void> {
  await db.deleteFrom('devices').execute();
}
