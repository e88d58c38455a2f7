import type { LinkClaims } from '@promenade/contract/access';
import type { Db } from '../platform/db.ts';

interface Link {
  /** SHA-256 of the token's `jti`. */
  hash: Buffer;
  kind: LinkClaims['kind'];
  email: string;
  account_id: number;
  expires_at: Date;
}

/** An address has one open link of each kind: the newer takes the older one's place. */
export async function putLink(db: Db, link: Link): Promise<void> {
  await db
    .insertInto('one_time_links')
    .values({ ...link, used_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'email'])
        .where('used_at', 'is', null)
        .doUpdateSet({ hash: link.hash, account_id: link.account_id, expires_at: link.expires_at }),
    )
    .execute();
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
  return link?.account_id;
}

/** Whatever else was mailed to set this account's password is over. */
export async function endLinks(db: Db, accountid: number, at: Date): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ used_at: at })
    .where('account_id', '=', accountid)
    .where('used_at', 'is', null)
    .execute();
}
