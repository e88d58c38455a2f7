import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openDb } from '../platform/database/db.ts';
import { migrate } from '../platform/database/migrate.ts';
import { joinEmbeddedPostgres } from '../platform/postgres/embeddedPostgres.ts';
import { withLock } from '../platform/process/lock.ts';
import { CURRENT_USER, runProgram } from '../platform/process/processes.ts';

/**
 * Makes a data folder with a database of its own that has all tables and no rows. It is a copy, because initdb and all
 * migrations take longer than most tests; the first copy of a test run makes the original.
 */
export async function createInstallation(dataDir: string): Promise<void> {
  const original = join(inject('runFolder'), 'installation');
  await withLock(`${original}.lock`, async () => {
    if (!existsSync(original)) await makeOriginal(original);
  });
  await runProgram(CURRENT_USER, 'cp', ['-a', original, dataDir], {});
}

async function makeOriginal(folder: string): Promise<void> {
  const { connection, leave } = await joinEmbeddedPostgres(folder, { durable: false });
  const { pool, close } = openDb(connection, 1);
  await migrate(pool);
  await close();
  await leave();
}
