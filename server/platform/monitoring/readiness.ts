import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { listAppliedMigrations, listMigrations } from '../database/migrate.ts';
import { getFreeBytes } from '../process/diskFull.ts';
import { createFingerprint, getInstallation } from '../process/installation.ts';

/** Why a process cannot do its work. Without secrets, paths and addresses: anybody may read it. */
export interface Problem {
  code: 'DATABASE' | 'MIGRATIONS' | 'SECRET' | 'STORAGE' | 'DISK_SPACE';
  message: string;
}

type Check = () => Promise<Problem | undefined>;
type ReadinessContext = Pick<AppContext, 'db' | 'availability' | 'secrets' | 'storage' | 'config'>;

/** How long an answer waits for a check. */
const LIMIT_MS = 700;
/** A check that takes longer hangs; until then it is slow, as a busy disk is, which is no reason to stop working. */
const PATIENCE_MS = 3_000;
/** How long a successful write to the media store counts, so that checks do not wear it. */
const WRITTEN_MS = 10_000;
const MEGABYTE = 1024 * 1024;

const SILENT_DATABASE: Problem = { code: 'DATABASE', message: 'The database does not answer.' };

/** Gives a function that lists the problems, within a second whatever hangs. Calls that overlap share one check. */
export function createReadiness(context: ReadinessContext): () => Promise<Problem[]> {
  const checks = [
    limit(createDatabaseCheck(context), SILENT_DATABASE),
    limit(createStorageCheck(context), { code: 'STORAGE', message: 'The media store does not answer.' }),
    limit(createDiskCheck(context), { code: 'DISK_SPACE', message: 'The disk does not answer.' }),
  ];
  return async () => (await Promise.all(checks.map((check) => check()))).filter((problem) => problem !== undefined);
}

/** A check that is not done goes on, and is not started again meanwhile. */
function limit(check: Check, hangs: Problem): Check {
  let running: ReturnType<Check> | undefined;
  let startedMs = 0;
  return () => {
    if (!running) {
      startedMs = performance.now();
      running = check().finally(() => {
        running = undefined;
      });
    }
    const { promise, resolve, reject } = Promise.withResolvers<Problem | undefined>();
    const giveUp = () => resolve(performance.now() - startedMs < PATIENCE_MS ? undefined : hangs);
    const timer = setTimeout(giveUp, LIMIT_MS);
    running.then(resolve, reject).finally(() => clearTimeout(timer));
    return promise;
  };
}

function createDatabaseCheck({ db, availability, secrets }: ReadinessContext): Check {
  return async () => {
    if (!(await availability.check())) return SILENT_DATABASE;
    if (availability.isReadOnly())
      return { code: 'DATABASE', message: 'The database is read-only: it takes no changes.' };
    const needed = await listMigrations();
    try {
      const applied = new Set(await listAppliedMigrations(db));
      if (needed.some((name) => !applied.has(name)))
        return { code: 'MIGRATIONS', message: 'The schema of the database is older than this version: restart it.' };
      const { secret = createFingerprint(secrets) } = await getInstallation(db);
      if (secret !== createFingerprint(secrets))
        return { code: 'SECRET', message: 'The secret of this node is not that of the database.' };
    } catch {
      return SILENT_DATABASE;
    }
    return undefined;
  };
}

function createStorageCheck({ storage }: ReadinessContext): Check {
  const key = `health/${randomUUID()}`;
  let writtenAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - writtenAt < WRITTEN_MS) return undefined;
    try {
      await storage.put(key, Buffer.from('ready'));
      await storage.delete(key);
    } catch {
      return { code: 'STORAGE', message: 'The media store cannot be written.' };
    }
    writtenAt = performance.now();
    return undefined;
  };
}

/** Of the data folder and of the media folder, which may be another disk or, in a bucket, none. */
function createDiskCheck({ config: { dataDir, freeSpaceMinMegabytes } }: ReadinessContext): Check {
  return async () => {
    const free = (await getFreeBytes([dataDir, join(dataDir, 'media')])) / MEGABYTE;
    if (free >= freeSpaceMinMegabytes) return undefined;
    const sizes = `${Math.floor(free)} MB free, and FREE_SPACE_MIN_MB is ${freeSpaceMinMegabytes}`;
    return { code: 'DISK_SPACE', message: `The disk is almost full: ${sizes}.` };
  };
}
