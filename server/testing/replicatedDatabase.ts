import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '../platform/database/db.ts';
import { findDataDirectory, prepareDataDirectory } from '../platform/postgres/dataDirectory.ts';
import { type EmbeddedPostgres, joinEmbeddedPostgres } from '../platform/postgres/embeddedPostgres.ts';
import { startServer, stopServer } from '../platform/postgres/postgresServer.ts';
import { runProgram, sendSignal } from '../platform/process/processes.ts';

/** An embedded database with a streaming replica. */
export interface ReplicatedDatabase {
  primary: EmbeddedPostgres;
  /** Addresses for the configuration. */
  primaryUrl: string;
  replicaUrl: string;
  /** Waits until the replica has replayed what the primary has written by now. */
  catchUp(): Promise<void>;
  /** Waits until the replica has everything and keeps it so: it answers, and lags behind. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  killReplica(): void;
  startReplica(): Promise<void>;
  /** Makes the replica a second primary: on a timeline of its own, or as if its files had been started as they are. */
  promoteReplica(how: 'new timeline' | 'same timeline'): Promise<void>;
  /** Starts the former primary again as a replica of the new one. */
  demotePrimary(): Promise<void>;
  /** Close your connections first. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 20_000;
const POLL_MS = 20;

/** Starts the database of a data folder, a new one where there is none, and a replica of it. */
export async function openReplicatedDatabase(folder: string): Promise<ReplicatedDatabase> {
  // A copy of a stopped cluster needs no backup.
  if (!(await findDataDirectory(folder))) await (await joinEmbeddedPostgres(folder)).leave();
  const directory = await findDataDirectory(folder);
  if (!directory) throw new Error(`There is no database in ${folder}.`);
  const [, programs] = await prepareDataDirectory(folder, directory);
  const standby = {
    folder: join(directory.folder, 'standby'),
    cluster: join(directory.folder, 'standby', 'cluster'),
    log: join(directory.folder, 'standby', 'server.log'),
    isInitialised: true,
  };
  const copy = 'mkdir -m 700 standby && cp -a cluster standby/cluster && touch standby/cluster/standby.signal';
  await runProgram(programs.user, '/bin/sh', ['-c', copy], { cwd: directory.folder });
  const primary = await joinEmbeddedPostgres(folder);
  const settings = `primary_conninfo = 'host=''${primary.connection.host}'' port=5432 user=promenade'\n`;
  await appendFile(join(standby.cluster, 'postgresql.auto.conf'), settings);
  let replica = await startServer(standby, programs, false);
  const replicaConnection = { ...primary.connection, host: replica.socketFolder };

  async function catchUp(): Promise<void> {
    const position = String(await ask(primary.connection, 'pg_current_wal_lsn()'));
    await waitUntil(() => ask(replicaConnection, `pg_last_wal_replay_lsn() >= '${position}'`));
  }
  await catchUp();

  return {
    primary,
    primaryUrl: formatUrl(primary.connection),
    replicaUrl: formatUrl(replicaConnection),
    catchUp,
    async pauseReplay() {
      await catchUp();
      await ask(replicaConnection, 'pg_wal_replay_pause()');
      await waitUntil(() => ask(replicaConnection, "pg_get_wal_replay_pause_state() = 'paused'"));
    },
    resumeReplay: async () => void (await ask(replicaConnection, 'pg_wal_replay_resume()')),
    killReplica: () => void process.kill(replica.pid, 'SIGKILL'),
    async startReplica() {
      replica = await startServer(standby, programs, false);
    },
    async promoteReplica(how) {
      if (how === 'new timeline') {
        await ask(replicaConnection, 'pg_promote()');
      } else {
        await stopServer(replica, standby);
        await rm(join(standby.cluster, 'standby.signal'));
        replica = await startServer(standby, programs, false);
      }
      await waitUntil(() => ask(replicaConnection, 'not pg_is_in_recovery()'));
    },
    async demotePrimary() {
      const conninfo = `primary_conninfo = 'host=''${replica.socketFolder}'' port=5432 user=promenade'\n`;
      await appendFile(join(directory.cluster, 'postgresql.auto.conf'), conninfo);
      await writeFile(join(directory.cluster, 'standby.signal'), '');
      // Its member starts it again.
      sendSignal(primary.pid(), 'SIGKILL');
      await waitUntil(() => ask(primary.connection, 'pg_is_in_recovery()').catch(() => false));
    },
    async close() {
      await stopServer(replica, standby);
      await primary.leave();
    },
  };
}

const formatUrl = ({ host = '', database }: Connection) =>
  `postgres://promenade@localhost/${database}?host=${encodeURIComponent(host)}`;

async function ask(connection: Connection, expression: string): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ answer: unknown }>(`select ${expression} as answer`);
  await client.end();
  return rows[0]?.answer;
}

async function waitUntil(isTrue: () => Promise<unknown>): Promise<void> {
  const untilMs = Date.now() + TIMEOUT_MS;
  while ((await isTrue()) !== true) {
    if (Date.now() > untilMs) throw new Error(`The replica does not follow within ${TIMEOUT_MS / 1000} s.`);
    await pause(POLL_MS);
  }
}
