import type { AppContext } from '../platform/context.ts';
import { listen } from '../platform/database/listen.ts';
import { untilNext } from './listQueries.ts';

/** The triggers of migration 0010 tell here: an account's id when it archived or restored, else nothing. */
const CHANNEL = 'catalogue';
const HOUR_MS = 3_600_000;
const RETRY_MS = 1_000;
/** Timers may run a little fast. */
const LATER_MS = 100;

interface Listener {
  /** A release changed or became available. */
  doubt(): void;
  /** An account archived or restored something. */
  forget(accountid: number): void;
}

/**
 * Tells what changes the lists of accounts, on whichever node it was done. Resolves when it listens; what it resolves
 * to stops it.
 */
export async function hearChanges(
  { db, pool }: Pick<AppContext, 'db' | 'pool'>,
  listener: Listener,
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const stop = await listen(pool, CHANNEL, {
    heard: (accountid) => (accountid ? listener.forget(Number(accountid)) : changed()),
    missed: changed,
  });

  function changed(): void {
    listener.doubt();
    void waitForNext();
  }

  async function waitForNext(): Promise<void> {
    const ms = await untilNext(db).catch(() => RETRY_MS);
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(changed, Math.min((ms ?? HOUR_MS) + LATER_MS, HOUR_MS)).unref();
  }

  await waitForNext();
  return () => {
    isOver = true;
    clearTimeout(timer);
    return stop();
  };
}
