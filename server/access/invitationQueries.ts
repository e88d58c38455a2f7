import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Rows } from '../platform/database/tables.ts';

/** `hash` is SHA-256 of the token's `jti`. */
type NewInvitation = Omit<Rows['invitations'], 'id' | 'accepted_at' | 'accepted_by'>;

/** Returns the id. Replaces the inviter's open invitation to the same address. */
export async function upsertInvitation(db: Db, invitation: NewInvitation): Promise<string> {
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

/** Accepts an open invitation of an inviter who is still active and verified to an address of this other account; false when there is none. */
export async function setAccepted(db: Db, hash: Buffer, accountid: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update invitations as i set accepted_at = ${now}, accepted_by = ${accountid}
    from account_emails e, accounts inviter
    where i.hash = ${hash} and i.accepted_at is null and i.expires_at > ${now}
      and e.email = i.email and e.account_id = ${accountid} and i.inviter_id <> ${accountid}
      and inviter.id = i.inviter_id and inviter.status = 'active' and inviter.verified
    returning 1`.execute(db);
  return rows.length > 0;
}

/** `isInvited`: the invitation went to an address of this account. Undefined when it was replaced. */
export function findInvitation(db: Db, hash: Buffer, accountid: number) {
  return db
    .selectFrom('invitations')
    .where('hash', '=', hash)
    .select('accepted_at')
    .select(
      sql<boolean>`inviter_id <> ${accountid} and exists (
        select from account_emails where email = invitations.email and account_id = ${accountid})`.as('isInvited'),
    )
    .executeTakeFirst();
}

/** Deletes unaccepted invitations that expired before this moment. */
export async function deleteOldInvitations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('invitations').where('accepted_at', 'is', null).where('expires_at', '<', before).execute();
}

export async function deleteOpenInvitations(db: Db): Promise<void> {
  await db.deleteFrom('invitations').where('accepted_at', 'is', null).execute();
}
