import pg from 'pg';

// The role, the database or the server may have other defaults than this code relies on, and a pooler may refuse the start
// parameter `options` or drop it. So each connection sets what is needed by a statement, before its first use.

/** How values are written as text. `pg` reads timestamps in this form alone, and a backup has its tables in it. */
export const FORMAT_SETTINGS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
} as const;

const SETTINGS = {
  ...FORMAT_SETTINGS,
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  max_parallel_workers_per_gather: '0',
};

/** The schema with the tables, or else the one in which the role creates tables: `public`, or one of its own name. */
const SCHEMA = `coalesce((select quote_ident(n.nspname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.oid = to_regclass('schema_migrations')), quote_ident(current_schema()), 'public')`;

const values = Object.entries(SETTINGS).map(([name, value]) => `set_config('${name}', '${value}', false)`);
/** The first statement of every connection. */
export const SET_UP = `select ${values.join(', ')}, set_config('statement_timeout', $1, false),
  set_config('search_path', ${SCHEMA}, false)`;

/** Whether the server takes no changes of new sessions, as a standby or by `default_transaction_read_only`. */
export async function isReadOnly(client: Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  return rows[0]?.transaction_read_only === 'on';
}

/** `onConnect` of a pool. @param timeoutMs how long the answer may take; 0: without limit */
export async function setUpSession(client: pg.ClientBase, statementTimeoutMs: number, timeoutMs = 0): Promise<void> {
  await client.query({
    text: SET_UP,
    values: [String(statementTimeoutMs)],
    ...(timeoutMs > 0 && { query_timeout: timeoutMs }),
  });
}

/** The options of a pool, or of a connection beside it. */
export type SessionConfig = pg.ClientConfig & { onConnect?: (client: pg.ClientBase) => void | Promise<void> };

/** Opens a connection beside the pool. An error between statements, even a repeated one, does not end the process. */
export async function connectClient(config: SessionConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  await client.connect();
  try {
    await config.onConnect?.(client);
    return client;
  } catch (reason) {
    await client.end();
    throw reason;
  }
}

/**
 * Whether each connection has a session of its own. Behind a pooler of transactions or statements it has not: settings,
 * prepared statements and locks are lost, and LISTEN reaches somebody else.
 */
export async function hasOwnSessions(config: SessionConfig): Promise<boolean> {
  const first = await connectClient(config);
  const second = await connectClient(config).catch(async (reason: unknown) => {
    await first.end();
    throw reason;
  });
  try {
    const before = await getBackend(first);
    // A pooler gives this transaction the connection to the server that was used last.
    await second.query('begin');
    const other = await getBackend(second);
    return other !== before && (await getBackend(first)) === before;
  } catch (reason) {
    // PgBouncer refuses `begin` in statement pooling.
    if ((reason as { code?: string }).code === '08P01') return false;
    throw reason;
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

/** The process of the server, and settings that another session might not have. */
async function getBackend(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ backend: string }>(
    "select concat_ws(' ', pg_backend_pid(), current_setting('DateStyle'), current_setting('TimeZone')) as backend",
  );
  return rows[0]?.backend ?? '';
}
