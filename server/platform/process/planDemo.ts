import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { type Config, isLoopback } from './config.ts';
import { getInstallationFact, setInstallationFact } from './installation.ts';

/** `make`: create it or continue; `made`: it is complete; `none`: a real installation. Stored in the database. */
export type Demo = 'make' | 'made' | 'none';

/**
 * Decides at each start whether the demo is created. An empty database on a loopback host gets it unless DEMO=0, or unless
 * a proxy makes the service public; then it needs DEMO=1. The decision is stored.
 * @throws one sentence when others could reach the demo's well-known passwords
 */
export async function planDemo(
  db: Db,
  config: Pick<Config, 'demo' | 'host' | 'production' | 'publicUrl' | 'trustProxy'>,
): Promise<Demo> {
  const { demo, host, production } = config;
  const proxy = demo ? undefined : findProxy(config);
  const exposure = production ? 'NODE_ENV=production' : isLoopback(host) ? proxy : `HOST=${host}`;
  const stored = (await getInstallationFact(db, 'demo')) as Demo | undefined;
  if (stored === 'make' || stored === 'made') {
    if (!exposure) return stored;
    throw new Error(
      `This installation has the demo accounts, whose passwords are public: it does not start with ${exposure}.`,
    );
  }
  const isEmpty = await isDatabaseEmpty(db);
  if (demo && exposure)
    throw new Error(`DEMO=1 creates accounts whose passwords are public: it does not go with ${exposure}.`);
  if (demo && !isEmpty) throw new Error('DEMO=1 needs an empty database, and this one is in use.');
  const plan = demo || (demo === undefined && stored === undefined && isEmpty && !exposure) ? 'make' : 'none';
  if (plan !== stored) await setInstallationFact(db, 'demo', plan);
  return plan;
}

/** The variable that says that others reach the service through a proxy. */
function findProxy({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>): string | undefined {
  const host = publicUrl && new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  if (host && !isLoopback(host)) return `PUBLIC_URL=${publicUrl} without DEMO=1`;
  return trustProxy ? 'TRUST_PROXY without DEMO=1' : undefined;
}

export async function isDemo(db: Db): Promise<boolean> {
  const stored = await getInstallationFact(db, 'demo');
  return stored === 'make' || stored === 'made';
}

export const markDemoCreated = (db: Db): Promise<void> => setInstallationFact(db, 'demo', 'made' satisfies Demo);

async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isempty: boolean }>`
    select not exists (select from accounts) and not exists (select from releases) as isempty`.execute(db);
  return rows[0]?.isempty === true;
}
