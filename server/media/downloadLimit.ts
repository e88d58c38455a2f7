import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { RecordTransfer } from '../platform/http/sendFile.ts';
import { hasTransfer } from './ledgerQueries.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'now'>;

/**
 * Limits the downloads or zips of an account per hour. A range after the start of a file that the account has begun to
 * download continues it and does not count.
 * @throws DOWNLOAD_LIMIT
 */
export async function consumeDownloadLimit(
  context: Context,
  caller: Pick<Caller, 'accountid' | 'playerid'>,
  purpose: 'download' | 'zip',
  { ranges, etag }: Parameters<RecordTransfer>[0],
): Promise<void> {
  const { db, config, now } = context;
  const { accountid } = caller;
  const isContinued = ranges.every(({ start }) => start > 0) && (await hasTransfer(db, { accountid, etag }));
  if (isContinued) return;
  const max = purpose === 'zip' ? config.zipsPerHour : config.downloadsPerHour;
  const seconds = await getSecondsUntilAllowed(context, purpose, caller, max);
  if (seconds === undefined) return;
  // The audit trail has one line per account and hour.
  if ((await getSecondsUntilAllowed(context, `${purpose}-audit`, caller, 1)) === undefined)
    await insertAudit(db, {
      at: now(),
      actor: 'system',
      action: 'download.limit',
      subject: caller.playerid,
      after: { purpose, max },
    });
  throw new Refusal('DOWNLOAD_LIMIT', undefined, seconds);
}

async function getSecondsUntilAllowed(
  { db, now }: Context,
  action: string,
  { accountid }: Pick<Caller, 'accountid'>,
  max: number,
): Promise<number | undefined> {
  try {
    await consumeRateLimits(db, [perHour(action, String(accountid), max)], now());
    return undefined;
  } catch (reason) {
    if (reason instanceof Refusal && reason.code === 'TOO_MANY_REQUESTS') return reason.retryAfterSeconds;
    throw reason;
  }
}
