import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject, Vitest } from 'vitest/node';
import { openDb } from '../platform/database/db.ts';
import { migrate } from '../platform/database/migrate.ts';
import { joinEmbeddedPostgres, removeEmbeddedPostgres } from '../platform/postgres/embeddedPostgres.ts';
import { tryLock, withLock } from '../platform/process/lock.ts';
import { listUnseenRefusals } from './declaredRefusals.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the PostgreSQL of this test run. */
    databaseSocket: string;
    /** The folder of this test run, which is removed after it. */
    runFolder: string;
    /** What calls refused in this run: a line with route and code each. */
    refusalsFile: string;
  }
}

/** Starts one PostgreSQL for the test run. Its migrated database `promenade` is the template of all test databases. */
export default async function setup({ provide, vitest }: TestProject): Promise<() => Promise<void>> {
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
  const refusals = join(folder, 'refusals');
  provide('refusalsFile', refusals);
  return async () => {
    const unseen = (await isWholeRun(vitest)) ? await listUnseenRefusals(refusals) : [];
    await member.leave();
    // A run that starts meanwhile must not take the folder for that of a killed one.
    await withLock(`${runs}.lock`, async () => {
      lock?.release();
      await removeEmbeddedPostgres(folder);
    });
    if (unseen.length > 0) throw new Error(`Declared, but refused in no test: ${unseen.join(', ')}`);
  };
}

/** Whether every test file of the server ran, and none failed. */
async function isWholeRun({ config, projects, state }: Vitest): Promise<boolean> {
  const server = projects.find(({ name }) => name === 'server');
  const passed = state.getFiles().filter(({ result }) => result && result.state !== 'fail');
  const { testFiles = [] } = (await server?.globTestFiles()) ?? {};
  return (
    testFiles.length > 0 &&
    config.testNamePattern === undefined &&
    testFiles.every((path) => passed.some(({ filepath }) => filepath === path))
  );
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
