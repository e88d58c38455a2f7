import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { JsonText } from '../platform/http/serve.ts';
import { findReleaseDetail } from './queries.ts';
import { refuseRelease } from './requireRelease.ts';

export async function getReleaseDetail(
  db: Db,
  request: Pick<Caller, 'accountid' | 'audience'> & {
    releaseid: string;
    /** Whatever its state and audience: the caller works for its owner. */
    isPreview?: boolean;
  },
  now: Date,
): Promise<JsonText> {
  const row = await findReleaseDetail(db, request);
  if (!row) return refuseRelease(db, request, now);
  const promoinfo = JSON.stringify(row.promoinfo);
  const listed = `${row.json.slice(0, -1)},"downloaded":${row.downloaded}`;
  return { json: `${listed},"promoinfo":${promoinfo},"songs":${row.songs},"attachments":${row.attachments}}` };
}
