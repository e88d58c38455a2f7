import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, vi } from 'vitest';
import type { Connection } from '../platform/database/db.ts';
import { migrate } from '../platform/database/migrate.ts';
import { type DataDirectory, prepareDataDirectory } from '../platform/postgres/dataDirectory.ts';
import { removeEmbeddedPostgres } from '../platform/postgres/embeddedPostgres.ts';
import {
  initDataDirectory,
  type PostgresServer,
  startServer,
  stopServer,
} from '../platform/postgres/postgresServer.ts';
import { runProgram } from '../platform/process/processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export interface ReplicatedDatabase {
  primary: Connection;
  /** Addresses for the configuration. */
  primaryUrl: string;
  replicaUrl: string;
  /** Waits until the replica has everything and keeps it so: it answers, and lags behind. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  killReplica(): void;
  startReplica(): Promise<void>;
}

const connectionOf = ({ socketFolder }: PostgresServer) => ({
  host: socketFolder,
  port: 5432,
  user: 'promenade',
  database: 'postgres',
});
const urlOf = ({ host }: { host: string }) =>
  `postgres://promenade@localhost/postgres?host=${encodeURIComponent(host)}`;

/** Starts a migrated database and a streaming replica of it, until the end of the test file. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await temporaryFolder('promenade-replica-');
  const [directory, programs] = await prepareDataDirectory(folder, undefined);
  const standby = {
    folder: join(directory.folder, 'standby'),
    cluster: join(directory.folder, 'standby', 'cluster'),
    log: join(directory.folder, 'standby', 'server.log'),
    isInitialised: true,
  };
  const runShell = (script: string) => runProgram(programs.user, '/bin/sh', ['-c', script], { cwd: directory.folder });
  const running = new Map<DataDirectory, PostgresServer>();
  afterAll(async () => {
    for (const [stopped, server] of [...running].reverse()) await stopServer(server, stopped);
    await removeEmbeddedPostgres(folder);
  });

  async function start(started: DataDirectory, durable: boolean): Promise<PostgresServer> {
    const server = await startServer(started, programs, durable);
    running.set(started, server);
    return server;
  }

  await initDataDirectory(directory, programs, false);
  // A copy of a stopped cluster needs no backup.
  await runShell('mkdir -m 700 standby && cp -a cluster standby/cluster && touch standby/cluster/standby.signal');
  // Durable: a commit is in the log when it is answered.
  const primary = await start(directory, true);
  const settings = `primary_conninfo = 'host=''${primary.socketFolder}'' port=5432 user=promenade'\n`;
  await appendFile(join(standby.cluster, 'postgresql.auto.conf'), settings);
  const primaryConnection = connectionOf(primary);
  const pool = new pg.Pool({ ...primaryConnection, max: 1 });
  await migrate(pool);
  await pool.end();
  const replicaConnection = connectionOf(await start(standby, false));

  async function ask(connection: Connection, expression: string): Promise<unknown> {
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query<{ answer: unknown }>(`select ${expression} as answer`);
    await client.end();
    return rows[0]?.answer;
  }

  async function catchUp(): Promise<void> {
    const position = String(await ask(primaryConnection, 'pg_current_wal_lsn()'));
    await vi.waitUntil(() => ask(replicaConnection, `pg_last_wal_replay_lsn() >= '${position}'`), { timeout: 20_000 });
  }
  await catchUp();

  return {
    primary: primaryConnection,
    primaryUrl: urlOf(primaryConnection),
    replicaUrl: urlOf(replicaConnection),
    async pauseReplay() {
      await catchUp();
      await ask(replicaConnection, 'pg_wal_replay_pause()');
      await vi.waitUntil(() => ask(replicaConnection, "pg_get_wal_replay_pause_state() = 'paused'"), {
        timeout: 20_000,
      });
    },
    resumeReplay: async () => void (await ask(replicaConnection, 'pg_wal_replay_resume()')),
    killReplica() {
      const server = running.get(standby);
      if (server) process.kill(server.pid, 'SIGKILL');
    },
    startReplica: async () => void (await start(standby, false)),
  };
}
