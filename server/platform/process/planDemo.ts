import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { type Config, isLoopback } from './config.ts';

/** `make`: create it or continue; `made`: it is complete; `none`: a real installation. Stored in the database. */
export type Demo = 'make' | 'made' | 'none';

/**
 * Decides at each start whether the demo is created. An empty database on a loopback host gets it unless DEMO=0.
 * The decision is stored.
 * @throws one sentence when others could reach the demo's well-known passwords
 */
export async function planDemo(
  db: Db,
  { demo, host, production }: Pick<Config, 'demo' | 'host' | 'production'>,
): Promise<Demo> {
  const exposure = production ? 'NODE_ENV=production' : isLoopback(host) ? undefined : `HOST=${host}`;
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

export const markDemoCreated = (db: Db): Promise<void> => setInstallationFact(db, 'demo', 'made' satisfies Demo);

export async function getInstallationFact(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function setInstallationFact(db: Db, name: string, fact: unknown): Promise<void> {
  const value = JSON.stringify(fact);
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isempty: boolean }>`
    select not exists (select from accounts) and not exists (select from releases) as isempty`.execute(db);
  return rows[0]?.isempty === true;
}
