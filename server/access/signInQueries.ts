import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { accountByEmail } from './queries.ts';

/** Finds an account in any state by any of its addresses, and whether it has signed in from this network. */
export function findSignInAccount(db: Db, email: string, network: string) {
  return accountByEmail(db, email)
    .select(
      sql<boolean>`exists (
        select from known_networks where account_id = accounts.id and network = ${network})`.as('isKnownNetwork'),
    )
    .executeTakeFirst();
}

export async function upsertKnownNetwork(db: Db, accountid: number, network: string, now: Date): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ account_id: accountid, network, last_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'network']).doUpdateSet({ last_at: now }))
    .execute();
}

/** Deletes networks without a sign-in since this moment. */
export async function deleteOldNetworks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('known_networks').where('last_at', '<', before).execute();
}

/** When a session was started, and the password of its account. */
export function getSignInProof(db: Db, sessionid: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where('sessions.id', '=', sessionid)
    .select(['sessions.created_at', 'accounts.password_hash'])
    .executeTakeFirstOrThrow();
}
