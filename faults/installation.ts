import { setTimeout as pause } from 'node:timers/promises';
import { type Service, startService } from '../e2e/startService.ts';
import { type Database, openDb } from '../server/platform/database/db.ts';
import { findDataDirectory } from '../server/platform/postgres/dataDirectory.ts';
import { findRunningServer, type PostgresServer } from '../server/platform/postgres/postgresServer.ts';
import { Fault } from './actor.ts';
import { compileCacheEnv } from './command.ts';

export const killTargets = ['server', 'database', 'both', 'import'] as const;
export type KillTarget = (typeof killTargets)[number];

/** A running service with its database and data folder. */
export type Installation = Awaited<ReturnType<typeof openInstallation>>;

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** Starts the service without the demo. */
export async function openInstallation(dataDir: string) {
  // Each call comes from its own network, as from many people.
  const env = { DEMO: '0', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error', ...compileCacheEnv(dataDir) };
  const start = () => startService({ dataDir, env });
  let service: Service = await start();
  let killed: PostgresServer | undefined;
  /** One connection per database process: a new one per statement would exhaust its limit. */
  const databases = new Map<number, Database>();

  async function findPostgres(): Promise<PostgresServer | undefined> {
    const home = await findDataDirectory(dataDir);
    return home && findRunningServer(home);
  }

  async function isReady(): Promise<boolean> {
    const running = await findPostgres();
    if (!running || running.pid === killed?.pid) return false;
    return (await fetch(`${service.address}/health/ready`).catch(() => undefined))?.ok === true;
  }

  return {
    dataDir,
    /** Changes with each restart. */
    address: () => service.address,
    /** Output since the last start. */
    output: () => service.output(),
    async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
      const running = await findPostgres();
      const { pid = 0, socketFolder: socket = '' } = running ?? {};
      const known =
        databases.get(pid) ?? openDb({ host: socket, port: 5432, user: 'promenade', database: 'promenade' }, 1);
      databases.set(pid, known);
      return (await known.pool.query<Row>(text, values)).rows;
    },
    /** Sends SIGKILL. */
    async kill(kill: KillTarget): Promise<void> {
      killed = undefined;
      if (kill === 'database' || kill === 'both') {
        killed = await findPostgres();
        if (killed) process.kill(killed.pid, 'SIGKILL');
      }
      if (kill === 'server' || kill === 'both') await service.kill();
    },
    /** Restarts what does not recover by itself and returns the milliseconds until it is ready. @throws Fault */
    async waitUntilReady(kill: KillTarget): Promise<number> {
      const from = Date.now();
      if (kill === 'server' || kill === 'both') service = await start();
      while (!(await isReady())) {
        if (Date.now() > from + READY_TIMEOUT_MS)
          throw new Fault(`The service is not ready ${READY_TIMEOUT_MS / 1000} s after a kill of ${kill}.`);
        await pause(POLL_MS);
      }
      return Date.now() - from;
    },
    async close() {
      await Promise.all([...databases.values()].map((database) => database.close()));
      await service.stop();
    },
  };
}
