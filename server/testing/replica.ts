import pg from 'pg';
import { afterAll } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { removeEmbeddedPostgres } from '../platform/postgres/embeddedPostgres.ts';
import { openReplicatedDatabase, type ReplicatedDatabase } from './replicatedDatabase.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** Starts a migrated database and a streaming replica of it, until the end of the test file. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await temporaryFolder('promenade-replica-');
  const database = await openReplicatedDatabase(folder);
  afterAll(async () => {
    await database.close();
    await removeEmbeddedPostgres(folder);
  });
  const pool = new pg.Pool({ ...database.primary.connection, max: 1 });
  await migrate(pool);
  await pool.end();
  await database.catchUp();
  return database;
}
