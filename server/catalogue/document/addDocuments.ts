import type { AppContext } from '../../platform/context.ts';
import { inBatches } from '../../platform/database/page.ts';
import { alone, defineJob } from '../../platform/jobs/job.ts';
import { lockRelease } from '../publish.ts';
import { listUndocumented, upsertDocument } from './documentQueries.ts';
import { readDocument } from './readDocument.ts';

const PAGE_SIZE = 100;

/** Writes the documents of releases that a node of an earlier version imported. What a killed run left, the next one does. */
export async function addDocuments({ db }: Pick<AppContext, 'db'>): Promise<void> {
  for await (const ids of inBatches(() => listUndocumented(db, PAGE_SIZE)))
    for (const id of ids)
      await db.transaction().execute(async (db) => {
        await lockRelease(db, id);
        await upsertDocument(db, id, await readDocument(db, id));
      });
}

export const documentsJob = defineJob('documents', addDocuments, { schedule: '47 * * * *', ...alone(240) });
