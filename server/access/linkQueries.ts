import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Rows } from '../platform/database/tables.ts';

/** Stores a link; it replaces the open one of the same kind, address and account. `hash` is SHA-256 of `jti`. */
export async function upsertLink(db: Db, link: Omit<Rows['one_time_links'], 'used_at'>): Promise<void> {
  await db
    .insertInto('one_time_links')
    .values({ ...link, used_at: null })
    .onConflict((conflict) =>
      conflict
        .expression(sql`kind, email, coalesce(account_id, 0)`)
        .where('used_at', 'is', null)
        .doUpdateSet({ hash: link.hash, expires_at: link.expires_at, publicdevice: link.publicdevice }),
    )
    .execute();
}

/** Locks the account of a link, if any, until the transaction ends. Every transaction locks accounts before links. */
export async function lockLinkAccount(db: Db, hash: Buffer): Promise<void> {
  await sql`
    select from accounts where id = (select account_id from one_time_links where hash = ${hash})
    for no key update`.execute(db);
}

/** Returns undefined for a replaced or unknown link. */
export function findLink(db: Db, hash: Buffer) {
  return db
    .selectFrom('one_time_links')
    .where('hash', '=', hash)
    .select(['account_id', 'used_at', 'expires_at', 'email', 'publicdevice'])
    .executeTakeFirst();
}

export interface UsedLink {
  accountid: number;
  email: string;
  publicdevice: boolean;
}

/** Uses an open link whose address still belongs to its account. */
export async function markAccountLinkUsed(db: Db, hash: Buffer, now: Date): Promise<UsedLink | undefined> {
  const { rows } = await sql<UsedLink>`
    update one_time_links as l set used_at = ${now} from account_emails e
    where l.hash = ${hash} and l.used_at is null and l.expires_at > ${now}
      and e.email = l.email and e.account_id = l.account_id
    returning l.account_id as accountid, l.email, l.publicdevice`.execute(db);
  return rows[0];
}

/** Uses an open link whatever its address; false when there is none. */
export async function markLinkUsed(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Revokes the open links of an account, or only those to `email`. */
export async function revokeLinks(db: Db, accountid: number, now: Date, email?: string): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('account_id', '=', accountid)
    .where('used_at', 'is', null)
    .$if(email !== undefined, (links) => links.where('email', '=', email ?? ''))
    .execute();
}

export async function deleteOldLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('one_time_links').where('expires_at', '<', before).execute();
}

export async function deleteAllLinks(db: Db): Promise<void> {
  await db.deleteFrom('one_time_links').execute();
}
