import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { removeEmbeddedPostgres } from '../platform/postgres/embeddedPostgres.ts';
import { createInstallation } from './installation.ts';
import { openReplicatedDatabase, type ReplicatedDatabase } from './replicatedDatabase.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** Starts a migrated database and a streaming replica of it, until the end of the test file. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const home = await temporaryFolder('promenade-replica-');
  const folder = join(home, 'data');
  await createInstallation(folder);
  const database = await openReplicatedDatabase(folder);
  afterAll(async () => {
    await database.close();
    await removeEmbeddedPostgres(folder);
    await rm(home, { recursive: true });
  });
  return database;
}
