import pg from 'pg';
import { fromKysely, type Job, type JobResult, PgBoss, type QueueOptions, type QueuePolicy } from 'pg-boss';
import { DatabaseUnavailable } from '../database/availability.ts';
import { connectPool, type Database, type Db, queryPool } from '../database/db.ts';
import { listen } from '../database/listen.ts';
import type { Monitoring } from '../monitoring/monitoring.ts';
import type { Log } from '../process/log.ts';
import { runOutsideScope } from '../process/scope.ts';

const DAY_SECONDS = 24 * 3600;

/** A repeated run begins anew; the heartbeat tells that a worker was killed. */
const DELIVERY_JOB = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 6 * 3600,
  heartbeatSeconds: 60,
  notify: true,
} as const;

/** Every queue with its pg-boss options; times in seconds. */
const queues = {
  /**
   * Delivers one mail. Retries for about a week, because the mail server may be down. Expires after every time-out of the
   * mailer; the heartbeat tells sooner that a worker was killed.
   */
  mail: {
    retryLimit: 200,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 2 * 3600,
    heartbeatSeconds: 60,
    notify: true,
  },
  /** Sends a reset link. Queued, so that the response time does not reveal whether the address is known. */
  'reset-mail': {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 60,
    notify: true,
  },
  /** Sends mails about new releases; only one job runs at a time. */
  'release-mails': { policy: 'exclusive', retryLimit: 2, expireInSeconds: 300, notify: true },
  /** Queues the mails of a follow-up in batches; a repeated run continues. */
  'follow-up': {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 3600,
    heartbeatSeconds: 60,
    notify: true,
  },
  /** Sends the collected mails about shares; only one job runs at a time. */
  'share-mails': { policy: 'exclusive', retryLimit: 2, expireInSeconds: 300, notify: true },
  /** Sends one push message; a late one is of no use. */
  push: { retryLimit: 5, retryDelay: 10, retryBackoff: true, retryDelayMax: 600, expireInSeconds: 60, notify: true },
  /** Reads every stored file and compares its hash; only one job runs at a time. */
  'verify-files': { policy: 'exclusive', retryLimit: 0, expireInSeconds: 12 * 3600, notify: true },
  /** Connects to the mail server, to see whether it takes mails; only one job runs at a time. */
  'mail-server': { policy: 'exclusive', retryLimit: 0, expireInSeconds: 300, notify: true },
  /** Reads the mailbox of returned mails; only one job runs at a time. */
  bounces: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 1800 },
  /** Updates the popularity of releases. */
  popular: { retryLimit: 2, notify: true },
  /** Deletes expired rows. */
  tidy: { retryLimit: 2, notify: true },
  /** Creates the account of an application. Queued, so that the response time does not reveal whether there is one. */
  application: { retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 300, notify: true },
  /** Deletes old rows of the media ledger. */
  'media-ledger': { retryLimit: 2, notify: true },
  /** Creates the partitions of listens to come, and turns old ones into totals. */
  listens: { policy: 'exclusive', retryLimit: 2, notify: true },
  /** Deletes stored files that no row names. */
  'stored-files': { policy: 'exclusive', retryLimit: 2, expireInSeconds: 4 * 3600, notify: true },
  /** Gives stored MP3s of earlier versions an Info frame, some in each run. */
  'info-frames': { policy: 'exclusive', retryLimit: 2, expireInSeconds: 4 * 3600, notify: true },
  /** Measures the sound of tracks that an earlier version imported, some in each run. */
  analysis: { policy: 'exclusive', retryLimit: 2, expireInSeconds: 4 * 3600, notify: true },
  /** Writes the documents of releases that a node of an earlier version imported. */
  documents: { policy: 'exclusive', retryLimit: 2, expireInSeconds: 4 * 3600, notify: true },
  /** Delivers releases to the accounts that have got one of their typed addresses. */
  'typed-addresses': { policy: 'exclusive', retryLimit: 2, notify: true },
  /** Gives and takes packages by their rules, in batches; a repeated run continues. */
  'package-rules': { retryLimit: 20, retryDelay: 5, expireInSeconds: 4 * 3600, heartbeatSeconds: 60, notify: true },
  /** Says what the import of a delivery would do. */
  'delivery-check': DELIVERY_JOB,
  /** Imports a delivery. */
  'delivery-import': DELIVERY_JOB,
  /** Discards deliveries that nobody touched for long. */
  deliveries: { policy: 'exclusive', retryLimit: 2, expireInSeconds: 4 * 3600, notify: true },
} as const;
type QueueName = keyof typeof queues;

