import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { onPage, type Page } from '../platform/database/page.ts';

const job = sql`id as jobid, name as queue, coalesce(output->>'message', output->'value'->>'message', '') as problem`;

interface FailedJobRow {
  jobid: string;
  queue: string;
  problem: string;
  failedat: Date;
}

/** Failed jobs, which are kept for a day, newest first; without those of the queue itself. The schema of pg-boss must exist. */
export async function listFailedJobs(db: Db, page: Page): Promise<FailedJobRow[]> {
  const { rows } = await sql<FailedJobRow>`
    select ${job}, coalesce(completed_on, created_on) as failedat from pgboss.job
    where state = 'failed' and name !~ '^__pgboss__'
    order by failedat desc, id ${onPage(page)}`.execute(db);
  return rows;
}

export async function findFailedJob(db: Db, jobid: string): Promise<Omit<FailedJobRow, 'failedat'> | undefined> {
  const { rows: schema } = await sql`select where to_regclass('pgboss.job') is not null`.execute(db);
  if (schema.length === 0) return undefined;
  const { rows } = await sql<Omit<FailedJobRow, 'failedat'>>`
    select ${job} from pgboss.job where id = ${jobid} and state = 'failed' for update`.execute(db);
  return rows[0];
}
