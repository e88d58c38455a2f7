import type { AppContext } from '../platform/context.ts';
import { alone, defineJob } from '../platform/jobs/job.ts';
import { deleteMailEvents } from '../platform/mail/mail.ts';
import { createListenPartition, deleteListens, insertListenTotals } from './listenQueries.ts';

/** Months whose partition exists before their first listen. */
const MONTHS_AHEAD = 2;

/** Creates the partitions of the months to come, and turns listens that are older than LISTENS_MONTHS into totals. */
export async function deleteOldListens({ db, config, now }: Pick<AppContext, 'db' | 'config' | 'now'>): Promise<void> {
  const startOfMonth = (months: number) => new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth() + months));
  for (let month = 1; month <= MONTHS_AHEAD; month++)
    await createListenPartition(db, startOfMonth(month), startOfMonth(month + 1));
  const before = startOfMonth(-config.listensMonths);
  await db.transaction().execute(async (db) => {
    await insertListenTotals(db, { before });
    await deleteListens(db, before);
    await deleteMailEvents(db, before);
  });
}

export const listensJob = defineJob('listens', deleteOldListens, { schedule: '53 4 * * *', ...alone(15) });
