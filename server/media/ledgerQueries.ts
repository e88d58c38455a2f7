import { type RawBuilder, sql } from 'kysely';
import { audienceOfAccount, isAvailable, isDeliveredTo } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Rows } from '../platform/database/tables.ts';

type LedgerRow = Rows['media_ledger'];
type EndColumn = 'sent' | 'bytes_sent' | 'ended_at' | 'outcome';

/** `taking` in hexadecimal; `ranges` as PostgreSQL writes a multirange. */
export type NewTransfer = Omit<LedgerRow, EndColumn | 'taking'> & { taking: string | null };
export type TransferEnd = Pick<LedgerRow, 'id' | EndColumn>;

export async function insertTransfers(db: Db, transfers: NewTransfer[]): Promise<void> {
  await sql`
    insert into media_ledger (id, account_id, playerid, session_id, purpose, object_kind, object_id, trackids, format,
      etag, taking, ranges, total, started_at, network)
    select id, account_id, playerid, session_id, purpose, object_kind, object_id, trackids, format,
      etag, decode(taking, 'hex'), ranges, total, started_at, network
    from json_to_recordset(${JSON.stringify(transfers)}::json) as t(id uuid, account_id int, playerid uuid,
      session_id uuid, purpose text, object_kind text, object_id uuid, trackids uuid[], format text, etag text,
      taking text, ranges int8multirange, total bigint, started_at timestamptz, network cidr)`.execute(db);
}

export async function updateEnds(db: Db, ends: TransferEnd[]): Promise<void> {
  await sql`
    update media_ledger l
    set sent = e.sent, bytes_sent = e.bytes_sent, ended_at = e.ended_at, outcome = e.outcome
    from json_to_recordset(${JSON.stringify(ends)}::json) as e(id uuid, sent int8multirange, bytes_sent bigint,
      ended_at timestamptz, outcome text)
    where l.id = e.id and l.ended_at is null`.execute(db);
}

