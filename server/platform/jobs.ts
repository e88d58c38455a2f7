import type pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Db } from './db.ts';
import { listen } from './listen.ts';
import type { Log } from './log.ts';

const DAY_SECONDS = 24 * 3600;

/** Every queue, and how long a job that fails is tried again. */
const queues = {
  /** Hands one mail over; a mail server may be away for a week. */
  mail: { retryLimit: 200, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 120, notify: true },
  /** Mails a reset link, so that asking takes the same time for known and unknown addresses. */
  'reset-mail': { retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 300, notify: true },
  /** Removes what is over. */
  tidy: { retryLimit: 2 },
} as const;
type Queue = keyof typeof queues;

/** What is done after the answer, by this process or by another one; kept in the database. */
export interface Jobs {
  /** The job exists when the transaction that `db` is in commits. */
  send(db: Db, queue: Queue, data: object): Promise<void>;
  /** Does the jobs of a queue here, one at a time; one that throws is tried again. */
  work<Data extends object>(queue: Queue, handle: (data: Data) => Promise<void>): Promise<void>;
  /** Does a job here at the times of a cron expression (UTC), once in the whole installation. */
  every(queue: Queue, cron: string, handle: () => Promise<void>): Promise<void>;
  /** Waits for the jobs under way. */
  close(): Promise<void>;
}

const STOP_WITHIN_MS = 10_000;

/**
 * Opens the job queue on the pool; nothing is asked of the database before the first job.
 * @param works whether this process does jobs, or only leaves them to others
 */
export function openJobs(pool: pg.Pool, log: Log, works: boolean): Jobs {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => pool.query(text, values),
      listen: async (channel, heard, missed) => {
        const close = await listen(pool, channel, { heard, missed });
        missed();
        return { close };
      },
    },
    useListenNotify: works,
    supervise: works,
    schedule: works,
  });
  boss.on('error', (problem) => log.error({ err: problem }, 'the job queue stumbled'));
  let started: Promise<void> | undefined;
  const start = () => (started ??= open());

  async function open(): Promise<void> {
    await boss.start();
    for (const [queue, how] of Object.entries(queues)) {
      await boss.createQueue(queue, { ...how, deleteAfterSeconds: DAY_SECONDS });
    }
  }

  async function work<Data extends object>(queue: Queue, handle: (data: Data) => Promise<void>): Promise<void> {
    await start();
    await boss.work<Data>(queue, { pollingIntervalSeconds: 2 }, async ([job]) => {
      if (job) await handle(job.data);
    });
  }

  return {
    async send(db, queue, data) {
      await start();
      await boss.send(queue, data, { db: fromKysely(db) });
    },
    work,
    async every(queue, cron, handle) {
      await work(queue, handle);
      await boss.schedule(queue, cron);
    },
    async close() {
      if (!started) return;
      await started.catch(() => undefined);
      await boss.stop({ timeout: STOP_WITHIN_MS });
    },
  };
}
