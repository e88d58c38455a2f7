import { createAccount } from '../server/access/accounts.ts';
import { updateTrackFragments } from '../server/catalogue/publishTrackQueries.ts';
import { rebuildIndex } from '../server/catalogue/search/searchIndex.ts';
import type { AppContext } from '../server/platform/context.ts';
import { type CatalogueSize, generateCatalogue } from './generateCatalogue.ts';
import { startStep } from './steps.ts';

const FRAGMENT_BATCH = 5_000;
export const ACCOUNT = { email: 'bench@bench.example', password: 'Promenade-1', verified: true };

/** Fills an empty database; the account holds the packages. */
export async function createCatalogue(context: AppContext, size: CatalogueSize, packages: string[]): Promise<void> {
  const { db, pool } = context;
  // Room for the fragments in the page of each track, so that setting them changes no index.
  await pool.query('alter table tracks set (fillfactor = 12)');
  await generateCatalogue(context, size, new Date());
  startStep('Preparing the tracks for lists');
  for (let firstId = 1; firstId <= size.releases; firstId += FRAGMENT_BATCH)
    await updateTrackFragments(
      db,
      Array.from({ length: Math.min(FRAGMENT_BATCH, size.releases - firstId + 1) }, (_none, index) => firstId + index),
    );
  await pool.query('alter table tracks reset (fillfactor)');
  startStep('Building the search index');
  await rebuildIndex(db);
  await pool.query('vacuum analyze');
  await createAccount(db, { ...ACCOUNT, packages });
}
