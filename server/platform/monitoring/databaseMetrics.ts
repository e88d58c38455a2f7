import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { DatabaseUnavailable } from '../database/availability.ts';
import type { Db } from '../database/db.ts';
import { getInstallationFact, IMPORTS_FACT } from '../process/installation.ts';
import type { Metrics } from './metrics.ts';

/** Reads what the database knows, once for each answer of `/metrics`. An outage leaves these metrics out. */
export function collectDatabaseMetrics(
  { databaseUp, jobs, jobAges, imports, collectors }: Metrics,
  { db, availability }: Pick<AppContext, 'db' | 'availability'>,
): void {
  collectors.push(async () => {
    const facts = (await availability.check()) ? await readFacts(db) : undefined;
    databaseUp.set(Number(facts !== undefined));
    for (const metric of [jobs, jobAges, imports]) metric.reset();
    for (const { queue, state, count, age } of facts?.jobs ?? []) {
      jobs.set({ queue, state }, count);
      if (state !== 'failed') jobAges.set({ queue, state }, age);
    }
    for (const [result, count] of Object.entries(facts?.imports ?? {})) imports.inc({ result }, count);
  });
}

/** Undefined when the database does not answer. */
async function readFacts(db: Db) {
  try {
    const [jobs, imports] = await Promise.all([countJobs(db), getInstallationFact(db, IMPORTS_FACT)]);
    return { jobs, imports: imports as Record<string, number> | undefined };
  } catch (reason) {
    if (reason instanceof DatabaseUnavailable) return undefined;
    throw reason;
  }
}

export interface JobCount {
  queue: string;
  state: 'created' | 'retry' | 'active' | 'failed';
  count: number;
  /** Seconds since the oldest one could have started, or started. */
  age: number;
}

/**
 * Without jobs of the queue itself, and without completed jobs, which are deleted after a day. The schema is there from
 * the first job on.
 */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows: schema } = await sql`select where to_regclass('pgboss.job') is not null`.execute(db);
  if (schema.length === 0) return [];
  const { rows } = await sql<JobCount>`
    select name as queue, state::text, count(*)::int as count, greatest(0, extract(epoch from now()
      - min(case when state = 'active' then started_on else start_after end)))::float8 as age
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') and name !~ '^__pgboss__'
    group by name, state order by name, state`.execute(db);
  return rows;
}
