import { setTimeout as pause } from 'node:timers/promises';
import { type Service, startService } from '../e2e/startService.ts';
import { type Database, openDb } from '../server/platform/database/db.ts';
import { findHome } from '../server/platform/postgres/clusterHome.ts';
import { type Postmaster, runningPostmaster } from '../server/platform/postgres/postmaster.ts';
import { quickly } from './command.ts';
import { Fault } from './lane.ts';

/** What can be killed. */
export const kills = ['server', 'database', 'both', 'import'] as const;
export type Kill = (typeof kills)[number];

/** The installation under fire: a service, its database and its data folder. */
export interface Site {
  dataDir: string;
  /** Where it answers now; another port after each restart. */
  address(): string;
  /** What the service said since it was started last. */
  output(): string;
  /** One statement, on a connection that keeps nothing alive. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** SIGKILL, and nothing else. */
  strike(kill: Kill): Promise<void>;
  /** Waits until it answers again, starting what does not come back by itself; milliseconds. @throws Fault */
  comeBack(kill: Kill): Promise<number>;
  close(): Promise<void>;
}

const BACK_WITHIN_MS = 60_000;
const LOOK_MS = 20;

/** Starts the real service on a data folder, without the demo. */
export async function openSite(dataDir: string): Promise<Site> {
  // Each call comes from a network of its own, as if many people called.
  const env = { DEMO: '0', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error', ...quickly(dataDir) };
  const start = () => startService({ dataDir, env });
  let service: Service = await start();
  let killed: Postmaster | undefined;
  /** By the process of their server: a connection for each statement would be more than it ends in time. */
  const databases = new Map<number, Database>();

  async function postmaster(): Promise<Postmaster | undefined> {
    const home = await findHome(dataDir);
    return home && runningPostmaster(home);
  }

  async function isBack(): Promise<boolean> {
    const running = await postmaster();
    if (!running || running.pid === killed?.pid) return false;
    return (await fetch(`${service.address}/health/ready`).catch(() => undefined))?.ok === true;
  }

  return {
    dataDir,
    address: () => service.address,
    output: () => service.output(),
    async query<Row extends object>(text: string, values: unknown[] = []) {
      const running = await postmaster();
      const { pid = 0, socket = '' } = running ?? {};
      const known =
        databases.get(pid) ?? openDb({ host: socket, port: 5432, user: 'promenade', database: 'promenade' }, 1);
      databases.set(pid, known);
      return (await known.pool.query<Row>(text, values)).rows;
    },
    async strike(kill) {
      killed = undefined;
      if (kill === 'database' || kill === 'both') {
        killed = await postmaster();
        if (killed) process.kill(killed.pid, 'SIGKILL');
      }
      if (kill === 'server' || kill === 'both') await service.kill();
    },
    async comeBack(kill) {
      const from = Date.now();
      if (kill === 'server' || kill === 'both') service = await start();
      while (!(await isBack())) {
        if (Date.now() > from + BACK_WITHIN_MS)
          throw new Fault(`The service is not back ${BACK_WITHIN_MS / 1000} s after a kill of ${kill}.`);
        await pause(LOOK_MS);
      }
      return Date.now() - from;
    },
    async close() {
      await Promise.all([...databases.values()].map((database) => database.close()));
      await service.stop();
    },
  };
}