/** Background jobs in the database (pg-boss). Any process of the installation may run them. */
export interface Jobs {
  /** Adds a job in the transaction of `db`; it starts at `startAfter`, and jobs with a higher priority run first. */
  send(db: Db, queue: QueueName, data: object, options?: { priority?: number; startAfter?: Date }): Promise<void>;
  /** Runs a failed job once more, or deletes it, in the transaction of `db`. */
  retry(db: Db, queue: string, jobid: string): Promise<void>;
  discard(db: Db, queue: string, jobid: string | string[]): Promise<void>;
  /** Runs the jobs of a queue in this process, `batches` of `batchSize` at once. A job that throws is retried. */
  work<Data extends object>(
    queue: QueueName,
    handle: (data: Data) => Promise<void>,
    options?: { batchSize?: number; batches?: number },
  ): Promise<void>;
  /** Runs a job at the times of a cron expression (UTC), once in the whole installation. */
  schedule(queue: QueueName, cron: string, handle: () => Promise<void>): Promise<void>;
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
const RETRY_POLL_SECONDS = 2;

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
      await createQueues();
    } finally {
      // Closing the connection releases the lock.
      client.release(true);
    }
  }

  async function createQueues(): Promise<void> {
    await boss.start();
    for (const [queue, { policy, ...rest }] of Object.entries<QueueOptions & { policy?: QueuePolicy }>(queues)) {
      const options = { ...rest, deleteAfterSeconds: DAY_SECONDS };
      await boss.createQueue(queue, { ...options, ...(policy && { policy }) });
      // `createQueue` leaves the options of an existing queue as they are.
      await boss.updateQueue(queue, options);
    }
  }

  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    await started?.catch(() => undefined);
    await boss.stop({ timeout: STOP_TIMEOUT_MS });
    await jobPool.end();
  }

  async function work<Data extends object>(
    queue: QueueName,
    handle: (data: Data) => Promise<void>,
    { batchSize = BATCH_SIZE, batches = 1 } = {},
  ): Promise<void> {
    await start();
    const runJob = async ({ id, data }: Job<Data>): Promise<JobResult> => {
      const endTimer = metrics?.jobDurations.startTimer({ queue });
      try {
        await (tracing ? tracing.runJob(queue, () => handle(data)) : handle(data));
        endTimer?.({ result: 'completed' });
        return { id, status: 'completed' };
      } catch (reason) {
        endTimer?.({ result: 'failed' });
        if (!(reason instanceof DatabaseUnavailable)) log.warn({ err: reason, queue, jobid: id }, 'Job failed');
        return { id, status: 'failed', output: { message: String(reason) } };
      }
    };
    const options = {
      batchSize,
      localConcurrency: batches,
      burstWhenBatchFull: true,
      perJobResults: true,
      ...('retryDelay' in queues[queue] && { notifyPollingIntervalSeconds: RETRY_POLL_SECONDS }),
    } as const;
    await boss.work<Data>(queue, options, (jobs) => Promise.all(jobs.map(runJob)));
  }

  return {
    async send(db, queue, data, options) {
      await start();
      await boss.send(queue, data, { ...options, db: fromKysely(db) });
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
    async schedule(queue, cron, handle) {
      await work(queue, handle);
      await boss.schedule(queue, cron);
    },
    close: () => (closed ??= close()),
  };
}
