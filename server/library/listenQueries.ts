import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Listens of one account, or those that started earlier. */
export type OldListens = { accountid: number } | { before: Date };

const isOld = (old: OldListens) =>
  'before' in old ? sql`started_at < ${old.before}` : sql`account_id = ${old.accountid}`;

/** Adds reportable listens, which are about to be deleted, to `listen_totals`. */
export async function insertListenTotals(db: Db, old: OldListens): Promise<void> {
  await sql`
    insert into listen_totals as total (track_id, month, listens, seconds)
    select track_id, date_trunc('month', started_at, 'UTC')::date, count(*), sum(count_seconds(heard))
    from listens where reportable and ${isOld(old)} group by 1, 2
    on conflict (track_id, month) do update
      set listens = total.listens + excluded.listens, seconds = total.seconds + excluded.seconds`.execute(db);
}

/** Deletes listens and openings; what an account heard is the union of the listens that stay. */
export async function deleteListens(db: Db, before: Date): Promise<void> {
  await sql`
    update plays p set heard = coalesce(stays.heard, '{}'), reported = coalesce(stays.reported, '{}')
    from (
      select account_id, track_id, range_agg(heard) filter (where started_at >= ${before}) as heard,
        range_agg(heard) filter (where started_at >= ${before} and reportable) as reported
      from listens
      where (account_id, track_id) in (select account_id, track_id from listens where started_at < ${before})
      group by account_id, track_id
    ) stays
    where (p.account_id, p.track_id) = (stays.account_id, stays.track_id)`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'listens'::regclass and relname ~ '^listens_[0-9]' and relname < ${nameOf(before)}`.execute(db);
  for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(db);
  await sql`delete from listens where started_at < ${before}`.execute(db);
  await sql`delete from release_opens where last_at < ${before}`.execute(db);
}

/** Both are the first instant of a month (UTC). */
export async function createListenPartition(db: Db, month: Date, next: Date): Promise<void> {
  const [from, to] = [month, next].map((date) => sql.lit(date.toISOString()));
  await sql`
    create table if not exists ${sql.id(nameOf(month))} partition of listens for values from (${from}) to (${to})`.execute(
    db,
  );
}

const nameOf = (month: Date): string => `listens_${month.toISOString().slice(0, 7).replace('-', '_')}`;
