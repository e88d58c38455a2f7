import { randomUUID } from 'node:crypto';
import type { VideoFormat } from '@promenade/contract/downloads';
import type { AppContext } from '../platform/context.ts';
import type { ByteRange } from '../platform/http/ranges.ts';
import { truncateAddress } from '../platform/http/rateLimit.ts';
import type { FileRequest, RecordTransfer } from '../platform/http/sendFile.ts';
import { createBatcher } from '../platform/process/batcher.ts';
import { consumeDownloadLimit } from './download/downloadLimit.ts';
import {
  insertTransfers,
  lockDownloadEnds,
  type NewTransfer,
  type TransferEnd,
  updateEnds,
  upsertDownloadedTracks,
} from './ledgerQueries.ts';
import { createRunningTransfers } from './runningTransfers.ts';

/** What an answer sends. */
export interface LedgerEntry {
  purpose: NewTransfer['purpose'];
  object: { kind: NewTransfer['object_kind']; id: string };
  tracks: { trackid: string; releaseid: string }[];
  format: VideoFormat;
  /** Inside the files that are taken home. */
  taking?: Buffer | undefined;
}

export interface Ledger {
  /** For `sendFile`: writes the row before the first byte, and cuts the answer when the access ends. */
  record(request: Pick<FileRequest<unknown>, 'caller' | 'request'>, entry: LedgerEntry): RecordTransfer;
  /** Waits until the ends of all answers are written. */
  close(): Promise<void>;
}

type Context = Pick<AppContext, 'db' | 'pool' | 'log' | 'now' | 'config' | 'metrics'>;

/**
 * The media ledger: a row for each stream, download and zip answer that starts (requirements decision 33). Rows are
 * written in groups, so that many short answers cost few statements.
 */
export async function createLedger(context: Context): Promise<Ledger> {
  const { db, log, now, metrics } = context;
  const running = await createRunningTransfers(context);
  const insert = createBatcher<NewTransfer>((rows) => insertTransfers(db, rows));
  const updateEnd = createBatcher<TransferEnd & Pick<NewTransfer, 'purpose'>>((ends) => endTransfers(context, ends));
  const open = new Set<Promise<void>>();

  return {
    record: (request, entry) => async (file) => {
      if (entry.purpose !== 'stream') await consumeDownloadLimit(context, request.caller, entry.purpose, file);
      const row = buildRow(request, entry, file, now());
      const releaseids = [...new Set(entry.tracks.map(({ releaseid }) => releaseid))];
      const transfer = running.add({ sessionid: row.session_id, releaseids });
      const ended = Promise.withResolvers<void>();
      const { purpose } = row;
      open.add(ended.promise);
      metrics?.runningTransfers.inc({ purpose });
      const forget = () => {
        running.delete(transfer);
        metrics?.runningTransfers.dec({ purpose });
        open.delete(ended.promise);
        ended.resolve();
      };
      await insert(row).catch((reason: unknown) => {
        forget();
        throw reason;
      });
      metrics?.ledgerRows.inc({ purpose });
      return {
        signal: transfer.controller.signal,
        end(sentBytes, outcome) {
          const sent = formatRanges(file.ranges, sentBytes);
          metrics?.transfers.inc({ purpose, outcome });
          updateEnd({ id: row.id, purpose, sent, bytes_sent: sentBytes, ended_at: now(), outcome })
            .catch((err: unknown) => log.error({ err }, 'The end of a transfer could not be recorded'))
            .finally(forget);
        },
      };
    },
    async close() {
      await Promise.all(open);
      await running.close();
    },
  };
}

async function endTransfers({ db }: Context, ends: (TransferEnd & Pick<NewTransfer, 'purpose'>)[]): Promise<void> {
  const downloads = ends.filter(({ purpose }) => purpose !== 'stream').map(({ id }) => id);
  if (downloads.length === 0) return updateEnds(db, ends);
  await db.transaction().execute(async (db) => {
    await lockDownloadEnds(db);
    await updateEnds(db, ends);
    await upsertDownloadedTracks(db, downloads);
  });
}

function buildRow(
  { caller, request }: Pick<FileRequest<unknown>, 'caller' | 'request'>,
  { purpose, object, tracks, format, taking }: LedgerEntry,
  { ranges, bytes, etag }: Parameters<RecordTransfer>[0],
  now: Date,
): NewTransfer {
  return {
    id: randomUUID(),
    account_id: caller.accountid,
    playerid: caller.playerid,
    session_id: caller.sessionid,
    purpose,
    object_kind: object.kind,
    object_id: object.id,
    trackids: tracks.map(({ trackid }) => trackid),
    format,
    etag,
    taking: taking?.toString('hex') ?? null,
    ranges: formatRanges(ranges),
    total: bytes,
    started_at: now,
    network: truncateAddress(request.ip),
  };
}

/** The first `bytes` of the ranges as a multirange of PostgreSQL. */
function formatRanges(ranges: ByteRange[], bytes = Number.POSITIVE_INFINITY): string {
  let left = bytes;
  const texts: string[] = [];
  for (const { start, end } of ranges) {
    const length = Math.min(left, end - start + 1);
    if (length > 0) texts.push(`[${start},${start + length})`);
    left -= length;
  }
  return `{${texts.join(',')}}`;
}
