import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { SoundOwner, traceFile, traceSound as traceSoundRoute } from '@promenade/contract/operatorService';
import type { RouteAnswer } from '@promenade/contract/route';
import { type CodeOwner, hasSoundMarks } from '../ingest/run/soundMarkQueries.ts';
import { type SoundTrace, traceSound } from '../ingest/storedFiles/traceSound.ts';
import { openWorkspace } from '../ingest/workspace/workspace.ts';
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
  return { takings: found, wrongsignature: hasWrongSignature, marks: await hasSoundMarks(db) };
}

let isTracing = false;

/** Says who a copy was made for, by its sound. One file at a time. @throws UNSUPPORTED_MEDIA_TYPE, BUSY */
export async function traceSoundOf(
  context: AppContext,
  { bytes, name }: { bytes: unknown; name: string },
  actor: string,
): Promise<RouteAnswer<typeof traceSoundRoute>> {
  if (!Buffer.isBuffer(bytes)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (isTracing) throw new Refusal('BUSY');
  isTracing = true;
  try {
    const { tempDir, close } = await openWorkspace(context);
    try {
      const path = join(tempDir, `suspect${/^\.\w{1,8}$/.exec(extname(name))?.[0] ?? ''}`);
      await writeFile(path, bytes);
      return toAnswer(await traceSound(context, path, null, actor));
    } finally {
      await close();
    }
  } finally {
    isTracing = false;
  }
}

function toAnswer(found: SoundTrace | undefined): RouteAnswer<typeof traceSoundRoute> {
  if (!found) return { kind: 'unmarked' };
  if (found.kind === 'no-sound' || found.kind === 'unreadable') return found;
  const { title, of } = found;
  if (found.kind === 'mix')
    return { kind: 'mix', title, of, unclear: found.unclear, owners: found.owners.map(toOwner) };
  const { chance, people, from, until, speed, read, owner } = found;
  return { kind: 'made-for', title, of, chance, people, from, until, speed, read, owner: toOwner(owner) };
}

const toOwner = (owner: CodeOwner | undefined): SoundOwner => ({
  playerid: owner?.playerid ?? null,
  name: owner?.name ?? null,
  email: owner?.email ?? null,
  transfers: (owner?.transfers ?? []).map(({ started_at, ...transfer }) => ({
    at: started_at.toISOString(),
    ...transfer,
  })),
});
