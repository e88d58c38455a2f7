import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { AppContext } from './context.ts';
import { type Connection, openDb, POOL_SIZE } from './database/db.ts';
import { migrate } from './database/migrate.ts';
import { openJobs } from './jobs/jobs.ts';
import { joinEmbedded } from './postgres/embedded.ts';
import type { Config } from './process/config.ts';
import { addressOf } from './process/config.ts';
import { makeDataFolder } from './process/dataFolder.ts';
import type { Log } from './process/log.ts';
import { openSecrets } from './process/secrets.ts';
import { diskStorage } from './storage/storage.ts';

/** The world and the way out of it. */
export interface OpenWorld {
  context: AppContext;
  /** Lets go of everything; the last one on an embedded database stops it. */
  close(): Promise<void>;
}

interface Options {
  log: Log;
  /** Told what takes long, one line each. */
  say?: (line: string) => void;
  /** 0: none, for commands. */
  statementTimeoutMs?: number;
  /** Whether this process does jobs; commands only leave them. */
  works?: boolean;
}

const OLDEST_POSTGRESQL = 160_000;

/**
 * Opens the database (joins or starts the embedded one), brings its schema up to date, opens media and secrets.
 * The service and every command begin here.
 * @throws one sentence
 */
export async function openWorld(
  config: Config,
  { log, say, statementTimeoutMs = 0, works = false }: Options,
): Promise<OpenWorld> {
  await makeDataFolder(config.dataDir);
  const { connection, leave } = config.databaseUrl
    ? external(config.databaseUrl)
    : await embedded(config.dataDir, log, say);
  const { close: closeDb, ...database } = openDb(connection, POOL_SIZE, statementTimeoutMs);
  const jobs = openJobs(database.pool, log, works);
  const close = async () => {
    await jobs.close();
    await closeDb();
    await leave();
  };
  try {
    if (config.databaseUrl) await requireUsable(database.pool);
    const ran = await migrate(database.pool);
    if (ran.length > 0) log.info({ migrations: ran }, 'schema brought up to date');
    const now = () => new Date();
    const secrets = await openSecrets(config);
    const address = { url: addressOf(config, config.port) };
    const storage = diskStorage(join(config.dataDir, 'media'));
    return { context: { config, ...database, storage, secrets, log, now, jobs, address }, close };
  } catch (reason) {
    await close();
    throw reason;
  }
}

interface Joined {
  connection: Connection;
  leave(): Promise<void>;
}

const external = (connectionString: string): Joined => ({ connection: { connectionString }, leave: async () => {} });

async function embedded(dataDir: string, log: Log, say?: (line: string) => void): Promise<Joined> {
  if (!existsSync(join(dataDir, 'database.json'))) say?.('Making the database …');
  return joinEmbedded(dataDir, {
    onRestart: (problem) => {
      if (problem) log.fatal({ err: problem }, 'the database died and cannot be started again');
      else log.error('the database died and was started again');
    },
  });
}

/** The operator's own server answers, and is not too old. */
async function requireUsable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool
    .query<{ version: number }>("select current_setting('server_version_num')::int as version")
    .catch((reason: Error) => {
      throw new Error(`The database named by DATABASE_URL does not answer: ${reason.message || String(reason)}.`, {
        cause: reason,
      });
    });
  const version = rows[0]?.version ?? 0;
  if (version >= OLDEST_POSTGRESQL) return;
  throw new Error(
    `The database named by DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}: 16 or newer is needed.`,
  );
}
