import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDb } from '../platform/database/db.ts';
import { migrate } from '../platform/database/migrate.ts';
import { joinEmbeddedPostgres, removeEmbeddedPostgres } from '../platform/postgres/embeddedPostgres.ts';
import { tryLock, withLock } from '../platform/process/lock.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the PostgreSQL of this test run. */
    databaseSocket: string;
    /** The folder of this test run, which is removed after it. */
    runFolder: string;
  }
}

/** Starts one PostgreSQL for the test run. Its migrated database `promenade` is the template of all test databases. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const runs = join(tmpdir(), `promenade-tests-${process.getuid?.() ?? 0}`);
  await mkdir(runs, { recursive: true, mode: 0o711 });
  const [folder, lock] = await withLock(`${runs}.lock`, async () => {
    await removeAbandoned(runs);
    const runFolder = await mkdtemp(join(runs, 'run-'));
    return [runFolder, tryLock(join(runFolder, 'run.lock'))] as const;
  });
  const member = await joinEmbeddedPostgres(folder, { durable: false });
  const template = openDb(member.connection, 1);
  await migrate(template.pool);
  await template.close();
  provide('databaseSocket', member.connection.host ?? '');
  provide('runFolder', folder);
  return async () => {
    await member.leave();
    // A run that starts meanwhile must not take the folder for that of a killed one.
    await withLock(`${runs}.lock`, async () => {
      lock?.release();
      await removeEmbeddedPostgres(folder);
    });
  };
}

/** Removes the servers and folders of killed test runs. */
async function removeAbandoned(runs: string): Promise<void> {
  for (const name of await readdir(runs)) {
    const lock = tryLock(join(runs, name, 'run.lock'));
    if (!lock) continue;
    lock.release();
    await removeEmbeddedPostgres(join(runs, name));
  }
}
