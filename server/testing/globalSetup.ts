import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDb } from '../platform/database/db.ts';
import { migrate } from '../platform/database/migrate.ts';
import { joinEmbedded, removeEmbedded } from '../platform/postgres/embedded.ts';
import { tryLock, withLock } from '../platform/process/lock.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the socket of this run's PostgreSQL. */
    databaseSocket: string;
  }
}

/** The migrated database that every test file gets a copy of. */
export const TEMPLATE = 'promenade';

/** Starts one PostgreSQL for the whole run, in a temporary folder that goes with it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const runs = join(tmpdir(), `promenade-tests-${process.getuid?.() ?? 0}`);
  await mkdir(runs, { recursive: true, mode: 0o711 });
  const [folder, running] = await withLock(`${runs}.lock`, async () => {
    await removeAbandoned(runs);
    const own = await mkdtemp(join(runs, 'run-'));
    return [own, tryLock(join(own, 'run.lock'))] as const;
  });
  const member = await joinEmbedded(folder, { durable: false });
  const template = openDb(member.connection, 1);
  await migrate(template.pool);
  await template.close();
  provide('databaseSocket', member.connection.host ?? '');
  return async () => {
    await member.leave();
    running?.release();
    await removeEmbedded(folder);
  };
}

/** A run that was killed leaves its server and its folder; the next one takes them away. */
async function removeAbandoned(runs: string): Promise<void> {
  for (const name of await readdir(runs)) {
    const lock = tryLock(join(runs, name, 'run.lock'));
    if (!lock) continue;
    lock.release();
    await removeEmbedded(join(runs, name));
  }
}
