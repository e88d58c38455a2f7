import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '../database/db.ts';
import { addLastStep } from '../process/command.ts';
import { withLock } from '../process/lock.ts';
import { type DataDirectory, findDataDirectory, prepareDataDirectory, saveLocation } from './dataDirectory.ts';
import {
  findRunningServer,
  initDataDirectory,
  type PostgresServer,
  startServer,
  stopServer,
} from './postgresServer.ts';

/**
 * One PostgreSQL server per data folder, shared by all processes of the installation. Each process is a member: it keeps
 * one connection with the application name `promenade member`, so that the server itself knows its members. The first
 * member starts the server, the last one stops it, and each restarts it after a crash. A file lock serialises all this.
 */
export interface EmbeddedPostgres {
  connection: Connection;
  /** The process id of the server. */
  pid(): number;
  /** Close your connections first. The last member stops the server. */
  leave(): Promise<void>;
}

export interface JoinOptions {
  /** False for temporary databases: fast, but a power cut loses them. */
  durable?: boolean;
  /** Called after the server crashed and was restarted, or with the reason why it cannot be. */
  onRestart?: (problem?: unknown) => void;
}

const DATABASE = 'promenade';
const MEMBER = 'promenade member';

/**
 * Joins the server of a data folder; creates the database and starts the server when needed.
 * @throws one sentence when that fails, or when another major version created the database
 */
export async function joinEmbeddedPostgres(
  dataDir: string,
  { durable = true, onRestart }: JoinOptions = {},
): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await realpath(dataDir);
  const lockFile = join(folder, 'database.lock');
  let membership: Membership | undefined;
  let hasEntered = false;
  let hasLeft = false;

  const enter = async () => {
    hasEntered = true;
    const joined = await connectMember(folder, durable);
    joined.client.once('end', () => void (hasLeft || rejoin()));
    membership = joined;
    return joined;
  };
  const rejoin = async () => {
    membership = undefined;
    try {
      const isRestarted = await withLock(lockFile, async () => {
        // The process may have left while it waited for the lock.
        if (!hasLeft) await enter();
        return !hasLeft;
      });
      if (isRestarted) onRestart?.();
    } catch (problem) {
      onRestart?.(problem);
    }
  };

  const leave = () =>
    withLock(lockFile, async () => {
      removeStep();
      hasLeft = true;
      if (membership) await disconnectMember(membership);
      membership = undefined;
    });
  // Before the server starts: a signal meanwhile must not leave it behind.
  const removeStep = addLastStep(async () => {
    if (hasEntered) await leave();
  });

  const { server } = await withLock(lockFile, enter);
  return {
    connection: { host: server.socketFolder, port: 5432, user: 'promenade', database: DATABASE },
    pid: () => membership?.server.pid ?? 0,
    leave,
  };
}

/** Stops the server of a temporary data folder and deletes both. */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const directory = await findDataDirectory(await realpath(dataDir));
  const server = directory && (await findRunningServer(directory));
  if (server) await stopServer(server, directory);
  if (directory) await rm(directory.folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

interface Membership {
  directory: DataDirectory;
  server: PostgresServer;
  client: pg.Client;
}

async function connectMember(dataDir: string, durable: boolean): Promise<Membership> {
  const existing = await findDataDirectory(dataDir);
  const running = existing && (await findRunningServer(existing));
  const [directory, server] = running ? [existing, running] : await start(dataDir, existing, durable);
  const client = await connectWhenReady(server);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  return { directory, server, client };
}

async function start(
  dataDir: string,
  existing: DataDirectory | undefined,
  durable: boolean,
): Promise<[DataDirectory, PostgresServer]> {
  const [directory, programs] = await prepareDataDirectory(dataDir, existing);
  if (!directory.isInitialised) {
    await initDataDirectory(directory, programs, durable);
    await saveLocation(dataDir, { ...directory, isInitialised: true });
  }
  await requireMajorVersion(directory, programs.binaries.major);
  return [directory, await startServer(directory, programs, durable)];
}

async function disconnectMember({ directory, server, client }: Membership): Promise<void> {
  const result = await client
    .query<{ others: boolean }>(
      'select exists (select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()) as others',
      [MEMBER],
    )
    // After a crash the remaining members restart the server.
    .catch(() => undefined);
  await client.end();
  if (result?.rows[0]?.others === false) await stopServer(server, directory);
}

async function requireMajorVersion({ cluster }: DataDirectory, major: number): Promise<void> {
  const created = Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10);
  if (created === major) return;
  throw new Error(
    `The database in ${cluster} was created by PostgreSQL ${created}, this version has ${major}: migrate it by a backup of the older version and a restore.`,
  );
}

const CANNOT_CONNECT_NOW = '57P03';

/** Waits up to a minute for a server that starts or recovers. */
async function connectWhenReady({ socketFolder }: PostgresServer): Promise<pg.Client> {
  const deadlineMs = Date.now() + 60_000;
  for (;;) {
    const client = new pg.Client({
      host: socketFolder,
      port: 5432,
      user: 'promenade',
      database: 'postgres',
      application_name: MEMBER,
    });
    try {
      await client.connect();
      // `end` follows every error and is handled.
      client.on('error', () => {});
      return client;
    } catch (reason) {
      const { code } = reason as { code?: string };
      const isTemporary = code === CANNOT_CONNECT_NOW || code === 'ENOENT' || code === 'ECONNREFUSED';
      if (!isTemporary || Date.now() > deadlineMs) throw reason;
      await pause(50);
    }
  }
}
