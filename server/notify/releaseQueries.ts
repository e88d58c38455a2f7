import { sql } from 'kysely';
import { labelLine } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';

/** A release comes when it is available, and here: one that is imported late is new then. */
const came = sql`greatest(r.available_at, r.created_at)`;

/** Available releases that came within this time, and of which those with a mail per release were not told yet. */
export async function listUntold(db: Db, from: Date, to: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from releases r
    where r.state = 'available' and ${came} > ${from} and ${came} <= ${to}
      and not exists (select from release_rounds d where d.release_id = r.id)
    order by r.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Everybody who wants a mail per release was told of these. */
export async function putRounds(db: Db, releaseids: number[], now: Date): Promise<void> {
  await sql`
    insert into release_rounds (release_id, done_at)
    select id, ${now}::timestamptz from releases where id = any(${releaseids}::int[]) order by id
    on conflict do nothing`.execute(db);
}

/** An account is told of a release. */
export interface Told {
  accountid: number;
  releaseid: number;
}

/** Which accounts may be told of what came within which time; without `releaseids` of everything. */
export interface Round {
  accountids: number[];
  releaseids: number[] | undefined;
  from: Date;
  to: Date;
}

/**
 * Notes what each account is told of now: what it may hear, came since its mails were turned on, is not in its archive,
 * was not passed on to it (that has its own mail), and of which it was never told. Answers only what is new, whoever
 * else notes the same meanwhile.
 */
export async function putTold(db: Db, { accountids, releaseids, from, to }: Round): Promise<Told[]> {
  const chosen = releaseids ? sql` and r.id = any(${releaseids}::int[])` : sql``;
  const { rows } = await sql<Told>`
    insert into release_mails (account_id, release_id, told_at)
    select reader.id, r.id, ${to}::timestamptz
    from (
      select a.id, a.mails_since, array(select package_id from account_package where account_id = a.id) || -a.id as audience
      from accounts a
      where a.id = any(${accountids}::int[]) and a.status = 'active' and a.mailpref <> 'none'
    ) reader
    join releases r on r.audience && reader.audience and ${came} > reader.mails_since
    where r.state = 'available' and ${came} > ${from} and ${came} <= ${to}${chosen}
      and not exists (select from release_mails told where told.account_id = reader.id and told.release_id = r.id)
      and not exists (
        select from marks m where m.account_id = reader.id and m.release_id = r.id and m.archived_at is not null)
      and not exists (select from shares s where s.to_id = reader.id and s.release_id = r.id)
    order by reader.id, r.id
    on conflict do nothing
    returning account_id as accountid, release_id as releaseid`.execute(db);
  return rows;
}

/** What a mail says about a release. */
export interface ToldRelease {
  id: number;
  releaseid: string;
  title: string;
  artist: string;
  explicit: boolean;
  type: string;
  impact: string | null;
  /** Its labels in one line. */
  label: string;
  cover_hash: string | null;
  color: string;
}

/** Newest first. */
export async function findTold(db: Db, releaseids: number[]): Promise<ToldRelease[]> {
  const { rows } = await sql<ToldRelease>`
    select r.id, r.releaseid, r.title, r.artist, r.explicit, r.release_type as type, r.impact_date as impact,
      r.cover_hash, r.color, ${labelLine} as label
    from releases r where r.id = any(${releaseids}::int[])
    order by ${came} desc, r.id desc`.execute(db);
  return rows;
}
