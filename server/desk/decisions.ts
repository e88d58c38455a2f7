import type { Decision } from '@promenade/contract/desk';
import { DECISIONS_PER_MINUTE } from '@promenade/contract/limits';
import { findListedRelease, findReleaseAccess } from '../catalogue/queries.ts';
import { requireRelease } from '../catalogue/requireRelease.ts';
import { decideRelease, restoreDecided } from '../library/marks.ts';
import type { Db } from '../platform/database/db.ts';
import { consumeRateLimits } from '../platform/http/rateLimit.ts';
import { Refusal, requireRefusal } from '../platform/http/refusal.ts';
import type { JsonText } from '../platform/http/serve.ts';
import { type AddedTracks, addTracksForUndo, removeAddedTracks } from '../playlists/change.ts';
import * as queries from './queries.ts';
import { type DeskContext, type RunChangeRequest, requireLockedRun } from './runs.ts';

// A decision is stored with what was before it, in the transaction of its marks, so that undo can restore exactly that.

export async function decide(
  { db, now, changes }: DeskContext,
  { caller, params, body: { decisions }, page }: RunChangeRequest & { body: { decisions: Decision[] } },
): Promise<JsonText> {
  const at = now();
  const { accountid, audience, playerid } = caller;
  const own = { accountid, audience, ...params };
  const attempts = decisions.length;
  const limit = { action: 'desk decision', subject: playerid, max: DECISIONS_PER_MINUTE, windowSeconds: 60, attempts };
  await consumeRateLimits(db, [limit], at);
  const json = await db.transaction().execute(async (db) => {
    const run: ChangedRun = await requireLockedRun(db, own);
    const codes = new Map<string, string | null>();
    for (const { id, refused } of await queries.findDecisions(
      db,
      own.runid,
      decisions.map(({ id }) => id),
    ))
      codes.set(id, refused);
    if (run.finished_at && decisions.some(({ id }) => !codes.has(id))) throw new Refusal('RUN_FINISHED');
    const known = codes.size;
    for (const decision of decisions)
      if (!codes.has(decision.id)) codes.set(decision.id, await applyDecision(db, { own, run, decision }, at));
    if (codes.size > known) await updateRun(db, own, run, at);
    const releases = await listChanged(db, own, decisions);
    const refused = [...codes].flatMap(([id, code]) => (code === null ? [] : [{ id, code }]));
    const counted = JSON.stringify(await queries.findRun(db, own));
    return `{"run":${counted},"releases":[${releases.join(',')}],"refused":${JSON.stringify(refused)}}`;
  });
  changes.addRun(accountid, own.runid, { page });
  for (const { kind, releaseid } of decisions) if (kind === 'reaction') changes.addReport(releaseid);
  return { json };
}

type ChangedRun = queries.RunState & { isMoved?: boolean };

interface RunChange {
  own: queries.OwnRun;
  run: ChangedRun;
  decision: Decision;
}

/** Returns the code of the refusal, which only this release costs, or null. */
async function applyDecision(db: Db, { own, run, decision }: RunChange, now: Date): Promise<string | null> {
  const { releaseid, kind } = decision;
  const index_before = run.releaseids.indexOf(releaseid);
  if (index_before < 0) return 'RELEASE_NOT_FOUND';
  const marks = await changeMarks(db, own, decision, now);
  const position = Math.min(decision.position, run.releaseids.length);
  const stored = { ...decision, position, position_before: run.position, index_before };
  await queries.insertDecision(db, own.runid, { before: null, after: null, refused: null, ...stored, ...marks }, now);
  if (kind === 'later' && !('refused' in marks)) moveRelease(run, releaseid, run.releaseids.length);
  run.position = position;
  return 'refused' in marks ? marks.refused : null;
}

async function changeMarks(
  db: Db,
  { accountid, audience }: queries.OwnRun,
  { releaseid, kind, reaction, playlist }: Decision,
  now: Date,
): Promise<{ before: string; after: string } | { refused: string } | Record<string, never>> {
  const request = { accountid, audience, releaseid };
  try {
    if (kind === 'flag' || kind === 'archive') return await decideRelease(db, { ...request, decision: { kind } }, now);
    if (kind === 'reaction') {
      if (!reaction) throw new Refusal('VALIDATION');
      return await decideRelease(db, { ...request, decision: { kind, reaction } }, now);
    }
    await requireRelease(db, request, now);
    if (kind !== 'playlist' || !playlist) return {};
    const added = await addTracksForUndo(db, { accountid, audience, ...playlist, position: 'before' }, now);
    return { before: '{}', after: JSON.stringify(added) };
  } catch (reason) {
    return { refused: requireRefusal(reason).code };
  }
}

function moveRelease(run: ChangedRun, releaseid: string, index: number): void {
  const others = run.releaseids.filter((id) => id !== releaseid);
  run.releaseids = others.toSpliced(index, 0, releaseid);
  run.isMoved = true;
}

const updateRun = (db: Db, own: queries.OwnRun, { isMoved, releaseids, position }: ChangedRun, now: Date) =>
  queries.updateRun(db, own, { position, ...(isMoved && { releaseids }) }, now);

async function listChanged(db: Db, own: queries.OwnRun, decisions: Decision[]): Promise<string[]> {
  const changed: string[] = [];
  const marked = decisions.filter(({ kind }) => kind === 'flag' || kind === 'archive' || kind === 'reaction');
  for (const releaseid of new Set(marked.map((decision) => decision.releaseid))) {
    const release = await findListedRelease(db, { ...own, releaseid });
    if (release) changed.push(release.json);
  }
  return changed;
}

/** A repeated call changes nothing. */
export async function undoDecision(
  { db, now, changes }: DeskContext,
  { caller, params: { runid, id }, page }: RunChangeRequest & { params: { id: string } },
): Promise<JsonText> {
  const { accountid, audience } = caller;
  const own = { accountid, audience, runid };
  const result = await db.transaction().execute(async (db) => {
    const run: ChangedRun = await requireLockedRun(db, own);
    const [decision] = await queries.findDecisions(db, runid, [id]);
    if (!decision || decision.refused !== null) throw new Refusal('NOT_FOUND');
    const { releaseid, kind, position_before: position } = decision;
    if (decision.undone_at === null) {
      await restoreMarks(db, own, decision);
      if (kind === 'later') moveRelease(run, releaseid, decision.index_before);
      await queries.setUndone(db, runid, id, now());
      run.position = position;
      await updateRun(db, own, run, now());
    }
    const release = await findListedRelease(db, { ...own, releaseid });
    const counted = JSON.stringify(await queries.findRun(db, own));
    return { kind, releaseid, json: `{"run":${counted},"release":${release?.json ?? 'null'},"position":${position}}` };
  });
  changes.addRun(accountid, runid, { page });
  if (result.kind === 'reaction') changes.addReport(result.releaseid);
  return { json: result.json };
}

async function restoreMarks(
  db: Db,
  { accountid, audience }: queries.OwnRun,
  { releaseid, kind, before, after }: queries.StoredDecision,
): Promise<void> {
  if (before === null || after === null) return;
  if (kind === 'playlist') {
    if (await removeAddedTracks(db, { accountid, audience }, JSON.parse(after) as AddedTracks)) return;
    throw new Refusal('CHANGED_ELSEWHERE');
  }
  const release = await findReleaseAccess(db, { audience, releaseid });
  if (!release || !(await restoreDecided(db, { accountid, release: release.id }, { before, after })))
    throw new Refusal('CHANGED_ELSEWHERE');
}
