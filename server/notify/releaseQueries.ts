import { sql } from 'kysely';
import { labelNames } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';

/** When a release became available here; a late import counts from its import. */
const arrivedAt = sql`greatest(r.available_at, r.created_at)`;

/** Neither withdrawn nor ended. */
const goesOn = (now: Date) => sql`r.state = 'available' and (r.ends_at <= ${now}::timestamptz) is not true`;

/** Lists releases that arrived in this period and whose `per-release` mails are not complete. */
export async function listUnsentReleases(db: Db, from: Date, to: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from releases r
    where ${goesOn(to)} and ${arrivedAt} > ${from} and ${arrivedAt} <= ${to}
      and not exists (select from release_rounds d where d.release_id = r.id)
    order by r.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks the `per-release` mails of these releases as complete. */
export async function insertReleaseRounds(db: Db, releaseids: number[], now: Date): Promise<void> {
  await sql`
    insert into release_rounds (release_id, done_at)
    select id, ${now}::timestamptz from releases where id = any(${releaseids}::int[]) order by id
    on conflict do nothing`.execute(db);
}

interface ReleaseMailRow {
  accountid: number;
  releaseid: number;
}

interface ReleaseMailBatch {
  accountids: number[];
  /** All releases of the period when undefined. */
  releaseids: number[] | undefined;
  from: Date;
  to: Date;
}

/**
 * Records and returns which releases to mail to each account: those it may hear that arrived since its mails were turned
 * on, and that it has not archived, received as a share, or been mailed before.
 */
export async function insertReleaseMails(
  db: Db,
  { accountids, releaseids, from, to }: ReleaseMailBatch,
): Promise<ReleaseMailRow[]> {
  const onlyThese = releaseids ? sql` and r.id = any(${releaseids}::int[])` : sql``;
  const { rows } = await sql<ReleaseMailRow>`
    insert into release_mails (account_id, release_id, told_at)
    select account.id, r.id, ${to}::timestamptz
    from (
      select a.id, a.mails_since, array(select package_id from account_package where account_id = a.id) || -a.id as audience
      from accounts a
      where a.id = any(${accountids}::int[]) and a.status = 'active' and a.mailpref <> 'none'
    ) account
    join releases r on r.audience && account.audience and (r.excluded && account.audience) is not true and ${arrivedAt} > account.mails_since
    where ${goesOn(to)} and ${arrivedAt} > ${from} and ${arrivedAt} <= ${to}${onlyThese}
      and not exists (select from release_mails mailed where mailed.account_id = account.id and mailed.release_id = r.id)
      and not exists (
        select from marks m where m.account_id = account.id and m.release_id = r.id and m.archived_at is not null)
      and not exists (select from shares s where s.to_id = account.id and s.release_id = r.id)
    order by account.id, r.id
    on conflict do nothing
    returning account_id as accountid, release_id as releaseid`.execute(db);
  return rows;
}

export interface MailedRelease {
  id: number;
  releaseid: string;
  title: string;
  artist: string;
  explicit: boolean;
  type: string;
  impact: string | null;
  /** Names of its labels in one line. */
  label: string;
  cover_hash: string | null;
  color: string;
}

/** Sorted newest first. */
export async function listMailedReleases(db: Db, releaseids: number[]): Promise<MailedRelease[]> {
  const { rows } = await sql<MailedRelease>`
    select r.id, r.releaseid, r.title, r.artist, r.explicit, r.release_type as type, r.impact_date as impact,
      r.cover_hash, r.color, ${labelNames} as label
    from releases r where r.id = any(${releaseids}::int[])
    order by ${arrivedAt} desc, r.id desc`.execute(db);
  return rows;
}
