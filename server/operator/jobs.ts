import type { failedJobs } from '@promenade/contract/operatorService';
import type { RouteAnswer } from '@promenade/contract/route';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Page } from '../platform/database/page.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { countJobs } from '../platform/monitoring/databaseMetrics.ts';
import { findFailedJob, listFailedJobs } from './jobQueries.ts';

type Context = Pick<AppContext, 'db' | 'jobs' | 'now'>;

export async function getFailedJobs(
  { db }: Pick<AppContext, 'db'>,
  page: Page,
): Promise<RouteAnswer<typeof failedJobs>> {
  const counts = await countJobs(db);
  const total = counts.reduce((sum, { state, count }) => sum + (state === 'failed' ? count : 0), 0);
  const rows = total === 0 ? [] : await listFailedJobs(db, page);
  const items = rows.map(({ failedat, ...job }) => ({ ...job, failedat: failedat.toISOString() }));
  return { items, total, ...page, counts };
}

export const retryJob = (context: Context, jobid: string, actor: string): Promise<undefined> =>
  changeJob(context, jobid, { actor, action: 'job.retry' }, context.jobs.retry);

export const discardJob = (context: Context, jobid: string, reason: string, actor: string): Promise<undefined> =>
  changeJob(context, jobid, { actor, action: 'job.discard', after: { reason } }, context.jobs.discard);

async function changeJob(
  { db, now }: Context,
  jobid: string,
  entry: { actor: string; action: string; after?: object },
  change: AppContext['jobs']['retry'],
): Promise<undefined> {
  await db.transaction().execute(async (db) => {
    const before = await findFailedJob(db, jobid);
    if (!before) throw new Refusal('NOT_FOUND');
    await change(db, before.queue, jobid);
    await insertAudit(db, { at: now(), subject: jobid, before, ...entry });
  });
}
