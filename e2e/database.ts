import { inject } from 'vitest';
import { type Db, openDb } from '../server/platform/database/db.ts';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';

/** Opens the database of a data folder, by default that of the service of this run, for one action. */
export async function withDatabase<Result>(
  action: (db: Db) => Promise<Result>,
  dataDir = inject('dataDir'),
): Promise<Result> {
  const { connection, leave } = await joinEmbeddedPostgres(dataDir);
  const { db, close } = openDb(connection, 1);
  try {
    return await action(db);
  } finally {
    await close();
    await leave();
  }
}
