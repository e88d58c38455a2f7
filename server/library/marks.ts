import type { Reaction } from '@promenade/contract/catalogue';
import { findListedRelease } from '../catalogue/queries.ts';
import { refuseRelease, requireRelease } from '../catalogue/requireRelease.ts';
import type { Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal, requireRefusal } from '../platform/http/refusal.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import { addTime, type LibraryPage } from './pageQueries.ts';
import * as queries from './queries.ts';

type ReleaseRequest = Viewer & { releaseid: string };
type TrackRequest = ReleaseRequest & { trackid: string };

export function flagRelease(db: Db, request: ReleaseRequest, now: Date): Promise<JsonText> {
  return setMark(db, request, now, async (db, mark) => {
    if (!(await queries.lockUnarchivedMark(db, mark, now))) throw new Refusal('RELEASE_ARCHIVED');
  });
}

export function unflagRelease(db: Db, request: ReleaseRequest, now: Date): Promise<JsonText> {
  return clearMark(db, request, now, async (db, mark) => {
    await queries.clearFlag(db, mark);
    await queries.clearTrackFlags(db, mark);
  });
}

export function flagTrack(db: Db, { trackid, ...request }: TrackRequest, now: Date): Promise<JsonText> {
  return setMark(db, request, now, async (db, mark) => {
    const track = await requireTrack(db, mark, trackid);
    if (!(await queries.lockUnarchivedMark(db, mark, null))) throw new Refusal('RELEASE_ARCHIVED');
    await queries.setTrackFlag(db, mark, track, now);
  });
}

export function unflagTrack(db: Db, { trackid, ...request }: TrackRequest, now: Date): Promise<JsonText> {
  return clearMark(db, request, now, async (db, mark) => {
    await queries.clearTrackFlag(db, mark, await requireTrack(db, mark, trackid));
  });
}

/** Clears the flags of the release and of its tracks (C-ARCHIVE-02). @throws the errors of `setMark` */
export function archiveRelease(db: Db, request: ReleaseRequest, now: Date): Promise<JsonText> {
  return setMark(db, request, now, (db, mark) => archive(db, mark, now));
}

async function archive(db: Db, mark: queries.Mark, now: Date): Promise<void> {
  await queries.setArchived(db, mark, now);
  await queries.clearTrackFlags(db, mark);
}

export function restoreRelease(db: Db, request: ReleaseRequest, now: Date): Promise<JsonText> {
  return clearMark(db, request, now, queries.clearArchived);
}

export function react(
  db: Db,
  { reaction, ...request }: ReleaseRequest & { reaction: Reaction },
  now: Date,
): Promise<JsonText> {
  return setMark(db, request, now, (db, mark) => setReaction(db, mark, reaction, now));
}

async function setReaction(db: Db, mark: queries.Mark, reaction: Reaction, now: Date): Promise<void> {
  const { trackid } = reaction;
  const track = trackid === null ? null : await requireTrack(db, mark, trackid);
  const second = track === null ? null : reaction.second;
  await queries.lockUnarchivedMark(db, mark, null);
  await queries.upsertReaction(db, mark, { ...reaction, track, second }, now);
}

export function withdrawReaction(db: Db, request: ReleaseRequest, now: Date): Promise<JsonText> {
  return clearMark(db, request, now, async (db, mark) => {
    await queries.lockUnarchivedMark(db, mark, null);
    await queries.deleteReaction(db, mark);
  });
}

/** A decision of the desk. A flag restores an archived release: the last decision counts. */
export type MarkDecision = { kind: 'flag' | 'archive' } | { kind: 'reaction'; reaction: Reaction };

/**
 * Decides a release in the transaction of the caller.
 * @returns what was before and after, for `restoreDecided`
 */
export async function decideRelease(
  db: Db,
  { decision, ...request }: ReleaseRequest & { decision: MarkDecision },
  now: Date,
): Promise<{ before: string; after: string }> {
  const mark = { accountid: request.accountid, release: await requireRelease(db, request, now) };
  await queries.lockUnarchivedMark(db, mark, null);
  const before = await queries.getMarkState(db, mark);
  if (decision.kind === 'archive') await archive(db, mark, now);
  else if (decision.kind === 'reaction') await setReaction(db, mark, decision.reaction, now);
  else await queries.setFlagged(db, mark, now);
  return { before, after: await queries.getMarkState(db, mark) };
}

/** Restores what was before a decision, times included; false if it was changed since. */
export async function restoreDecided(
  db: Db,
  mark: queries.Mark,
  { before, after }: { before: string; after: string },
): Promise<boolean> {
  await queries.lockUnarchivedMark(db, mark, null);
  if ((await queries.getMarkState(db, mark)) !== after) return false;
  await queries.setMarkState(db, mark, before);
  return true;
}

const actions = { flag: flagRelease, unflag: unflagRelease, archive: archiveRelease, restore: restoreRelease };

/** Changes each release in a transaction of its own and leaves out those that refuse. */
export async function markReleases(
  db: Db,
  { action, releaseids, ...viewer }: Viewer & { action: keyof typeof actions; releaseids: string[] },
  now: Date,
): Promise<JsonText> {
  const items: string[] = [];
  for (const releaseid of new Set(releaseids)) {
    try {
      items.push((await actions[action](db, { ...viewer, releaseid }, now)).json);
    } catch (reason) {
      requireRefusal(reason);
    }
  }
  return { json: `{"items":[${items.join(',')}]}` };
}

/** Flagged tracks that the account may hear. */
export async function listFlaggedTracks(db: Db, page: LibraryPage): Promise<JsonText> {
  const [rows, total] = await Promise.all([
    queries.listFlaggedTrackRows(db, page),
    queries.countFlaggedTracks(db, page),
  ]);
  const items = rows.map(({ song, flagged_at }) => addTime(song, 'flaggedat', flagged_at));
  return jsonPage(items.join(','), { ...page, total });
}

type Change = (db: Db, mark: queries.Mark) => Promise<void>;

/** Marks a release that the viewer may see and returns it. */
async function setMark(db: Db, request: ReleaseRequest, now: Date, change: Change): Promise<JsonText> {
  return changeMark(db, request, await requireRelease(db, request, now), change);
}

/** Removes a mark and returns the release, even if it is no longer available. */
async function clearMark(db: Db, request: ReleaseRequest, now: Date, change: Change): Promise<JsonText> {
  const release = await findListedRelease(db, request);
  if (!release?.marked && !release?.had) return refuseRelease(db, request, now);
  return changeMark(db, request, release.id, change);
}

function changeMark(db: Db, request: ReleaseRequest, release: number, change: Change): Promise<JsonText> {
  return db.transaction().execute(async (db) => {
    await change(db, { accountid: request.accountid, release });
    const listed = await findListedRelease(db, request);
    if (!listed) throw new Refusal('RELEASE_NOT_FOUND');
    return { json: listed.json };
  });
}

async function requireTrack(db: Db, { release }: queries.Mark, trackid: string): Promise<number> {
  const track = await queries.findTrackId(db, { release, trackid });
  if (track === undefined) throw new Refusal('TRACK_NOT_FOUND');
  return track;
}
