import { createHash } from 'node:crypto';
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
import { type Connections, shareConnection } from './sharedConnection.ts';
import type { Tables } from './tables.ts';

/** Every query goes through this; inside a transaction it is the transaction. */
export type Db = Kysely<Tables>;

/** Where a database answers: an address of the operator's, or the socket of the embedded server. */
export type Connection = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>;

/** An open database; close it once. */
export interface Database {
  db: Db;
  /**
   * For reads of about a millisecond that many ask for at once: they share a connection, so that the server begins the
   * next as soon as one is done. What takes longer would hold up those behind it; there are no transactions.
   */
  quick: Db;
  pool: pg.Pool;
  /** Waits for statements under way, then lets go of every connection. */
  close(): Promise<void>;
}

/** More connections than this cost more than they bring: one process has one core. */
export const POOL_SIZE = 3;
/** Statements beyond this many different texts go without a name, so that a server never keeps them all. */
const NAMED_STATEMENTS_MAX = 1_000;

const { builtins, getTypeParser } = pg.types;
/** `{a,b}` without quoted or empty elements. */
const parseArray = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','));
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

/** Reads bigint as number and date as `YYYY-MM-DD`; the rest as `pg` does. */
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

/**
 * Opens a pool; connects at the first query. Time is UTC on every connection.
 * @param statementTimeoutMs 0: none, for commands and migrations
 */
export function openDb(connection: Connection, poolSize = POOL_SIZE, statementTimeoutMs = 0): Database {
  const settings: pg.ClientConfig = {
    ...connection,
    types,
    options: `-c timezone=UTC -c max_parallel_workers_per_gather=0 -c statement_timeout=${statementTimeoutMs}`,
    application_name: 'promenade',
    keepAlive: true,
  };
  // A connection stays: another one would plan each statement anew, a tenth of a second for the first search.
  const pool = new pg.Pool({ ...settings, max: poolSize, idleTimeoutMillis: 0 });
  // A connection that breaks (a restarted server) is dropped by the pool; without listeners it would end the process,
  // when it is idle as well as between two statements of a transaction.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = builder(driver(pool));
  // Planning such a read for its values takes longer than the read.
  const options = `${settings.options} -c plan_cache_mode=force_generic_plan`;
  const shared = driver(shareConnection(() => new pg.Client({ ...settings, options, pipeline: true })));
  const quick = builder({ ...shared, beginTransaction: refuseTransaction });
  const close = async () => {
    await quick.destroy();
    await db.destroy();
  };
  return { db, quick, pool, close };
}

const builder = (through: Driver): Db =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => through,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

const refuseTransaction = async (): Promise<never> => {
  throw new Error('A connection that statements share has no transactions.');
};

interface Held extends DatabaseConnection {
  client: Awaited<ReturnType<Connections['connect']>>;
  broken: boolean;
}

/** Kysely's own driver sends statements without a name, which halves the throughput of short ones. */
function driver(pool: Connections): Driver {
  const run = async (held: DatabaseConnection, sql: string) =>
    held.executeQuery<{ command: string }>(CompiledQuery.raw(sql));
  return {
    init: async () => {},
    acquireConnection: async () => hold(await pool.connect()),
    releaseConnection: async (held) => {
      const { client, broken } = held as Held;
      client.release(broken);
    },
    beginTransaction: async (held, { isolationLevel, accessMode }) => {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
      await run(held, `begin${level}${accessMode ? ` ${accessMode}` : ''}`);
    },
    commitTransaction: async (held) => {
      const { rows } = await run(held, 'commit');
      // A transaction that an earlier error left aborted answers a commit with a rollback.
      if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError();
    },
    rollbackTransaction: async (held) => {
      try {
        await run(held, 'rollback');
      } catch (reason) {
        (held as Held).broken = true;
        throw reason;
      }
    },
    savepoint: async (held, name) => void (await run(held, `savepoint ${pg.escapeIdentifier(name)}`)),
    rollbackToSavepoint: async (held, name) => void (await run(held, `rollback to ${pg.escapeIdentifier(name)}`)),
    releaseSavepoint: async (held, name) => void (await run(held, `release ${pg.escapeIdentifier(name)}`)),
    destroy: () => pool.end(),
  };
}

function hold(client: Held['client']): Held {
  return {
    client,
    broken: false,
    executeQuery: <Row>({ sql, parameters }: CompiledQuery) => execute<Row>(client, sql, parameters),
    streamQuery: () => {
      throw new Error('Reading a result in pieces is not supported: ask for pages.');
    },
  };
}

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

async function execute<Row>(
  client: Held['client'],
  text: string,
  values: readonly unknown[],
): Promise<QueryResult<Row>> {
  const name = nameOf(text);
  const { command, rowCount, rows } = await client.query<Row & pg.QueryResultRow>({
    ...(name ? { name } : {}),
    text,
    values: values.map(asText),
  });
  if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as Row] };
  if (COUNTED.has(command)) return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  return { rows };
}

/** Numbers in a row, as an audience has them in each statement: `pg` quotes each of them by itself. */
const asText = (value: unknown) =>
  Array.isArray(value) && value.every(Number.isInteger) ? `{${value.join(',')}}` : value;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= NAMED_STATEMENTS_MAX) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}
