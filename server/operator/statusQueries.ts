import { sql } from 'kysely';
import { waitsForCountry } from '../access/ruleQueries.ts';
import type { Db } from '../platform/database/db.ts';
import type { ReturnedMailKind } from '../platform/mail/returnedMailQueries.ts';

/** What an installation holds. Counts are by state; files are those that rows may name. */
export interface Totals {
  /** Version of the server. */
  postgres: string;
  databaseBytes: number;
  accounts: Record<string, number>;
  releases: Record<string, number>;
  files: number;
  fileBytes: number;
  mails: { waiting: number; retried: number; refused: number };
}

export async function readTotals(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select current_setting('server_version') as postgres,
      pg_database_size(current_database())::float8 as "databaseBytes",
      (select coalesce(json_object_agg(status, count), '{}')
        from (select status, count(*) from accounts group by status order by status) a) as accounts,
      (select coalesce(json_object_agg(state, count), '{}') from (
        select case when state <> 'available' then state when ends_at <= now() then 'ended'
          when available_at > now() then 'scheduled' else state end as state, count(*)
        from releases group by 1 order by 1) r) as releases,
      (select count(*)::int from stored_files) as files,
      (select coalesce(sum(bytes), 0)::float8 from stored_files) as "fileBytes",
      (select json_build_object('waiting', count(*) filter (where problem is null),
        'retried', count(*) filter (where problem is not null and ended is null),
        'refused', count(*) filter (where ended = 'refused')) from mails where sent_at is null) as mails`.execute(db);
  return rows[0] as Totals;
}

/** Standby servers that replay what the primary writes, and nothing else; none without the role pg_monitor. */
export async function listReplicas(db: Db): Promise<{ name: string; lag: number | null }[]> {
  const { rows } = await sql<{ name: string; lag: number | null }>`
    select application_name as name, extract(epoch from replay_lag)::float8 as lag from pg_stat_replication r
    where state = 'streaming' and case when pg_is_in_recovery() then replay_lsn is not null
      else replay_lsn <= pg_current_wal_insert_lsn() end
      and not exists (select from pg_replication_slots s where s.active_pid = r.pid and s.slot_type = 'logical')
    order by 1`.execute(db);
  return rows;
}

/** Processes of this installation that are connected to the primary, this one among them, and since when. */
export async function listProcesses(db: Db): Promise<{ name: string; since: Date }[]> {
  const { rows } = await sql<{ name: string; since: Date }>`
    select substr(application_name, length('promenade ') + 1) as name, min(backend_start) as since
    from pg_stat_activity where application_name like 'promenade %' and datname = current_database()
    group by 1 order by 2 limit 100`.execute(db);
  return rows;
}

/** When the last backup was complete. */
export async function findBackup(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('audit')
    .where('action', '=', 'installation.backup')
    .orderBy('at', 'desc')
    .select('at')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

/** What the last check of all stored files found. */
export async function findVerification(db: Db): Promise<{ at: string; files: number; damaged: number } | undefined> {
  const { rows } = await sql<{ at: Date; files: number; damaged: number }>`
    select at, (after->>'files')::int as files, (after->>'damaged')::int as damaged from audit
    where action = 'installation.verify' order by id desc limit 1`.execute(db);
  return rows[0] && { ...rows[0], at: rows[0].at.toISOString() };
}

interface Waiting {
  applications: number;
  countries: number;
  deletions: number;
  refusedmails: number;
  refuseddeliveries: number;
  suppressed: number;
  locks: number;
  answers: number;
  unmatchedmails: number;
  unreadablemails: number;
}

/**
 * @param since of limits that were hit and deliveries that were refused
 * @param returnedSince of mails that came back
 */
export async function readWaiting(db: Db, since: Date, returnedSince: Date): Promise<Waiting> {
  const returned = (kind: ReturnedMailKind) => sql<number>`(
    select coalesce(sum(mails), 0)::int from returned_mails where kind = ${kind} and day > ${returnedSince}::date)`;
  const { rows } = await sql<Waiting>`
    select (select count(*)::int from accounts where status = 'pending') as applications,
      (select count(*)::int from accounts a where ${waitsForCountry}) as countries,
      (select count(*)::int from account_deletions) as deletions,
      (select count(*)::int from mails where sent_at is null and ended = 'refused') as refusedmails,
      (select count(*)::int from deliveries where state = 'refused' and updated_at >= ${since}) as refuseddeliveries,
      (select count(distinct account_id)::int from suppressions join account_emails on email = address) as suppressed,
      (select count(*)::int from audit where at >= ${since} and action = 'account.locked') as locks,
      ${returned('answer')} as answers, ${returned('unmatched')} as unmatchedmails,
      ${returned('unreadable')} as unreadablemails`.execute(db);
  return rows[0] as Waiting;
}
