import type { CalendarFeed, CalendarRelease } from '@promenade/contract/calendar/calendar';
import { sql } from 'kysely';
import { isLabelOf, roleOf, type StaffMember } from '../access/staffQueries.ts';
import { releaseState } from '../catalogue/staffReleaseQueries.ts';
import type { Db } from '../platform/database/db.ts';

/** When release `r` comes out; null for a draft that nobody gave a date. */
const availableAt = sql`case when r.state <> 'draft' then r.available_at else (
  select case when d.edits ? 'available' then (d.edits->>'available')::timestamptz
    else (d.delivered->>'available')::timestamptz end
  from release_documents d where d.release_id = r.id) end`;

const RELEASES_MAX = 1_000;
const UNDATED_MAX = 100;

type Row = Omit<CalendarRelease, 'available' | 'ends'> & { available: Date | null; ends: Date | null };

/** Releases with a day in the range, or drafts without any. */
export async function listCalendarReleases(
  db: Db,
  caller: StaffMember,
  range: { from: string; to: string } | undefined,
  now: Date,
): Promise<CalendarRelease[]> {
  const isMeant = range
    ? sql`(x.available between ${range.from}::timestamptz - interval '1 day' and ${range.to}::timestamptz + interval '2 days'
        or x.impact between ${range.from}::date and ${range.to}::date
        or x.ends between ${range.from}::timestamptz - interval '1 day' and ${range.to}::timestamptz + interval '2 days')`
    : sql`x.state = 'draft' and x.available is null and x.impact is null and x.ends is null`;
  const { rows } = await sql<Row>`
    select releaseid, title, artist, label, labelid, state, role is distinct from 'viewer' as mayedit, available, ends, impact
    from (
      select r.id, r.releaseid, r.title, r.artist, l.name as label, l.labelid, ${releaseState(now)} as state,
        ${roleOf(caller, sql`r.owner_label_id`)} as role, ${availableAt} as available, r.ends_at as ends,
        r.impact_date as impact
      from releases r left join labels l on l.id = r.owner_label_id
      where ${isLabelOf(caller, sql`r.owner_label_id`)} and ${range ? sql`true` : sql`r.state = 'draft'`}
    ) x where ${isMeant}
    order by coalesce(x.available, x.impact::timestamptz, x.ends), x.id desc
    limit ${sql.lit(range ? RELEASES_MAX : UNDATED_MAX)}`.execute(db);
  return rows.map((row) => ({
    ...row,
    available: row.available?.toISOString() ?? null,
    ends: row.ends?.toISOString() ?? null,
  }));
}

export async function findFeed(db: Db, accountid: number): Promise<CalendarFeed> {
  const { rows } = await sql<{ created_at: Date; used_at: Date | null }>`
    select created_at, used_at from calendar_feeds where account_id = ${accountid}`.execute(db);
  return { since: rows[0]?.created_at.toISOString() ?? null, used: rows[0]?.used_at?.toISOString() ?? null };
}

export async function upsertFeed(db: Db, accountid: number, hash: Buffer, now: Date): Promise<void> {
  await sql`
    insert into calendar_feeds (account_id, hash, created_at) values (${accountid}, ${hash}, ${now})
    on conflict (account_id) do update set hash = excluded.hash, created_at = excluded.created_at, used_at = null`.execute(
    db,
  );
}

export async function deleteFeed(db: Db, accountid: number): Promise<void> {
  await sql`delete from calendar_feeds where account_id = ${accountid}`.execute(db);
}

/** The labels of the account of a feed, and since when it exists; undefined when it ended. Notes its use, to the minute. */
export async function findFeedLabels(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ since: Date; labelIds: number[] } | undefined> {
  const { rows } = await sql<{ since: Date; labelIds: number[] }>`
    with used as (
      update calendar_feeds set used_at = ${now}
      where hash = ${hash} and (used_at > ${now}::timestamptz - interval '1 minute') is not true)
    select f.created_at as since, array(select label_id from account_label s where s.account_id = a.id) as "labelIds"
    from calendar_feeds f join accounts a on a.id = f.account_id
    where f.hash = ${hash} and a.status = 'active'`.execute(db);
  return rows[0];
}

export interface CalendarDay {
  releaseid: string;
  kind: 'available' | 'impact' | 'ends';
  title: string;
  artist: string;
  draft: boolean;
  at: Date | null;
  /** `YYYY-MM-DD` */
  day: string | null;
  sequence: number;
  changed_at: Date;
  cancelled_at: Date | null;
}

/** Brings the days of labels up to date with their releases: what changed gets a higher sequence, what is gone is cancelled. */
export async function updateDays(db: Db, labelIds: number[], now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('calendar_days'))`.execute(db);
  const current = sql`current as materialized (
    select r.releaseid, d.kind, r.owner_label_id as label_id, r.title, r.artist, r.state = 'draft' as draft, d.at, d.day
    from releases r cross join lateral (values
      ('available', ${availableAt}, null::date), ('impact', null, r.impact_date), ('ends', r.ends_at, null)) d (kind, at, day)
    where r.owner_label_id = any(${labelIds}::int[]) and r.state <> 'withdrawn' and (d.at is not null or d.day is not null))`;
  await sql`
    with ${current}
    insert into calendar_days as k (releaseid, kind, label_id, title, artist, draft, at, day, changed_at)
    select c.*, ${now}::timestamptz from current c left join calendar_days o using (releaseid, kind)
    where (c.label_id, c.title, c.artist, c.draft, c.at, c.day) is distinct from (o.label_id, o.title, o.artist, o.draft, o.at, o.day)
      or o.cancelled_at is not null
    on conflict (releaseid, kind) do update set label_id = excluded.label_id, title = excluded.title,
      artist = excluded.artist, draft = excluded.draft, at = excluded.at, day = excluded.day, sequence = k.sequence + 1,
      changed_at = excluded.changed_at, cancelled_at = null`.execute(db);
  await sql`
    with ${current}
    update calendar_days o set cancelled_at = ${now}, changed_at = ${now}, sequence = sequence + 1
    where o.label_id = any(${labelIds}::int[]) and o.cancelled_at is null
      and not exists (select from current c where (c.releaseid, c.kind) = (o.releaseid, o.kind))`.execute(db);
  await sql`
    delete from calendar_days
    where label_id = any(${labelIds}::int[]) and cancelled_at < ${now}::timestamptz - interval '90 days'`.execute(db);
}

/** Days since a year ago, cancelled ones of the last 90 days included. */
export async function listDays(db: Db, labelIds: number[], now: Date): Promise<CalendarDay[]> {
  const { rows } = await sql<CalendarDay>`
    select releaseid, kind, title, artist, draft, at, day, sequence, changed_at, cancelled_at from calendar_days
    where label_id = any(${labelIds}::int[]) and coalesce(at, day) > ${now}::timestamptz - interval '1 year'
    order by coalesce(at, day), releaseid, kind limit 5000`.execute(db);
  return rows;
}
