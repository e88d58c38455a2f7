import { sql } from 'kysely';
import { audienceOfAccount, isAvailableAt, isDeliveredTo } from '../server/catalogue/rowQueries.ts';
import type { Db } from '../server/platform/database/db.ts';

/** A demo recipient and a release that it may hear and has not opened. */
export interface DemoPair {
  accountid: number;
  audience: number[];
  email: string;
  releaseId: number;
  title: string;
  available: Date;
  ismailed: boolean;
  /** In order. */
  tracks: { id: number; trackid: string; duration: number }[];
}

/** The releases that no demo recipient has opened, with each of these accounts. */
export async function listDemoPairs(db: Db, emails: string[], now: Date): Promise<DemoPair[]> {
  const { rows } = await sql<DemoPair>`
    select a.id as accountid, e.email, r.id as "releaseId", r.title, r.available_at as available,
      a.mailpref <> 'none' as ismailed, ${audienceOfAccount} as audience,
      (select json_agg(json_build_object('id', t.id, 'trackid', t.trackid, 'duration', t.duration) order by t.ordinal)
        from tracks t where t.release_id = r.id) as tracks
    from account_emails e join accounts a on a.id = e.account_id
    join releases r on ${isAvailableAt(now)} and ${isDeliveredTo(audienceOfAccount)}
    where e.email = any(${emails}::text[]) and r.trackcount > 0
      and not exists (select from release_opens o join account_emails own on own.account_id = o.account_id
        where o.release_id = r.id and own.email = any(${emails}::text[]) and o.reportable)
    order by r.available_at, r.id, e.email`.execute(db);
  return rows;
}

/** What accounts did with releases besides listening. */
export interface DemoActivity {
  mailed: { accountid: number; releaseId: number; at: Date }[];
  opened: { accountid: number; releaseId: number; first: Date; last: Date; times: number }[];
  downloaded: { accountid: number; releaseId: number; trackId: number; format: 'wav' | 'mp3'; at: Date }[];
  wrote: { accountid: number; releaseId: number; email: string; message: string; at: Date }[];
  passedon: { accountid: number; releaseId: number; to: number; message: string; at: Date }[];
  /** The sound that was fetched for listening. */
  streamed: { accountid: number; trackid: string; at: Date }[];
}

export async function insertDemoActivity(db: Db, activity: DemoActivity): Promise<void> {
  const json = (rows: object[]) => sql`${JSON.stringify(rows)}::json`;
  await sql`
    insert into mail_events (mail_id, release_id, account_id, kind, at)
    select gen_random_uuid(), "releaseId", accountid, 'handed over', at
    from json_to_recordset(${json(activity.mailed)}) as x("releaseId" int, accountid int, at timestamptz)`.execute(db);
  // Or the job of release mails would mail the newest of them again.
  await sql`
    insert into release_mails (account_id, release_id, told_at)
    select accountid, "releaseId", at
    from json_to_recordset(${json(activity.mailed)}) as x("releaseId" int, accountid int, at timestamptz)
    on conflict do nothing`.execute(db);
  await sql`
    insert into release_opens (account_id, release_id, reportable, first_at, last_at, times)
    select accountid, "releaseId", true, first, last, times from json_to_recordset(${json(activity.opened)})
      as x(accountid int, "releaseId" int, first timestamptz, last timestamptz, times int)
    on conflict do nothing`.execute(db);
  await sql`
    insert into downloaded_tracks (account_id, track_id, release_id, format, downloaded_at, reportable)
    select accountid, "trackId", "releaseId", format, at, true from json_to_recordset(${json(activity.downloaded)})
      as x(accountid int, "trackId" int, "releaseId" int, format text, at timestamptz)
    on conflict do nothing`.execute(db);
  await sql`
    insert into media_ledger (id, account_id, playerid, session_id, purpose, object_kind, object_id, trackids, format,
      etag, ranges, total, started_at, sent, bytes_sent, ended_at, outcome)
    select gen_random_uuid(), a.id, a.playerid, gen_random_uuid(), 'stream', 'track', t.trackid, array[t.trackid],
      'mp3', '', whole, total, at, whole, total, at, 'complete'
    from json_to_recordset(${json(activity.streamed)}) as x(accountid int, trackid uuid, at timestamptz)
    join accounts a on a.id = x.accountid join tracks t on t.trackid = x.trackid
    left join renditions f on f.track_id = t.id and f.kind = 'mp3'
    cross join lateral (select greatest(f.bytes, 1)::bigint as total) file
    cross join lateral (select int8multirange(int8range(0, total)) as whole) sent`.execute(db);
  await sql`
    insert into comments (release_id, account_id, player_email, type_id, message, at)
    select "releaseId", accountid, email, 1, message, at from json_to_recordset(${json(activity.wrote)})
      as x("releaseId" int, accountid int, email text, message text, at timestamptz)`.execute(db);
  await sql`
    insert into shares (release_id, from_id, to_id, message, at)
    select "releaseId", accountid, "to", message, at from json_to_recordset(${json(activity.passedon)})
      as x("releaseId" int, accountid int, "to" int, message text, at timestamptz)
    on conflict do nothing`.execute(db);
}

/** Internal ids of labels by name. */
export async function findLabelIds(db: Db, names: string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from labels where name = any(${names}::text[]) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function hasDeliveries(db: Db, labelId: number): Promise<boolean> {
  const rows = await db.selectFrom('deliveries').where('label_id', '=', labelId).select('id').limit(1).execute();
  return rows.length > 0;
}

/** A delivery whose files were not taken. */
export async function insertRefusedDelivery(
  db: Db,
  { labelId, accountid, now }: { labelId: number; accountid: number; now: Date },
): Promise<void> {
  const problems = [
    { path: '01 Undertow.wav', reason: 'The file ends before its audio does: it was cut on its way.' },
    { path: 'Undertow session.ptx', reason: 'This is not audio and no other file of a delivery.' },
  ];
  await db
    .insertInto('deliveries')
    .values({
      label_id: labelId,
      account_id: accountid,
      state: 'refused',
      name: 'Undertow',
      problems: JSON.stringify(problems),
      created_at: now,
      updated_at: now,
    })
    .execute();
}
