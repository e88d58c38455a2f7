import { POPULAR_DAYS, TRENDING_DAYS } from '@promenade/contract/limits';
import type { AppContext } from '../platform/context.ts';
import { defineJob } from '../platform/jobs/job.ts';
import { daysBefore } from '../platform/process/days.ts';
import { lockPublishing, updateListenerCounts, updateTrending } from './popularQueries.ts';
import { indexPopularReleases } from './search/searchIndex.ts';

/** Updates listener counts of 7 and 30 days, the trending releases (requirements decision 18) and the popular search rows. */
export async function updatePopularity({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const daysAgo = (days: number) => daysBefore(now(), days);
  await db.transaction().execute(async (db) => {
    await lockPublishing(db);
    await updateListenerCounts(db, { short: daysAgo(TRENDING_DAYS), long: daysAgo(POPULAR_DAYS) });
    await updateTrending(db);
  });
  await indexPopularReleases(db);
}

export const popularJob = defineJob('popular', updatePopularity, { schedule: '3 * * * *' });
