import { insertAudit } from '../../platform/audit/audit.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { countAttempt, perHour, requireWithinLimits } from '../../platform/http/rateLimit.ts';
import type { RecordTransfer } from '../../platform/http/sendFile.ts';
import { hasTransfer } from '../ledgerQueries.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'now'>;

/**
 * Limits the downloads or zips of an account per hour. A range after the start of a file that the account has begun to
 * download continues it and does not count.
 */
export async function consumeDownloadLimit(
  { db, config, now }: Context,
  caller: Pick<Caller, 'accountid' | 'playerid'>,
  purpose: 'download' | 'zip',
  { ranges, etag }: Parameters<RecordTransfer>[0],
): Promise<void> {
  const { accountid } = caller;
  const isContinued = ranges.every(({ start }) => start > 0) && (await hasTransfer(db, { accountid, etag }));
  if (isContinued) return;
  const max = purpose === 'zip' ? config.zipsPerHour : config.downloadsPerHour;
  const counted = await countAttempt(db, [perHour(purpose, String(accountid), max)], now());
  // The audit trail has one line per account and hour.
  if (counted.some(({ count }) => count === max + 1))
    await insertAudit(db, {
      at: now(),
      actor: 'system',
      action: 'download.limit',
      subject: caller.playerid,
      after: { purpose, max },
    });
  requireWithinLimits(counted, now(), 'DOWNLOAD_LIMIT');
}
