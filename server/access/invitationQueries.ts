import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Rows } from '../platform/database/tables.ts';

/** `hash` is SHA-256 of the token's `jti`. */
type NewInvitation = Omit<Rows['invitations'], 'id' | 'accepted_at' | 'accepted_by'>;

/** The id; somebody has one open invitation to an address: the newer takes the older one's place. */
export async function putInvitation(db: Db, invitation: NewInvitation): Promise<string> {
  const { relationship, hash, created_at, expires_at } = invitation;
  const { id } = await db
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) =>
      conflict
        .columns(['inviter_id', 'email'])
        .where('accepted_at', 'is', null)
        .doUpdateSet({ relationship, hash, created_at, expires_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Marks an open invitation accepted by an account that has its address and is not the inviter; false when there is no
 * such one, or who invited may no longer act.
 */
export async function putAcceptance(db: Db, hash: Buffer, accountid: number, at: Date): Promise<boolean> {
  const accepted = await db
    .updateTable('invitations')
    .from('account_emails')
    .innerJoin('accounts as inviter', (join) => join.on('inviter.status', '=', 'active'))
    .set({ accepted_at: at, accepted_by: accountid })
    .whereRef('inviter.id', '=', 'invitations.inviter_id')
    .whereRef('account_emails.email', '=', 'invitations.email')
    .where('account_emails.account_id', '=', accountid)
    .where('invitations.inviter_id', '<>', accountid)
    .where('invitations.hash', '=', hash)
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.expires_at', '>', at)
    .returning('invitations.id')
    .executeTakeFirst();
  return accepted !== undefined;
}

/** An invitation as this account sees it; undefined when a newer one took its place. */
export function findInvitation(db: Db, hash: Buffer, accountid: number) {
  return db
    .selectFrom('invitations')
    .where('hash', '=', hash)
    .select('accepted_at')
    .select(
      sql<boolean>`inviter_id <> ${accountid} and exists (
        select from account_emails where email = invitations.email and account_id = ${accountid})`.as('isfor'),
    )
    .executeTakeFirst();
}
