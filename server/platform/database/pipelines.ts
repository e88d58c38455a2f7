import type pg from 'pg';
import type { PoolCounts } from '../monitoring/metrics.ts';
import { type Availability, destroyConnection } from './availability.ts';
import { connectClient, type SessionConfig } from './session.ts';

// Statements outside of transactions share a few connections and are pipelined: each is sent without waiting for the
// answers to earlier ones, and PostgreSQL answers in order. Waking the other process for each single statement costs
// more than a short read, so this doubles the throughput of lists and searches.
// See https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING.

const CONNECTIONS = 3;
/** A connection that has not answered for so long is at a slow statement: later statements use another one. */
const SLOW_MS = 3;

/** Short, because every statement waits for the first connection. */
const CONNECT_TIMEOUT_MS = 1_000;

interface Pipeline {
  client: pg.Client;
  /** Statements sent and not yet answered. */
  unanswered: number;
  /** Time of the last answer, or of the statement that ended a pause. */
  progressedAt: number;
}

export interface Pipelines extends PoolCounts {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
  /** Waits for the answers, then closes every connection. */
  close(): Promise<void>;
}

export function createPipelines(config: SessionConfig, availability: Availability): Pipelines {
  const pipelines: Pipeline[] = [];
  let opening: Promise<Pipeline> | undefined;
  let isClosed = false;

  async function open(): Promise<Pipeline> {
    const timeout = config.connectionTimeoutMillis ? { connectionTimeoutMillis: CONNECT_TIMEOUT_MS } : {};
    const client = await connectClient({ ...config, ...timeout, pipeline: true });
    const pipeline = { client, unanswered: 0, progressedAt: 0 };
    client.on('error', () => remove(pipeline)).on('end', () => remove(pipeline));
    // Left open, it would keep the process alive.
    if (isClosed) await client.end();
    else pipelines.push(pipeline);
    return pipeline;
  }

  /** False when it was removed before. */
  function remove(pipeline: Pipeline): boolean {
    const isThere = pipelines.includes(pipeline);
    if (isThere) pipelines.splice(pipelines.indexOf(pipeline), 1);
    return isThere;
  }

  function choose(): Pipeline | Promise<Pipeline> {
    const slow = performance.now() - SLOW_MS;
    const available = pipelines.find(({ unanswered, progressedAt }) => unanswered === 0 || progressedAt > slow);
    if (available) return available;
    if (pipelines.length < CONNECTIONS) {
      opening ??= open().finally(() => {
        opening = undefined;
      });
      // Those who do not wait for the new connection do not care if it fails.
      opening.catch(() => {});
    }
    const [first, ...others] = pipelines;
    if (!first) return opening as Promise<Pipeline>;
    return others.reduce((best, other) => (other.unanswered < best.unanswered ? other : best), first);
  }

  return {
    get totalCount() {
      return pipelines.length;
    },
    get idleCount() {
      return pipelines.filter(({ unanswered }) => unanswered === 0).length;
    },
    /** Statements that wait for the answer to an earlier one on their connection. */
    get waitingCount() {
      return pipelines.reduce((sum, { unanswered }) => sum + Math.max(0, unanswered - 1), 0);
    },
    async query(statement) {
      availability.require();
      const chosen = choose();
      const pipeline = chosen instanceof Promise ? await availability.watch(chosen, () => {}) : chosen;
      if (pipeline.unanswered === 0) pipeline.progressedAt = performance.now();
      pipeline.unanswered += 1;
      try {
        const giveUp = () => {
          remove(pipeline);
          destroyConnection(pipeline.client);
        };
        const retire = () => {
          if (remove(pipeline)) void pipeline.client.end();
        };
        return await availability.watch(pipeline.client.query(statement), giveUp, retire);
      } finally {
        pipeline.unanswered -= 1;
        pipeline.progressedAt = performance.now();
      }
    },
    async close() {
      await opening?.catch(() => {});
      isClosed = true;
      await Promise.all(pipelines.map(({ client }) => client.end()));
    },
  };
}
