import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';

/** The channel on which every node hears the id of a session that ended. */
export const SESSION_ENDED = 'session_ended';

/** A session that is about to start. */
export interface NewSession {
  accountid: number;
  /** The password that was checked, as it was then; or a link to `username` that is consumed in this transaction. */
  proof: { passwordHash: string } | 'link';
  username: string;
  publicdevice: boolean;
  /** SHA-256 of its first refresh token. */
  hash: Buffer;
  expires: Date;
}

/**
 * The id of a new session with its first refresh token. Undefined when the account may no longer act, lost the address
 * or got another password since: the locks keep a change of password or addresses from missing this session. The
 * account comes first, as everywhere.
 */
export async function putSession(db: Db, session: NewSession, at: Date): Promise<string | undefined> {
  const { accountid, proof, username, publicdevice, hash, expires } = session;
  const put = await db
    .with('account', (db) =>
      db
        .selectFrom('accounts')
        .innerJoin('account_emails', 'account_emails.account_id', 'accounts.id')
        .where('accounts.id', '=', accountid)
        .where('account_emails.email', '=', username)
        .where('accounts.status', '=', 'active')
        .$if(proof !== 'link', (account) =>
          account.where('accounts.password_hash', '=', proof === 'link' ? '' : proof.passwordHash),
        )
        .forShare(['accounts', 'account_emails'])
        .select([
          'accounts.id',
          sql<string>`${username}::text`.as('username'),
          sql<boolean>`${publicdevice}::boolean`.as('publicdevice'),
          sql<Date>`${at}::timestamptz`.as('created_at'),
          sql<Date>`${expires}::timestamptz`.as('expires_at'),
        ]),
    )
    .with('session', (db) =>
      db
        .insertInto('sessions')
        .columns(['account_id', 'username', 'publicdevice', 'created_at', 'expires_at'])
        .expression((from) => from.selectFrom('account').selectAll())
        .returning(['id', 'created_at']),
    )
    .insertInto('refresh_tokens')
    .columns(['hash', 'session_id', 'issued_at'])
    .expression((from) =>
      from.selectFrom('session').select([sql<Buffer>`${hash}::bytea`.as('hash'), 'id', 'created_at']),
    )
    .returning('session_id')
    .executeTakeFirst();
  return put?.session_id;
}

/** The live session that this refresh token ever belonged to, held until the transaction ends. */
export function lockSessionOf(db: Db, hash: Buffer, at: Date) {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where('refresh_tokens.hash', '=', hash)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', at)
    .where('accounts.status', '=', 'active')
    .forUpdate('sessions')
    .select(['sessions.id as sessionid', 'sessions.username', 'sessions.publicdevice', 'accounts.playerid'])
    .select(['accounts.firstname', 'accounts.lastname'])
    .select(['accounts.verified', 'accounts.label_staff', 'accounts.operator'])
    .executeTakeFirst();
}

/** When a refresh token was exchanged for its successor; null while it is the newest. */
export async function rotatedAt(db: Db, hash: Buffer): Promise<Date | null> {
  const token = await db
    .selectFrom('refresh_tokens')
    .where('hash', '=', hash)
    .select('rotated_at')
    .executeTakeFirstOrThrow();
  return token.rotated_at;
}

/** From now on the token counts as exchanged. */
export async function markRotated(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db.updateTable('refresh_tokens').set({ rotated_at: at }).where('hash', '=', hash).execute();
}

/** Keeps the hash of a token just given out. */
export async function putRefreshToken(db: Db, sessionid: string, hash: Buffer, at: Date): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({ hash, session_id: sessionid, issued_at: at, rotated_at: null })
    .execute();
}

/** Moves the end of a session on. */
export async function prolongSession(db: Db, sessionid: string, expires: Date): Promise<void> {
  await db.updateTable('sessions').set({ expires_at: expires }).where('id', '=', sessionid).execute();
}

/** Ends the session for good; its access, refresh, picture and media tokens with it. Every node hears of it. */
export async function putSessionEnd(db: Db, sessionid: string, at: Date): Promise<void> {
  await db
    .with('ended', (db) =>
      db
        .updateTable('sessions')
        .set({ ended_at: at })
        .where('id', '=', sessionid)
        .where('ended_at', 'is', null)
        .returning('id'),
    )
    .selectFrom('ended')
    .select(notify)
    .execute();
}

/** The ids of the account's sessions, or of those of one address, that ended by this; every node hears of each. */
export async function putSessionEnds(db: Db, accountid: number, at: Date, username?: string): Promise<string[]> {
  const ended = await db
    .with('ended', (db) =>
      db
        .updateTable('sessions')
        .set({ ended_at: at })
        .where('account_id', '=', accountid)
        .where('ended_at', 'is', null)
        .$if(username !== undefined, (sessions) => sessions.where('username', '=', username ?? ''))
        .returning('id'),
    )
    .selectFrom('ended')
    .select(['id', notify])
    .execute();
  return ended.map(({ id }) => id);
}

const notify = sql<void>`pg_notify(${sql.lit(SESSION_ENDED)}, id::text)`.as('told');

/** A caller and the moment the session expires by itself. */
export type LiveSession = Caller & { expires_at: Date };

/** Undefined when the session ended or its account may not act. */
export function findSession(db: Db, sessionid: string): Promise<LiveSession | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where('sessions.id', '=', sessionid)
    .where('sessions.ended_at', 'is', null)
    .where('accounts.status', '=', 'active')
    .select(['accounts.id as accountid', 'accounts.playerid', 'sessions.id as sessionid', 'sessions.username'])
    .select(['accounts.verified', 'accounts.label_staff', 'accounts.operator', 'sessions.expires_at'])
    .select(
      sql<number[]>`array(select package_id from account_package where account_id = accounts.id) || -accounts.id`.as(
        'audience',
      ),
    )
    .executeTakeFirst();
}
