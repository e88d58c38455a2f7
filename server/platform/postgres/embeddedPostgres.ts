import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Connection } from '../database/db.ts';
import { withLock } from '../process/lock.ts';
import { findHome, type Home, prepareHome, remember } from './clusterHome.ts';
import { initCluster, type Postmaster, runningPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';

/** This process's part in the embedded server of a data folder. */
export interface Member {
  connection: Connection;
  /** Process id of the server. */
  pid(): number;
  /** Close your connections first. The last one to leave stops the server. */
  leave(): Promise<void>;
}

/** How to be there. */
export interface JoinOptions {
  /** False for throw-away clusters: fast, and lost by a power cut. */
  durable?: boolean;
  /** Told when the server died and was started again, or could not be. */
  onRestart?: (problem?: unknown) => void;
}

const DATABASE = 'promenade';
/** Each process that uses the server keeps one connection of this name, so that the server itself knows who is there. */
const MEMBER = 'promenade member';

/**
 * Joins the PostgreSQL of a data folder: makes it when there is none, starts it when it does not run. Any number of
 * processes may join. A server that dies is started again while somebody is there.
 * @throws one sentence when it cannot be made or started, or was made by another major version
 */
export async function joinEmbedded(dataDir: string, options: JoinOptions = {}): Promise<Member> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await realpath(dataDir);
  const lockFile = join(folder, 'database.lock');
  let presence: Presence | undefined;
  let left = false;

  const enter = async () => {
    const entered = await appear(folder, options.durable ?? true);
    entered.client.once('end', () => void (left || enterAgain()));
    presence = entered;
    return entered;
  };
  const enterAgain = async () => {
    presence = undefined;
    try {
      const isBack = await withLock(lockFile, async () => {
        // Who left while others held the lock must not come back: a process that is there for good never ends.
        if (!left) await enter();
        return !left;
      });
      if (isBack) options.onRestart?.();
    } catch (problem) {
      options.onRestart?.(problem);
    }
  };

  const { server } = await withLock(lockFile, enter);
  return {
    connection: { host: server.socket, port: 5432, user: 'promenade', database: DATABASE },
    pid: () => presence?.server.pid ?? 0,
    leave: () =>
      withLock(lockFile, async () => {
        left = true;
        if (presence) await disappear(presence);
      }),
  };
}

/** Removes a cluster that nobody uses, wherever it lies. For throw-away data folders. */
export async function removeEmbedded(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const home = await findHome(await realpath(dataDir));
  const running = home && (await runningPostmaster(home));
  if (running) await stopPostmaster(running, home);
  if (home) await rm(home.folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

interface Presence {
  home: Home;
  server: Postmaster;
  client: pg.Client;
}

async function appear(dataDir: string, durable: boolean): Promise<Presence> {
  const known = await findHome(dataDir);
  const running = known && (await runningPostmaster(known));
  const [home, server] = running ? [known, running] : await start(dataDir, known, durable);
  const client = await connectWhenReady(server);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  return { home, server, client };
}

async function start(dataDir: string, known: Home | undefined, durable: boolean): Promise<[Home, Postmaster]> {
  const [home, programs] = await prepareHome(dataDir, known);
  if (!home.made) {
    await initCluster(home, programs, durable);
    await remember(dataDir, { ...home, made: true });
  }
  await requireMajor(home, programs.binaries.major);
  return [home, await startPostmaster(home, programs, durable)];
}

async function disappear({ home, server, client }: Presence): Promise<void> {
  const asked = await client
    .query<{ others: boolean }>(
      'select exists (select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()) as others',
      [MEMBER],
    )
    // It died a moment ago, and is the matter of whoever stays.
    .catch(() => undefined);
  await client.end();
  if (asked?.rows[0]?.others === false) await stopPostmaster(server, home);
}

async function requireMajor({ cluster }: Home, major: number): Promise<void> {
  const made = Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10);
  if (made === major) return;
  throw new Error(
    `The database in ${cluster} was made by PostgreSQL ${made}, this version brings ${major}: carry it over with the backup and restore of the older version.`,
  );
}

const STARTING_UP = '57P03';

/** A server that another process started a moment ago, or that recovers, says so until it is ready. */
async function connectWhenReady({ socket }: Postmaster, untilMs = Date.now() + 60_000): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({
      host: socket,
      port: 5432,
      user: 'promenade',
      database: 'postgres',
      application_name: MEMBER,
    });
    try {
      await client.connect();
      // The end of the connection is what matters, not its last error.
      client.on('error', () => {});
      return client;
    } catch (reason) {
      const { code } = reason as { code?: string };
      const passing = code === STARTING_UP || code === 'ENOENT' || code === 'ECONNREFUSED';
      if (!passing || Date.now() > untilMs) throw reason;
      await new Promise((settle) => setTimeout(settle, 50));
    }
  }
}
