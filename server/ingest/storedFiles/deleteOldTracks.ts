import { noteStoredFiles } from '../../catalogue/document/storedFileQueries.ts';
import { deleteForgotten, listForgottenFiles } from '../../catalogue/redelivery/formerReleaseQueries.ts';
import type { AppContext } from '../../platform/context.ts';

/** How long a removed track can come back, and a delivery be set back. */
const KEPT_DAYS = 30;
const DAY_MS = 24 * 3600_000;

/** Deletes tracks that were removed long ago, and what releases were before old deliveries. Their files follow after the grace time. */
export async function deleteOldTracks({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
  await db.transaction().execute(async (db) => {
    await noteStoredFiles(db, await listForgottenFiles(db, before), now());
    await deleteForgotten(db, before);
  });
}
