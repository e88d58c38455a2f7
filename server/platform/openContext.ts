import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { AppContext } from './context.ts';
import { type Connection, type Database, openDb, POOL_SIZE } from './database/db.ts';
import { migrate } from './database/migrate.ts';
import { connectClient, hasOwnSessions, type SessionConfig, setUpSession } from './database/session.ts';
import { requireNoUnfinishedRestore } from './database/unfinishedRestore.ts';
import { openJobs } from './jobs/jobs.ts';
import { collectDatabaseMetrics } from './monitoring/databaseMetrics.ts';
import type { Monitoring } from './monitoring/monitoring.ts';
import { observeStorage } from './monitoring/observeStorage.ts';
import { joinEmbeddedPostgres } from './postgres/embeddedPostgres.ts';
import { type Config, getServiceUrl } from './process/config.ts';
import { createDataFolder } from './process/dataFolder.ts';
import { requireSameInstallation } from './process/installation.ts';
import { type Log, setEmailKey } from './process/log.ts';
import { openSecrets } from './process/secrets.ts';
import { createS3Storage } from './storage/s3Storage.ts';
import { createDiskStorage, type Storage } from './storage/storage.ts';

interface Options extends Monitoring {
  log: Log;
  /** Receives one line about each long operation. */
  onProgress?: ((line: string) => void) | undefined;
  /** 0: no timeout, for commands. */
  statementTimeoutMs?: number;
  /** Whether this process runs background jobs; commands only queue them. */
  runsJobs?: boolean;
}

const SERVER_VERSION_MIN = 160_000;
const ANSWER_MS = 5_000;

/**
 * Opens the database (DATABASE_URL or the embedded server), runs missing migrations, opens storage and secrets. `close`
 * closes all connections; the last process on an embedded database stops it.
 * @throws one sentence when something is not usable
 */
export async function openContext(config: Config, { runsJobs = false, ...options }: Options) {
  const { log, metrics, tracing } = options;
  const { database, close: closeDatabase } = await openDatabase(config, options);
  const jobs = openJobs(database, log, runsJobs, options);
  if (metrics) collectDatabaseMetrics(metrics, database);
  const close = async () => {
    await jobs.close();
    await closeDatabase();
  };
  try {
    await requireNoUnfinishedRestore(database.pool);
    const migrations = await migrate(database.pool);
    if (migrations.length > 0) log.info({ migrations }, 'Database schema migrated');
    const now = () => new Date();
    const secrets = await openSecrets(config);
    setEmailKey(log, secrets.getKey('log'));
    const address = { url: getServiceUrl(config, config.port) };
    const storage = observeStorage(openStorage(config, log), options);
    await requireSameInstallation(database.db, secrets, storage);
    const context: AppContext = { config, ...database, storage, secrets, log, now, jobs, address, metrics, tracing };
    return { context, close };
  } catch (reason) {
    await close();
    throw reason;
  }
}

/** The storage of STORAGE_URL, or that of the data folder. */
export const openStorage = ({ s3, s3Credentials, dataDir }: Config, log: Log): Storage =>
  s3 && s3Credentials ? createS3Storage(s3, s3Credentials, { log }) : createDiskStorage(join(dataDir, 'media'));

/** Opens the database as it is, without migrations. @throws one sentence when it is not usable */
export async function openDatabase(
  config: Config,
  { log, onProgress, statementTimeoutMs = 0, ...monitoring }: Omit<Options, 'runsJobs'>,
): Promise<{ database: Omit<Database, 'close'>; close: () => Promise<void> }> {
  await createDataFolder(config.dataDir);
  const { connection, leave } = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl } satisfies Connection, leave: async () => {} }
    : await joinDatabase(config.dataDir, log, onProgress);
  const { close: closeDb, ...database } = openDb(connection, POOL_SIZE, { statementTimeoutMs, log, ...monitoring });
  const close = async () => {
    await closeDb();
    await leave();
  };
  try {
    if (config.databaseUrl) await requireUsableServer(config.databaseUrl);
    return { database, close };
  } catch (reason) {
    await close();
    throw reason;
  }
}

async function joinDatabase(dataDir: string, log: Log, onProgress?: (line: string) => void) {
  if (!existsSync(join(dataDir, 'database.json'))) onProgress?.('Creating the database …');
  return joinEmbeddedPostgres(dataDir, {
    onRestart: (problem) => {
      if (problem) log.fatal({ err: problem }, 'Database server crashed and cannot be restarted');
      else log.error('Database server crashed and was restarted');
    },
  });
}

/** @throws one sentence when it does not answer, is too old, or is behind a pooler that does not keep sessions */
async function requireUsableServer(connectionString: string): Promise<void> {
  // The pool of a command waits without limit.
  const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
  const config = { connectionString, ...limits, onConnect: (client: pg.ClientBase) => setUpSession(client, ANSWER_MS) };
  const { version, isOwn } = await describeServer(config).catch((reason: Error) => {
    throw new Error(`The database of DATABASE_URL does not answer: ${reason.message || String(reason)}.`, {
      cause: reason,
    });
  });
  const major = Math.floor(version / 10_000);
  if (version < SERVER_VERSION_MIN)
    throw new Error(`The database of DATABASE_URL is PostgreSQL ${major}: 16 or newer is needed.`);
  if (!isOwn)
    throw new Error(
      'The pooler in front of the database of DATABASE_URL does not keep a session for each connection: set it to session pooling.',
    );
}

async function describeServer(config: SessionConfig): Promise<{ version: number; isOwn: boolean }> {
  const client = await connectClient(config);
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return { version: Number(rows[0]?.server_version_num), isOwn: await hasOwnSessions(config) };
  } finally {
    void client.end();
  }
}
