import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { audienceOfAccount, hasLabels, isAddressSuppressed, isTold } from './queries.ts';

/** PostgreSQL channel that carries the ids of ended sessions to every node. */
export const SESSION_ENDED = 'session_ended';

export interface NewSession {
  accountid: number;
  /** The verified password hash, or a link to `username` that this transaction consumes. */
  proof: { passwordHash: string } | 'link';
  username: string;
  publicdevice: boolean;
  /** SHA-256 of the first refresh token. */
  hash: Buffer;
  expires: Date;
}

/**
 * Inserts a session with its first refresh token and returns its id. Undefined when the account is not active, lost the
 * address or changed its password. The locks (account first, as everywhere) serialise it with such changes.
 */
export async function insertSession(db: Db, session: NewSession, now: Date): Promise<string | undefined> {
  const { accountid, proof, username, publicdevice, hash, expires } = session;
  const passwordHash = proof === 'link' ? null : proof.passwordHash;
  const { rows } = await sql<{ session_id: string }>`
    with account as (
      select a.id from accounts a join account_emails e on e.account_id = a.id
      where a.id = ${accountid} and a.status = 'active' and e.email = ${username}
        and (${passwordHash}::text is null or a.password_hash = ${passwordHash})
      for share of a, e
    ), session as (
      insert into sessions (account_id, username, publicdevice, created_at, expires_at)
      select id, ${username}::text, ${publicdevice}::boolean, ${now}::timestamptz, ${expires}::timestamptz from account
      returning id
    )
    insert into refresh_tokens (hash, session_id, issued_at)
    select ${hash}::bytea, id, ${now}::timestamptz from session
    returning session_id`.execute(db);
  return rows[0]?.session_id;
}

/** Locks the live session of a refresh token, exchanged or not, until the transaction ends. */
export function lockSessionByToken(db: Db, hash: Buffer, now: Date) {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where('refresh_tokens.hash', '=', hash)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('accounts.status', '=', 'active')
    .forUpdate('sessions')
    .select(['sessions.id as sessionid', 'sessions.username', 'sessions.publicdevice', 'accounts.playerid'])
    .select(['accounts.firstname', 'accounts.lastname'])
    .select(['accounts.verified', 'accounts.label_staff', 'accounts.operator'])
    .select([isTold, hasLabels, isAddressSuppressed])
    .executeTakeFirst();
}

/** When a refresh token was exchanged; null for the newest one. */
export async function getRotatedAt(db: Db, hash: Buffer): Promise<Date | null> {
  const token = await db
    .selectFrom('refresh_tokens')
    .where('hash', '=', hash)
    .select('rotated_at')
    .executeTakeFirstOrThrow();
  return token.rotated_at;
}

interface Rotation {
  sessionid: string;
  hash: Buffer;
  successorHash: Buffer;
  expires: Date;
}

export async function rotateRefreshToken(
  db: Db,
  { sessionid, hash, successorHash, expires }: Rotation,
  now: Date,
): Promise<void> {
  await db
    .with('rotated', (db) => db.updateTable('refresh_tokens').set({ rotated_at: now }).where('hash', '=', hash))
    .with('prolonged', (db) => db.updateTable('sessions').set({ expires_at: expires }).where('id', '=', sessionid))
    .insertInto('refresh_tokens')
    .values({ hash: successorHash, session_id: sessionid, issued_at: now, rotated_at: null })
    .execute();
}

/**
 * Ends one session, or those of an account or of one of its addresses, with the push subscriptions of their browsers;
 * notifies every node and returns their ids.
 */
export async function endSessions(
  db: Db,
  filter: { id: string } | { account_id: number; username?: string },
  now: Date,
): Promise<string[]> {
  const ended = await db
    .with('ended', (db) =>
      db
        .updateTable('sessions')
        .set({ ended_at: now })
        .where('ended_at', 'is', null)
        .where((session) => session.and(filter))
        .returning('id'),
    )
    .with('silenced', (db) => db.deleteFrom('devices').where('session_id', 'in', db.selectFrom('ended').select('id')))
    .selectFrom('ended')
    .select(['id', sql<void>`pg_notify(${sql.lit(SESSION_ENDED)}, id::text)`.as('notified')])
    .execute();
  return ended.map(({ id }) => id);
}

export type LiveSession = Caller & { expires_at: Date };

/** Returns undefined when the session ended or its account is not active. */
export function findSession(db: Db, sessionid: string): Promise<LiveSession | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where('sessions.id', '=', sessionid)
    .where('sessions.ended_at', 'is', null)
    .where('accounts.status', '=', 'active')
    .select(['accounts.id as accountid', 'accounts.playerid', 'sessions.id as sessionid', 'sessions.username'])
    .select(['accounts.verified', 'accounts.label_staff', 'accounts.operator'])
    .select(['sessions.publicdevice', 'sessions.expires_at', audienceOfAccount])
    .executeTakeFirst();
}

/** Deletes sessions that ended or expired before this moment; their refresh tokens cascade. */
export async function deleteOldSessions(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((session) => session.or([session('expires_at', '<', before), session('ended_at', '<', before)]))
    .execute();
}

export async function endAllSessions(db: Db, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ ended_at: now }).where('ended_at', 'is', null).execute();
  await db.deleteFrom('refresh_tokens').execute();
}
