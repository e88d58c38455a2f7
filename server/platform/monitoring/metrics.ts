import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { getChunkCounts } from '../http/chunks.ts';

// The metrics of this process in the format of Prometheus. Only processes with METRICS_PORT or METRICS_TOKEN load this
// file. Labels have few values and no personal data: a route is its pattern, not an address.

export type Metrics = ReturnType<typeof createMetrics>;

/** Connection counts of a pool, named as in `pg.Pool`. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Statements or transactions that wait for a connection, or for the answer to an earlier statement on it. */
  readonly waitingCount: number;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600];

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });

  const pools = new Map<string, PoolCounts>();
  new Gauge({
    name: 'promenade_database_connections',
    help: 'Connections to the database, by pool and state.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: 'used' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
      }
    },
  });
  new Gauge({
    name: 'promenade_database_waiting',
    help: 'What waits for a connection of a pool, or for the answer to an earlier statement on it.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount);
    },
  });

  // The cache of chunks is one per process and counts by itself.
  let countedChunks = getChunkCounts();
  new Gauge({
    name: 'promenade_cache_bytes',
    help: 'Memory of a cache.',
    labelNames: ['cache'],
    registers,
    collect() {
      this.set({ cache: 'chunks' }, getChunkCounts().bytes);
    },
  });

  /** Refresh values that are read from elsewhere, such as the database, before each answer of `/metrics`. */
  const collectors: (() => Promise<void>)[] = [];
  return {
    /** By the name of the pool. */
    pools,
    collectors,
    contentType: registry.contentType,
    async format(): Promise<string> {
      await Promise.all(collectors.map((collect) => collect()));
      return registry.metrics();
    },

    requests: new Histogram({
      name: 'promenade_http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its answer.',
      labelNames: ['route', 'method', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    shedRequests: counter('promenade_http_requests_shed_total', 'Requests refused with 503 because of overload.', [
      'reason',
    ]),
    sentBytes: counter('promenade_sent_bytes_total', 'Bytes sent to clients, counted when an answer ends.', ['kind']),
    runningTransfers: gauge('promenade_transfers_running', 'Streams, downloads and zips being sent.', ['purpose']),
    transfers: counter('promenade_transfers_total', 'Streams, downloads and zips that ended.', ['purpose', 'outcome']),
    ledgerRows: counter('promenade_ledger_rows_total', 'Rows written to the media ledger.', ['purpose']),
    mails: counter('promenade_mails_total', 'Attempts to deliver a mail.', ['result']),
    jobDurations: new Histogram({
      name: 'promenade_job_duration_seconds',
      help: 'Time of a job.',
      labelNames: ['queue', 'result'],
      buckets: JOB_SECONDS,
      registers,
    }),
    cacheReads: new Counter({
      name: 'promenade_cache_reads_total',
      help: 'Reads of a cache.',
      labelNames: ['cache', 'result'],
      registers,
      collect() {
        const counts = getChunkCounts();
        this.inc({ cache: 'chunks', result: 'hit' }, counts.hits - countedChunks.hits);
        this.inc({ cache: 'chunks', result: 'miss' }, counts.misses - countedChunks.misses);
        countedChunks = counts;
      },
    }),
    storageErrors: counter('promenade_storage_errors_total', 'Errors of the media store.', ['operation']),

    databaseUp: gauge('promenade_database_up', 'Whether the database answers.', []),
    jobs: gauge('promenade_jobs', 'Jobs of the installation, the same on every node.', ['queue', 'state']),
    jobAges: gauge('promenade_job_age_seconds', 'How long the oldest job has waited or run.', ['queue', 'state']),
    imports: counter('promenade_imports_total', 'Imported deliveries of the installation, the same on every node.', [
      'result',
    ]),
  };
}
