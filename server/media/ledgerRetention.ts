import type { AppContext } from '../platform/context.ts';
import { defineJob } from '../platform/jobs/job.ts';
import { DAY_MS } from '../platform/process/days.ts';
import { deleteOldZipLinks } from './download/zipLinkQueries.ts';
import { deleteOldTransfers } from './ledgerQueries.ts';
import { deleteOldSoundCodes } from './soundMarkQueries.ts';

const LEDGER_MONTHS = 24;
const ZIP_LINK_MS = DAY_MS;

/** Deletes rows of the media ledger after 24 months (requirements decision 33) with codes that only they named, and links to zips after a day. */
export async function deleteOldLedger({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const before = now();
  before.setUTCMonth(before.getUTCMonth() - LEDGER_MONTHS);
  await deleteOldTransfers(db, before);
  await deleteOldSoundCodes(db);
  await deleteOldZipLinks(db, new Date(now().getTime() - ZIP_LINK_MS));
}

export const ledgerJob = defineJob('media-ledger', deleteOldLedger, { schedule: '23 4 * * *' });
