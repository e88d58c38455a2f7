import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Rows } from '../platform/database/tables.ts';

/** `hash` is SHA-256 of the token's `jti`. */
type Link = Omit<Rows['one_time_links'], 'used_at'>;

/** An account has one open link of each kind to an address: the newer takes the older one's place. */
export async function putLink(db: Db, link: Link): Promise<void> {
  await db
    .insertInto('one_time_links')
    .values({ ...link, used_at: null })
    .onConflict((conflict) =>
      conflict
        .expression(sql`kind, email, coalesce(account_id, 0)`)
        .where('used_at', 'is', null)
        .doUpdateSet({ hash: link.hash, expires_at: link.expires_at }),
    )
    .execute();
}

/** Holds the account of a link, where it has one, until the transaction ends: always before the link itself. */
export async function lockAccountOfLink(db: Db, hash: Buffer): Promise<void> {
  await db
    .selectFrom('accounts')
    .where('id', '=', (db) => db.selectFrom('one_time_links').where('hash', '=', hash).select('account_id'))
    .forNoKeyUpdate()
    .select('id')
    .execute();
}

/** Undefined when it was replaced, or was never kept. */
export function findLink(db: Db, hash: Buffer) {
  return db
    .selectFrom('one_time_links')
    .where('hash', '=', hash)
    .select(['account_id', 'used_at', 'expires_at'])
    .executeTakeFirst();
}

/** The account of the link, once; undefined when it was used or replaced, or its address left the account. */
export async function takeLink(db: Db, hash: Buffer, at: Date): Promise<number | undefined> {
  const link = await db
    .updateTable('one_time_links')
    .from('account_emails')
    .set({ used_at: at })
    .whereRef('account_emails.email', '=', 'one_time_links.email')
    .whereRef('account_emails.account_id', '=', 'one_time_links.account_id')
    .where('one_time_links.hash', '=', hash)
    .where('one_time_links.used_at', 'is', null)
    .where('one_time_links.expires_at', '>', at)
    .returning('one_time_links.account_id')
    .executeTakeFirst();
  return link?.account_id ?? undefined;
}

/** The same for a link whose address is not, or need not be, one of its account's; null: a link without an account. */
export async function takeForeignLink(db: Db, hash: Buffer, at: Date): Promise<number | null | undefined> {
  const link = await db
    .updateTable('one_time_links')
    .set({ used_at: at })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('account_id')
    .executeTakeFirst();
  return link?.account_id;
}

/** Whatever else was mailed to this account is over; with `email` only what names this address. */
export async function endLinks(db: Db, accountid: number, at: Date, email?: string): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ used_at: at })
    .where('account_id', '=', accountid)
    .where('used_at', 'is', null)
    .$if(email !== undefined, (links) => links.where('email', '=', email ?? ''))
    .execute();
}
