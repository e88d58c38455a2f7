import type { Db } from '../database/db.ts';
import { isNew, recall, remember } from '../database/installationQueries.ts';
import { type Config, isLoopback } from './config.ts';

/** `make`: begin or go on; `made`: its accounts are there; `none`: a real installation. */
export type Demo = 'make' | 'made' | 'none';

const NAME = 'demo';

/**
 * Decides at each start about the demo. A new database on a host that only this machine reaches gets one, unless DEMO
 * says otherwise; from then on the installation remembers.
 * @throws one sentence where the demo's well-known passwords could be reached by others
 */
export async function planDemo(
  db: Db,
  { demo: wanted, host, production }: Pick<Config, 'demo' | 'host' | 'production'>,
): Promise<Demo> {
  const open = production ? 'NODE_ENV=production' : isLoopback(host) ? undefined : `HOST=${host}`;
  const remembered = (await recall(db, NAME)) as Demo | undefined;
  if (remembered === 'make' || remembered === 'made') {
    if (!open) return remembered;
    throw new Error(
      `This installation holds the demo accounts, whose passwords everybody knows: it does not start with ${open}.`,
    );
  }
  const empty = await isNew(db);
  if (wanted && open)
    throw new Error(`DEMO=1 makes accounts whose passwords everybody knows: it does not go with ${open}.`);
  if (wanted && !empty) throw new Error('DEMO=1 needs an empty database, and this one is in use.');
  const plan = wanted || (wanted === undefined && remembered === undefined && empty && !open) ? 'make' : 'none';
  if (plan !== remembered) await remember(db, NAME, plan);
  return plan;
}

/** From now on a start only names the accounts. */
export const demoIsMade = (db: Db): Promise<void> => remember(db, NAME, 'made' satisfies Demo);
