import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/** Held until released or until the process is gone. */
export interface Lock {
  release(): void;
}

const BUSY = 5;

/**
 * Takes a lock that the operating system holds for this process: one that dies, even by kill -9, holds nothing any more.
 * (Node offers no file locks of its own; SQLite's are the system's.) Undefined when another one has it; several may have
 * it `shared`.
 */
export function tryLock(file: string, { shared = false } = {}): Lock | undefined {
  const holder = new DatabaseSync(file, { timeout: 0 });
  try {
    holder.exec(shared ? 'begin; select * from sqlite_schema' : 'begin exclusive');
    return { release: () => holder.close() };
  } catch (reason) {
    holder.close();
    if ((reason as { errcode?: number }).errcode === BUSY) return undefined;
    throw reason;
  }
}

/**
 * Runs what only one process may do at a time.
 * @throws one sentence when the lock is not to be had for `waitMs`
 */
export async function withLock<Result>(file: string, run: () => Promise<Result>, waitMs?: number): Promise<Result> {
  const lock = await waitForLock(file, { waitMs });
  try {
    return await run();
  } finally {
    lock.release();
  }
}

/** As `tryLock`. @throws one sentence when the lock is not to be had for `waitMs` */
export async function waitForLock(file: string, { waitMs = 120_000, shared = false } = {}): Promise<Lock> {
  const untilMs = Date.now() + waitMs;
  for (;;) {
    const lock = tryLock(file, { shared });
    if (lock) return lock;
    if (Date.now() > untilMs) throw new Error(`Another process has been holding ${file} for too long.`);
    await pause(40);
  }
}
