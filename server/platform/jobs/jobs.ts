import pg from 'pg';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Db } from '../database/db.ts';
import { listen } from '../database/listen.ts';
import type { Log } from '../process/log.ts';

const DAY_SECONDS = 24 * 3600;

/** Every queue, and how long a job that fails is tried again. */
const queues = {
  /** Hands one mail over; a mail server may be away for a week. */
  mail: { retryLimit: 200, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600, expireInSeconds: 120, notify: true },
  /** Mails a reset link, so that asking takes the same time for known and unknown addresses. */
  'reset-mail': {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 60,
    notify: true,
  },
  /** Tells of new releases; while one does, no other starts. */
  'release-mails': { policy: 'exclusive', retryLimit: 2, expireInSeconds: 300, notify: true },
  /** Counts listeners. */
  popular: { retryLimit: 2, notify: true },
  /** Removes what is over. */
  tidy: { retryLimit: 2, notify: true },
} as const;
type Queue = keyof typeof queues;

/** What is done after the answer, by this process or by another one; kept in the database. */
export interface Jobs {
  /** The job exists when the transaction that `db` is in commits. */
  send(db: Db, queue: Queue, data: object): Promise<void>;
  /** Does the jobs of a queue here, a few at a time; one that throws is tried again. */
  work<Data extends object>(queue: Queue, handle: (data: Data) => Promise<void>): Promise<void>;
  /** Does a job here at the times of a cron expression (UTC), once in the whole installation. */
  every(queue: Queue, cron: string, handle: () => Promise<void>): Promise<void>;
  /** Waits for the jobs under way. */
  close(): Promise<void>;
}

const STOP_WITHIN_MS = 10_000;
const AT_ONCE = 5;
/** The library looks that often after things that never happen here: other workers' migrations, flows, new queues. */
const HARDLY_EVER_SECONDS = 3600;
/** Of the jobs that come by the clock: how late they may be. */
const CLOCK_SECONDS = 30;

/**
 * Opens the job queue on the database of a pool; nothing is asked of it before the first job.
 * @param works whether this process does jobs, or only leaves them to others
 */
export function openJobs(pool: pg.Pool, log: Log, works: boolean): Jobs {
  // Apart from the pool: a transaction that leaves a job holds a connection of that, and may not wait for another one.
  const own = new pg.Pool({ ...pool.options, max: 2 });
  // A connection that breaks is dropped; without a listener it would end the process.
  own.on('error', () => {});
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => own.query(text, values),
      listen: async (channel, heard, missed) => {
        const close = await listen(own, channel, { heard, missed });
        missed();
        return { close };
      },
    },
    useListenNotify: works,
    supervise: works,
    schedule: works,
    queueCacheIntervalSeconds: HARDLY_EVER_SECONDS,
    bamIntervalSeconds: HARDLY_EVER_SECONDS,
    flowIntervalSeconds: HARDLY_EVER_SECONDS,
    cronWorkerIntervalSeconds: CLOCK_SECONDS,
  });
  boss.on('error', (problem) => log.error({ err: problem }, 'the job queue stumbled'));
  boss.on('warning', (problem) => log.warn({ problem }, 'the job queue warns'));
  let started: Promise<void> | undefined;
  // A start that failed is not kept: the next job is a new chance.
  const start = () => (started ??= open().catch(startAgain));

  function startAgain(reason: unknown): never {
    started = undefined;
    throw reason;
  }

  async function open(): Promise<void> {
    await boss.start();
    for (const [queue, how] of Object.entries(queues)) {
      await boss.createQueue(queue, { ...how, deleteAfterSeconds: DAY_SECONDS });
    }
  }

  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    await started?.catch(() => undefined);
    await boss.stop({ timeout: STOP_WITHIN_MS });
    await own.end();
  }

  async function work<Data extends object>(queue: Queue, handle: (data: Data) => Promise<void>): Promise<void> {
    await start();
    const tryOne = async ({ id, data }: Job<Data>): Promise<JobResult> => {
      try {
        await handle(data);
        return { id, status: 'completed' };
      } catch (reason) {
        log.warn({ err: reason, queue, jobid: id }, 'a job failed');
        return { id, status: 'failed', output: { message: String(reason) } };
      }
    };
    // A full batch is followed by the next one at once: a queue of many does not wait for the next look.
    const how = { batchSize: AT_ONCE, burstWhenBatchFull: true, perJobResults: true } as const;
    await boss.work<Data>(queue, how, (jobs) => Promise.all(jobs.map(tryOne)));
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
    close: () => (closed ??= close()),
  };
}
