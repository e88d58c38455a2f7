import type { traceFile } from '@promenade/contract/operatorCatalogue';
import type { RouteAnswer } from '@promenade/contract/route';
import { listTakingTransfers } from '../media/ledgerQueries.ts';
import { findTakingsIn } from '../media/trace.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { Refusal } from '../platform/http/refusal.ts';

/** Says who downloaded a file, or a part of one; each person who is found is a line of the audit trail. */
export async function traceBytes(
  context: AppContext,
  bytes: unknown,
  actor: string,
): Promise<RouteAnswer<typeof traceFile>> {
  if (!Buffer.isBuffer(bytes)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
  const { db, now } = context;
  const { takings, hasWrongSignature } = await findTakingsIn(context, bytes);
  const found = [];
  for (const taking of takings) {
    const transfers = await listTakingTransfers(db, taking);
    found.push({
      id: taking.toString('hex'),
      transfers: transfers.map(({ playerid, name, email, started_at, purpose, format, title, network }) => ({
        playerid,
        name,
        email,
        at: started_at.toISOString(),
        purpose,
        format,
        title,
        network,
      })),
    });
    for (const subject of new Set(transfers.map(({ playerid }) => playerid)))
      await insertAudit(db, { at: now(), actor, action: 'account.trace', subject });
  }
  return { takings: found, wrongsignature: hasWrongSignature };
}
