import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * File locks of the operating system, which end with the process, also after kill -9. Node has no API for them;
 * SQLite takes them for its transactions.
 */
export interface Lock {
  release(): void;
}

interface LockOptions {
  /** Several processes may hold a shared lock. */
  shared?: boolean;
}

const SQLITE_BUSY = 5;

/** Undefined when another process holds the lock. */
export function tryLock(file: string, { shared = false }: LockOptions = {}): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec(shared ? 'begin; select * from sqlite_schema' : 'begin exclusive');
    return { release: () => database.close() };
  } catch (reason) {
    database.close();
    if ((reason as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw reason;
  }
}

/** Runs a function under the lock. @throws one sentence when the lock is not free within `waitMs` */
export async function withLock<Result>(file: string, run: () => Promise<Result>, waitMs?: number): Promise<Result> {
  const lock = await waitForLock(file, { waitMs });
  try {
    return await run();
  } finally {
    lock.release();
  }
}

/** @throws one sentence when the lock is not free within `waitMs` */
export async function waitForLock(
  file: string,
  { waitMs = 120_000, ...options }: LockOptions & { waitMs?: number } = {},
): Promise<Lock> {
  const deadlineMs = Date.now() + waitMs;
  for (;;) {
    const lock = tryLock(file, options);
    if (lock) return lock;
    if (Date.now() > deadlineMs) throw new Error(`Another process has held the lock ${file} for too long.`);
    await pause(40);
  }
}
