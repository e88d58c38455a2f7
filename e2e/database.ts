import { inject } from 'vitest';
import { type Database, type Db, openDb } from '../server/platform/database/db.ts';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';

/** Opens the database of a data folder, by default that of the service of this run, for one action. */
export async function withDatabase<Result>(
  action: (db: Db, database: Database) => Promise<Result>,
  dataDir = inject('dataDir'),
): Promise<Result> {
  const { connection, leave } = await joinEmbeddedPostgres(dataDir);
  const database = openDb(connection, 1);
  try {
    return await action(database.db, database);
  } finally {
    await database.close();
    await leave();
  }
}
