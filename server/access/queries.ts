import type { Profile } from '@promenade/contract/profile';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

type Fixed = 'id' | 'playerid' | 'created_at';
export type NewAccount = Omit<Insertable<Tables['accounts']>, Fixed> & { email: string };
type AccountChange = Omit<Updateable<Tables['accounts']>, Fixed>;

/** Where mails to `accounts` go: the chosen address, else the first one. */
export const mailbox = sql<string>`coalesce(accounts.mailto,
  (select email from account_emails where account_id = accounts.id order by added_at, email limit 1))`;

/** The account of any of its addresses. */
export function findAccount(db: Db, email: string) {
  return db
    .selectFrom('account_emails')
    .innerJoin('accounts', 'accounts.id', 'account_emails.account_id')
    .where('account_emails.email', '=', email)
    .select(['accounts.id as accountid', 'accounts.playerid', 'accounts.status', 'accounts.password_hash'])
    .select([
      'accounts.firstname',
      'accounts.lastname',
      'accounts.language',
      'accounts.verified',
      'accounts.label_staff',
      'accounts.operator',
    ])
    .executeTakeFirst();
}

/** A new account with its first address and those of the packages that exist. */
export function putAccount(
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
    .with('held', (db) =>
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

/** Until the transaction ends no other one starts sessions of this account, changes its password or its addresses. */
export async function lockAccount(db: Db, accountid: number): Promise<void> {
  await db.selectFrom('accounts').where('id', '=', accountid).forNoKeyUpdate().select('id').executeTakeFirstOrThrow();
}

/** Changes the columns that are named; an unknown id changes nothing. */
export async function updateAccount(db: Db, accountid: number, change: AccountChange): Promise<void> {
  await db.updateTable('accounts').set(change).where('id', '=', accountid).execute();
}

/** `username` is the address in use: it comes first, and gets the mail while no other is chosen. */
export function findProfile(db: Db, accountid: number, username: string): Promise<Profile> {
  return db
    .selectFrom('accounts')
    .where('id', '=', accountid)
    .select(['firstname', 'lastname', 'phone', 'website', 'title', 'company', 'country', 'state', 'city', 'language'])
    .select(sql<string>`coalesce(mailto, ${username})`.as('mailto'))
    .select(['mailpref', 'format'])
    .select(
      sql<string[]>`array(
        select email from account_emails where account_id = accounts.id order by email <> ${username}, added_at, email
      )`.as('emails'),
    )
    .executeTakeFirstOrThrow();
}
