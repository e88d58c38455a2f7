import { randomBytes } from 'node:crypto';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Service, startService } from '../e2e/startService.ts';
import { openDb } from '../server/platform/database/db.ts';
import { openStorage } from '../server/platform/openContext.ts';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';
import { readConfig } from '../server/platform/process/config.ts';
import { createSilentLog } from '../server/platform/process/log.ts';
import { openReplicatedDatabase } from '../server/testing/replicatedDatabase.ts';
import { openS3Server } from '../server/testing/s3Engine.ts';
import { Fault } from './actor.ts';
import { compileCacheEnv } from './command.ts';

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
const METRICS_TOKEN = 'any text of at least 32 characters';

export type Node = Awaited<ReturnType<typeof openNode>>;
export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** What the nodes share. */
export interface ClusterOptions {
  nodes: number;
  storage: 'disk' | 's3';
  /** Lists are read from a replica. */
  hasReplica: boolean;
}

/** Starts services with data folders of their own on one database and one media store. */
export async function openCluster(home: string, { nodes: count, storage, hasReplica }: ClusterOptions) {
  const databaseFolder = join(home, 'database');
  const replicated = hasReplica ? await openReplicatedDatabase(databaseFolder) : undefined;
  // This process is a member of the database server and restarts it after a kill.
  const member = replicated?.primary ?? (await joinEmbeddedPostgres(databaseFolder));
  const database = openDb(member.connection, 2);
  const s3 = storage === 's3' ? await openS3Server() : undefined;
  const media = join(home, 'media');
  await mkdir(media, { mode: 0o700 });
  const env = {
    DATABASE_URL: `postgres://promenade@localhost/promenade?host=${encodeURIComponent(member.connection.host ?? '')}`,
    ...(replicated && { DATABASE_READ_URL: replicated.replicaUrl }),
    ...s3?.createEnv(),
    APP_SECRET: randomBytes(32).toString('base64url'),
    DEMO: '0',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'error',
    METRICS_TOKEN,
  };
  const nodes: Node[] = [];
  // One after the other: the first one creates the tables.
  for (let number = 1; number <= count; number++)
    nodes.push(await openNode(join(home, `node-${number}`, 'data'), media, env));

  async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await database.pool.query<Row>(text, values)).rows;
  }

  return {
    nodes,
    db: database.db,
    storage: openStorage(readConfig({ ...env, DATA_DIR: home }), createSilentLog()),
    s3,
    replica: replicated && { kill: replicated.killReplica, start: replicated.startReplica },
    query,
    /** How many requests the running nodes have refused because of overload. */
    async countShed(): Promise<number> {
      const counts = await Promise.all(nodes.map((node) => node.countShed()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    killDatabase: () => process.kill(member.pid(), 'SIGKILL'),
    /** Restarts the killed services and waits until all nodes answer, and the replica has everything. @throws Fault */
    async waitUntilReady(): Promise<void> {
      await waitFor('The database', () => query('select 1').then(() => true));
      await Promise.all(nodes.map((node) => node.waitUntilReady()));
      await replicated?.catchUp();
    },
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
      await database.close();
      await (replicated ? replicated.close() : member.leave());
      await s3?.close();
    },
  };
}

async function openNode(dataDir: string, media: string, settings: Record<string, string>) {
  const env = { ...settings, ...compileCacheEnv(dataDir) };
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await symlink(media, join(dataDir, 'media'));
  const start = () => startService({ dataDir, env });
  let service: Service = await start();
  let isKilled = false;
  return {
    dataDir,
    env,
    /** Changes with each restart. */
    address: () => service.address,
    /** Output since the last start. */
    output: () => service.output(),
    async countShed(): Promise<number> {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const metrics = await (await fetch(`${service.address}/metrics`, { headers })).text();
      const counts = metrics.matchAll(/^promenade_http_requests_shed_total\{.*\} (\d+)$/gm);
      return counts.reduce((sum, [, count]) => sum + Number(count), 0);
    },
    async kill(): Promise<void> {
      isKilled = true;
      await service.kill();
    },
    async restart(): Promise<void> {
      isKilled = true;
      await service.stop({ keepData: true });
    },
    /** @throws Fault */
    async waitUntilReady(): Promise<void> {
      if (isKilled) service = await start();
      isKilled = false;
      await waitFor('A node', async () => (await fetch(`${service.address}/health/ready`)).ok);
    },
    close: () => service.stop(),
  };
}

/** @throws Fault */
async function waitFor(what: string, isReady: () => Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady().catch(() => false))) {
    if (Date.now() > untilMs) throw new Fault(`${what} is not ready within ${READY_TIMEOUT_MS / 1000} s.`);
    await pause(POLL_MS);
  }
}
