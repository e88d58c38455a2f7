import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { Monitoring } from '../monitoring/monitoring.ts';
import { atMost } from '../process/limits.ts';
import type { Log } from '../process/log.ts';
import { type Availability, createAvailability, destroyConnection } from './availability.ts';
import { createPipelines, type Pipelines } from './pipelines.ts';
import { setUpSession } from './session.ts';
import type { Tables } from './tables.ts';

// Kysely with a driver of our own. A transaction has a connection of a pool, other statements share connections (see
// pipelines.ts). Kysely's driver sends statements without a name, so PostgreSQL parses and plans each one again, which
// halves the throughput of short reads. This driver names each statement by the hash of its text; every connection
// prepares it once and reuses the plan.

/** Inside a transaction this is the transaction. */
export type Db = Kysely<Tables>;

/** The address of an external database or the socket of the embedded server. */
export type Connection = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  availability: Availability;
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>;
}

/** How long a statement of the running service may take; commands have no limit. */
export const STATEMENT_TIMEOUT_MS = 10_000;
/** A process has one thread, so more connections only add latency. */
export const POOL_SIZE = 3;
/** How long a transaction waits for a connection of the pool. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Limits the prepared statements that each connection holds; further texts are sent without a name. */
const NAMED_STATEMENTS_MAX = 2_000;

const { builtins, getTypeParser } = pg.types;
/** Parses `{a,b}` without quoted or empty elements. */
const parseArray = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','));
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

/** Reads bigint as number and date as `YYYY-MM-DD`; other types as `pg` does. */
const types: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary'): (value: string) => unknown {
    if (format !== 'binary') {
      if (id === builtins.INT8) return Number;
      if (id === builtins.DATE) return String;
      if (id === INT8_ARRAY) return (text: string) => parseArray(text).map(Number);
      if (id === DATE_ARRAY) return parseArray;
    }
    return getTypeParser(id, format) as (value: string) => unknown;
  },
};

interface DatabaseOptions extends Monitoring {
  /** 0: no timeouts, for commands and migrations. Otherwise statements also fail when the database does not answer. */
  statementTimeoutMs?: number;
  /** Receives the outages. */
  log?: Log;
}

/** Tells the processes of this installation apart. */
const APPLICATION_NAME = `promenade ${hostname().slice(0, 40)}:${process.pid}`;

/** Connects at the first query. Every connection has the settings of session.ts. */
export function openDb(
  connection: Connection,
  poolSize = POOL_SIZE,
  { statementTimeoutMs = 0, log, metrics, tracing }: DatabaseOptions = {},
): Database {
  const isWatched = statementTimeoutMs > 0;
  const config = {
    ...connection,
    types,
    onConnect: (client: pg.ClientBase) => setUpSession(client, statementTimeoutMs, isWatched ? CONNECT_TIMEOUT_MS : 0),
    application_name: APPLICATION_NAME,
    keepAlive: true,
    ...(isWatched && { connectionTimeoutMillis: CONNECT_TIMEOUT_MS }),
  };
  const availability = createAvailability(config, { statementTimeoutMs, log });
  // Idle connections stay open: a new one would plan every statement again, 0.1 s for the first search.
  const pool = new pg.Pool({ ...config, max: poolSize, idleTimeoutMillis: 0 });
  // The pool replaces a broken connection. Without error listeners, idle or between statements, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const pipelines = createPipelines(config, availability);
  metrics?.pools.set('transactions', pool).set('statements', pipelines);
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(pool, pipelines, availability, tracing),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  // Kysely does not close what it has not used yet, and a connection that stays open keeps the process alive.
  const close = async () => void (await Promise.all([pipelines.close(), pool.end(), availability.close()]));
  return { db, pool, availability, close };
}

interface DriverConnection extends DatabaseConnection {
  /** The connection of a transaction. */
  client?: pg.PoolClient;
  broken?: boolean;
}

