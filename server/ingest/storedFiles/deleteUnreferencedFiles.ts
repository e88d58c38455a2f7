import {
  clearReferencedNotes,
  deleteStoredFile,
  listNotedKeys,
  lockUnreferencedFile,
} from '../../catalogue/document/storedFileQueries.ts';
import type { AppContext } from '../../platform/context.ts';
import { inBatches } from '../../platform/database/page.ts';
import { alone, defineJob } from '../../platform/jobs/job.ts';
import { daysBefore } from '../../platform/process/days.ts';
import { deleteDecodedMedia } from '../run/mediaQueries.ts';
import { deleteOldTracks } from './deleteOldTracks.ts';

/** How long a file stays that no row names. */
export const GRACE_DAYS = 7;
const PAGE_SIZE = 1_000;

/** Deletes files that no row names and that were noted before the grace time, and unfinished writes of that age. */
export async function deleteUnreferencedFiles({
  db,
  storage,
  now,
}: Pick<AppContext, 'db' | 'storage' | 'now'>): Promise<void> {
  const before = daysBefore(now(), GRACE_DAYS);
  const longAgo = new Date(before.getTime() - 1);
  await db.transaction().execute((db) => deleteDecodedMedia(db, { unusedSince: before }, longAgo));
  await db.transaction().execute((db) => clearReferencedNotes(db, before));
  for await (const keys of inBatches<string>((last = '') => listNotedKeys(db, before, last, PAGE_SIZE)))
    for (const key of keys)
      await db.transaction().execute(async (db) => {
        if (!(await lockUnreferencedFile(db, key, before))) return;
        await storage.delete(key);
        await deleteStoredFile(db, key);
      });
  await storage.removeOldPartials(before);
}

/** Tracks go first: their files are unreferenced then. */
export const storedFilesJob = defineJob(
  'stored-files',
  async (context) => {
    await deleteOldTracks(context);
    await deleteUnreferencedFiles(context);
  },
  { schedule: '41 3 * * *', ...alone(240) },
);
