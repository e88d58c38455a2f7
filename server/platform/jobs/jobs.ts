import pg from 'pg';
import { fromKysely, type Job, type JobResult, PgBoss, type QueueOptions, type QueuePolicy } from 'pg-boss';
import * as z from 'zod/mini';
import { DatabaseUnavailable } from '../database/availability.ts';
import { connectPool, type Database, type Db, queryPool } from '../database/db.ts';
import { listen } from '../database/listen.ts';
import type { Monitoring } from '../monitoring/monitoring.ts';
import type { Log } from '../process/log.ts';
import { runOutsideScope } from '../process/scope.ts';

/** What may be in a queue, and how it is repeated; times in seconds (pg-boss). */
export interface Queue<Data extends object = object> extends QueueOptions {
  queue: string;
  /** Default: nothing is said to the job. */
  payload?: z.ZodMiniType<Data>;
  /** `exclusive`: only one job runs at a time. */
  policy?: QueuePolicy;
  notify?: boolean;
  /** Jobs that one process runs at once: `batches` of `batchSize`. */
  batchSize?: number;
  batches?: number;
}

const DAY_SECONDS = 24 * 3600;

/** Background jobs in the database (pg-boss). Any process of the installation may run them. */
export interface Jobs {
  /** Adds a job in the transaction of `db`; it starts at `startAfter`, and jobs with a higher priority run first. */
  send<Data extends object>(
    db: Db,
    queue: Queue<Data>,
    data: Data,
    options?: { priority?: number; startAfter?: Date },
  ): Promise<void>;
  /** Runs a failed job once more, or deletes it, in the transaction of `db`. */
  retry(db: Db, queue: string, jobid: string): Promise<void>;
  discard(db: Db, queue: string, jobid: string | string[]): Promise<void>;
  /** Runs the jobs of a queue in this process, also at the times of a cron expression (UTC). A job that throws is retried. */
  work<Data extends object>(queue: Queue<Data>, handle: (data: Data) => Promise<unknown>, cron?: string): Promise<void>;
  /** Waits for running jobs. */
  close(): Promise<void>;
}

/** An arbitrary advisory lock number. */
const START_LOCK = 4_040_002;
const STOP_TIMEOUT_MS = 10_000;
const BATCH_SIZE = 5;
/** The polling interval for changes that Promenade never makes: background migrations, flows, new queues. */
const RARE_POLL_SECONDS = 3600;
/** The maximum delay of scheduled jobs. */
const CRON_POLL_SECONDS = 30;
/** The maximum delay of a retry that has a `retryDelay`: pg-boss sends no notification for retries. */
const RETRY_POLL_SECONDS = 5;

/** Creates the queue client; it connects at the first job. `runsJobs`: false for a process that only adds jobs. */
export function openJobs(
  { pool, availability }: Pick<Database, 'pool' | 'availability'>,
  log: Log,
  runsJobs: boolean,
  { metrics, tracing }: Monitoring = {},
): Jobs {
  // A pool of its own: a transaction that adds a job must not wait for a second connection of the main pool.
  const jobPool = new pg.Pool({ ...pool.options, max: 2 });
  // Without a listener a broken connection would end the process.
  jobPool.on('error', () => {});
  jobPool.on('connect', (client) => client.on('error', () => {}));
  metrics?.pools.set('jobs', jobPool);
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => queryPool(jobPool, availability, text, values),
      listen: async (channel, onNotification, onReconnect) => {
        const close = await listen(jobPool, channel, { onNotification, onReconnect });
        onReconnect();
        return { close };
      },
    },
    useListenNotify: runsJobs,
    supervise: runsJobs,
    schedule: runsJobs,
    queueCacheIntervalSeconds: RARE_POLL_SECONDS,
    bamIntervalSeconds: RARE_POLL_SECONDS,
    flowIntervalSeconds: RARE_POLL_SECONDS,
    cronWorkerIntervalSeconds: CRON_POLL_SECONDS,
  });
  boss.on('error', (problem) => {
    // The outage is in the log already. pg-boss copies errors, so that only their name is left.
    if (problem.name !== DatabaseUnavailable.name) log.error({ err: problem }, `Job queue error: ${problem.message}`);
  });
  boss.on('warning', (problem) => log.warn({ problem }, `Job queue warning: ${problem.message}`));

  let started: Promise<void> | undefined;
  function start(): Promise<void> {
    started ??= runOutsideScope(startBoss).catch((reason: unknown) => {
      // The next job tries again.
      started = undefined;
      throw reason;
    });
    return started;
  }

  async function startBoss(): Promise<void> {
    // Nodes that start at once take turns: pg-boss knows a race for its tables by the English message of the error alone.
    const client = await connectPool(jobPool, availability);
    try {
      await client.query('set statement_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [START_LOCK]);
      await boss.start();
    } finally {
      // Closing the connection releases the lock.
      client.release(true);
    }
  }

  const opened = new Set<string>();
  async function open({ queue, policy, payload: _, batchSize: _size, batches: _count, ...rest }: Queue): Promise<void> {
    await start();
    if (opened.has(queue)) return;
    const options = { retryLimit: 2, notify: true, ...rest, deleteAfterSeconds: DAY_SECONDS };
    await boss.createQueue(queue, { ...options, ...(policy && { policy }) });
    // `createQueue` leaves the options of an existing queue as they are.
    await boss.updateQueue(queue, options);
    opened.add(queue);
  }

  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    await started?.catch(() => undefined);
    await boss.stop({ timeout: STOP_TIMEOUT_MS });
    await jobPool.end();
  }

  async function work<Data extends object>(
    queue: Queue<Data>,
    handle: (data: Data) => Promise<unknown>,
    cron?: string,
  ): Promise<void> {
    await open(queue);
    const { queue: name, payload, batchSize = BATCH_SIZE, batches = 1, retryDelay } = queue;
    const run = (data: Data) => {
      const parsed = payload?.safeParse(data);
      // It is retried, too: a node of another version may know it.
      if (parsed && !parsed.success)
        throw new Error(`Not what the queue ${name} holds: ${z.prettifyError(parsed.error)}`);
      return handle(parsed?.data ?? data);
    };
    const runJob = async ({ id, data }: Job<Data>): Promise<JobResult> => {
      const endTimer = metrics?.jobDurations.startTimer({ queue: name });
      try {
        await (tracing ? tracing.runJob(name, async () => void (await run(data))) : run(data));
        endTimer?.({ result: 'completed' });
        return { id, status: 'completed' };
      } catch (reason) {
        endTimer?.({ result: 'failed' });
        if (!(reason instanceof DatabaseUnavailable)) log.warn({ err: reason, queue: name, jobid: id }, 'Job failed');
        return { id, status: 'failed', output: { message: String(reason) } };
      }
    };
    const options = {
      batchSize,
      localConcurrency: batches,
      burstWhenBatchFull: true,
      perJobResults: true,
      ...(retryDelay !== undefined && { notifyPollingIntervalSeconds: RETRY_POLL_SECONDS }),
    } as const;
    await boss.work<Data>(name, options, (jobs) => Promise.all(jobs.map(runJob)));
    if (cron) await boss.schedule(name, cron);
  }

  return {
    async send(db, queue, data, options) {
      await open(queue);
      await boss.send(queue.queue, data, { ...options, db: fromKysely(db) });
    },
    async retry(db, queue, jobid) {
      await start();
      await boss.retry(queue, jobid, { db: fromKysely(db) });
    },
    async discard(db, queue, jobid) {
      await start();
      await boss.deleteJob(queue, jobid, { db: fromKysely(db) });
    },
    work,
    close: () => (closed ??= close()),
  };
}