function createDriver(
  pool: pg.Pool,
  pipelines: Pipelines,
  availability: Availability,
  tracing: Monitoring['tracing'],
): Driver {
  const run = async (connection: DatabaseConnection, sql: string) =>
    connection.executeQuery<{ command: string }>(CompiledQuery.raw(sql));
  return {
    init: async () => {},
    acquireConnection: async () => createConnection(pipelines, availability, tracing),
    releaseConnection: async ({ client, broken }: DriverConnection) => client?.release(broken),
    beginTransaction: async (connection: DriverConnection, { isolationLevel, accessMode }) => {
      connection.client = await connectPool(pool, availability);
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
      await run(connection, `begin${level}${accessMode ? ` ${accessMode}` : ''}`);
    },
    commitTransaction: async (connection) => {
      const { rows } = await run(connection, 'commit');
      // PostgreSQL answers COMMIT with ROLLBACK when an earlier error aborted the transaction.
      if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError();
    },
    rollbackTransaction: async (connection: DriverConnection) => {
      try {
        await run(connection, 'rollback');
      } catch (reason) {
        connection.broken = true;
        throw reason;
      }
    },
    savepoint: async (connection, name) => void (await run(connection, `savepoint ${pg.escapeIdentifier(name)}`)),
    rollbackToSavepoint: async (connection, name) =>
      void (await run(connection, `rollback to ${pg.escapeIdentifier(name)}`)),
    releaseSavepoint: async (connection, name) => void (await run(connection, `release ${pg.escapeIdentifier(name)}`)),
    destroy: async () => {},
  };
}

/** @throws DatabaseUnavailable */
export async function connectPool(pool: pg.Pool, availability: Availability): Promise<pg.PoolClient> {
  availability.require();
  const connecting = pool.connect();
  return availability.watch(connecting, () => void connecting.then((client) => client.release(true)).catch(() => {}));
}

/** Runs a statement on a connection of a pool. @throws DatabaseUnavailable */
export async function queryPool(pool: pg.Pool, availability: Availability, text: string, values?: unknown[]) {
  const client = await connectPool(pool, availability);
  let isBroken = false;
  try {
    return await availability.watch(client.query(text, values), () => {
      isBroken = true;
      destroyConnection(client);
    });
  } catch (reason) {
    // A script of several statements may have left its transaction open.
    isBroken = true;
    throw reason;
  } finally {
    client.release(isBroken);
  }
}

function createConnection(
  pipelines: Pipelines,
  availability: Availability,
  tracing: Monitoring['tracing'],
): DriverConnection {
  const query: Pipelines['query'] = (statement) => {
    const { client } = connection;
    if (!client) return pipelines.query(statement);
    const retire = () => {
      connection.broken = true;
    };
    const giveUp = () => {
      retire();
      destroyConnection(client);
    };
    return availability.watch(client.query(statement), giveUp, retire);
  };
  const connection: DriverConnection = {
    executeQuery: <Row>({ sql, parameters }: CompiledQuery) => {
      const run = () => execute<Row>({ query }, sql, parameters);
      // The text has no personal data: values are passed as parameters.
      return tracing ? tracing.runPart('statement', { 'db.query.text': sql }, run) : run();
    },
    streamQuery: () => {
      throw new Error('Streaming a result is not supported: read it in pages.');
    },
  };
  return connection;
}

/** The most slow reads that run at the same time: one connection of the pool stays free for changes. */
const SLOW_READS_MAX = POOL_SIZE - 1;
const limitSlowReads = atMost(SLOW_READS_MAX);

/** Runs slow reads on a connection of their own: no other statement waits behind them. */
export const readApart = <Result>(db: Db, query: (db: Db) => Promise<Result>): Promise<Result> =>
  limitSlowReads(() => db.transaction().setAccessMode('read only').execute(query));

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

async function execute<Row>(
  client: Pick<Pipelines, 'query'>,
  text: string,
  values: readonly unknown[],
): Promise<QueryResult<Row>> {
  const name = nameStatement(text);
  const { command, rowCount, rows } = await client.query<Row & pg.QueryResultRow>({
    ...(name ? { name } : {}),
    text,
    values: values.map(formatIntegers),
  });
  if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as Row] };
  if (WRITES.has(command)) return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  return { rows };
}

/** Formats an array of integers at once, such as an audience; `pg` would quote each element. */
const formatIntegers = (value: unknown) =>
  Array.isArray(value) && value.every(Number.isInteger) ? `{${value.join(',')}}` : value;

const statementNames = new Map<string, string>();

function nameStatement(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= NAMED_STATEMENTS_MAX) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  statementNames.set(text, name);
  return name;
}

/** Runs in the transaction of `db`, or in one of its own. */
export const inTransaction = <Result>(db: Db, run: (db: Db) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? run(db) : db.transaction().execute(run);