/** Makes the ends of downloads wait for each other, so that the later one of two halves sees the earlier one. */
export async function lockDownloadEnds(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('download-ends', 0))`.execute(db);
}

/** All bytes of the file in row `l` have left to its account in downloads that ended after this time. */
const isComplete = (after: RawBuilder<unknown>) => sql`coalesce((
  select range_agg(o.sent) from media_ledger o
  where o.etag = l.etag and o.account_id = l.account_id and o.purpose <> 'stream' and o.ended_at > ${after}
) @> int8multirange(int8range(0, l.total)), false)`;

/**
 * Records the tracks of downloads of which all bytes have left, over any number of ranges, since the same version was
 * completed before. Takes the ids of downloads that ended just now.
 */
export async function upsertDownloadedTracks(db: Db, ids: string[]): Promise<void> {
  await sql`
    insert into downloaded_tracks (account_id, track_id, release_id, format, downloaded_at, first_at, etag, reportable)
    select distinct on (l.account_id, t.id, l.format)
      l.account_id, t.id, coalesce(t.release_id, t.removed_from), l.format, l.ended_at, l.ended_at, l.etag,
      (a.told_at <= l.started_at) is true
    from media_ledger l join accounts a on a.id = l.account_id join tracks t on t.trackid = any(l.trackids)
    left join downloaded_tracks d on d.account_id = l.account_id and d.track_id = t.id and d.format = l.format
      and d.etag = l.etag
    where l.id = any(${ids}::uuid[]) and l.purpose <> 'stream'
      and ${isComplete(sql`coalesce(d.downloaded_at, '-infinity')`)}
    order by l.account_id, t.id, l.format, l.ended_at desc
    on conflict (account_id, track_id, format) do update set downloaded_at = excluded.downloaded_at,
      first_at = coalesce(downloaded_tracks.first_at, downloaded_tracks.downloaded_at), etag = excluded.etag,
      reportable = downloaded_tracks.reportable or excluded.reportable`.execute(db);
}

/** Whether the account has begun to download this version of a file before. */
export async function hasTransfer(db: Db, { accountid, etag }: { accountid: number; etag: string }): Promise<boolean> {
  const row = await db
    .selectFrom('media_ledger')
    .select('id')
    .where('etag', '=', etag)
    .where('account_id', '=', accountid)
    .where('purpose', '<>', 'stream')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest taking of an object that the account began since then and has not completed: it can be resumed. */
export async function findOpenTaking(
  db: Db,
  { accountid, objectid, since }: { accountid: number; objectid: string; since: Date },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ taking: Buffer }>`
    select l.taking from media_ledger l
    where l.object_id = ${objectid} and l.account_id = ${accountid} and l.started_at > ${since}
      and l.taking is not null and not ${isComplete(sql`'-infinity'`)}
    order by l.started_at desc limit 1`.execute(db);
  return rows[0]?.taking;
}

/** A release that a session is being sent. */
export interface SentRelease {
  sessionid: string;
  releaseid: string;
}

/** Those that ended: the session, the release, or the access of the account to it. */
export async function listEndedAccess(db: Db, sent: SentRelease[], now: Date): Promise<SentRelease[]> {
  const { rows } = await sql<SentRelease>`
    select sent.sessionid, sent.releaseid
    from unnest(${sent.map(({ sessionid }) => sessionid)}::uuid[], ${sent.map(({ releaseid }) => releaseid)}::uuid[])
      sent (sessionid, releaseid)
    where not exists (
      select from sessions s join accounts a on a.id = s.account_id
      cross join lateral (select ${audienceOfAccount} as audience) own
      join releases r on r.releaseid = sent.releaseid
      where s.id = sent.sessionid and s.ended_at is null and s.expires_at > ${now} and a.status = 'active'
        and ${isAvailable} and ${isDeliveredTo(sql`own.audience`)})`.execute(db);
  return rows;
}

/** Releases that the account was sent since then and cannot hear any more, at most a thousand. */
export async function listLostReleases(
  db: Db,
  { playerid, since }: { playerid: string; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ releaseid: string }>`
    select distinct r.releaseid
    from media_ledger l join accounts a on a.id = l.account_id
    join tracks t on t.trackid = any(l.trackids) join releases r on r.id = t.release_id
    where l.playerid = ${playerid} and l.started_at > ${since}
      and not (${isAvailable} and ${isDeliveredTo(audienceOfAccount)}) limit 1000`.execute(db);
  return rows.map(({ releaseid }) => releaseid);
}

export async function deleteOldTransfers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('media_ledger').where('started_at', '<', before).execute();
}

export type TakingTransfer = Pick<
  LedgerRow,
  'playerid' | 'purpose' | 'object_kind' | 'format' | 'started_at' | 'outcome' | 'bytes_sent' | 'total' | 'network'
> & {
  /** Null when the account or the object was deleted. */
  name: string | null;
  email: string | null;
  title: string | null;
};

/** The answers that sent files with this taking, oldest first. `email` is the address the session signed in with. */
export async function listTakingTransfers(db: Db, taking: Buffer): Promise<TakingTransfer[]> {
  const { rows } = await sql<TakingTransfer>`
    select l.playerid, l.purpose, l.object_kind, l.format, l.started_at, l.outcome, l.bytes_sent, l.total,
      l.network::text as network, nullif(trim(a.firstname || ' ' || a.lastname), '') as name,
      coalesce(s.username, (select e.email from account_emails e where e.account_id = a.id order by e.added_at limit 1))
        as email,
      coalesce((select artist || ' - ' || title from tracks where trackid = l.object_id),
        (select artist || ' - ' || title from releases where releaseid = l.object_id),
        (select name from playlists where playlistid = l.object_id)) as title
    from media_ledger l left join accounts a on a.id = l.account_id left join sessions s on s.id = l.session_id
    where l.taking = ${taking} order by l.started_at, l.id`.execute(db);
  return rows;
}

export interface LimitMet {
  at: Date;
  playerid: string;
  email: string | null;
  purpose: string;
  max: number;
}

/** Who met a limit on downloads since then, newest first. */
export async function listLimitsMet(db: Db, since: Date): Promise<LimitMet[]> {
  const { rows } = await sql<LimitMet>`
    select u.at, u.subject as playerid, u.after->>'purpose' as purpose, (u.after->>'max')::int as max, (select e.email from account_emails e join accounts a on a.id = e.account_id
      where a.playerid::text = u.subject order by e.added_at limit 1) as email
    from audit u where u.action = 'download.limit' and u.at >= ${since} order by u.at desc, u.id desc`.execute(db);
  return rows;
}
