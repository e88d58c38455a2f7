import { noteStoredFiles } from '../../catalogue/document/storedFileQueries.ts';
import { deleteForgotten, listForgottenFiles } from '../../catalogue/redelivery/formerReleaseQueries.ts';
import type { AppContext } from '../../platform/context.ts';
import { daysBefore } from '../../platform/process/days.ts';

/** How long a removed track can come back, and a delivery be set back. */
const KEPT_DAYS = 30;

/** Deletes tracks that were removed long ago, and what releases were before old deliveries. Their files follow after the grace time. */
export async function deleteOldTracks({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const before = daysBefore(now(), KEPT_DAYS);
  await db.transaction().execute(async (db) => {
    await noteStoredFiles(db, await listForgottenFiles(db, before), now());
    await deleteForgotten(db, before);
  });
}
