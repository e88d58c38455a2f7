import type { AppContext } from '../platform/context.ts';
import { deleteOldTransfers } from './ledgerQueries.ts';

const LEDGER_MONTHS = 24;

/** Deletes rows of the media ledger after 24 months (requirements decision 33). */
export async function deleteOldLedger({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const before = now();
  before.setUTCMonth(before.getUTCMonth() - LEDGER_MONTHS);
  await deleteOldTransfers(db, before);
}
