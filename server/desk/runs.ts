import type { RunDetail, RunSource } from '@promenade/contract/desk';
import { OPEN_RUNS_MAX, RUN_RELEASES_MAX, RUNS_PER_HOUR } from '@promenade/contract/limits';
import { lockAccount } from '../access/queries.ts';
import type { Gallery } from '../catalogue/gallery.ts';
import type { AppContext } from '../platform/context.ts';
import { type ChangeCollector, notifyChange } from '../platform/database/changes.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { daysBefore } from '../platform/process/days.ts';
import { listShelfReleaseIds } from '../shelf/queries.ts';
import { requireShelf } from '../shelf/shelf.ts';
import * as queries from './queries.ts';
import {
  findDecidedReleases,
  findLabelName,
  findPlaylistReleases,
  findSharedReleases,
  type SourceList,
} from './sourceQueries.ts';

const UNUSED_DAYS = 90;

export type DeskContext = Pick<AppContext, 'db' | 'now'> & { changes: Pick<ChangeCollector, 'addRun' | 'addReport'> };
export interface RunRequest {
  caller: Caller;
  params: { runid: string };
}

/** `page` shows the change itself. */
export type RunChangeRequest = RunRequest & { page: string | undefined };

export async function startRun(
  { db, now, gallery }: Pick<DeskContext, 'db' | 'now'> & { gallery: Gallery },
  { caller, body: { source, anew } }: { caller: Caller; body: { source: RunSource; anew: boolean } },
): Promise<RunDetail> {
  const { accountid, playerid } = caller;
  return inTransaction(db, async (db) => {
    await lockAccount(db, accountid);
    const open = await queries.findOpenRun(db, accountid, source);
    if (open !== undefined && !anew) throw new Refusal('RUN_OPEN', { runid: open });
    const list = await listSource(db, gallery, caller, source);
    if (list.releaseids.length === 0) throw new Refusal('RUN_EMPTY');
    // In this transaction, so that a refused call does not count.
    await consumeRateLimits(db, [perHour('desk run', playerid, RUNS_PER_HOUR)], now());
    if (open !== undefined) await queries.deleteRun(db, { ...caller, runid: open });
    if (
      (await queries.countRuns(db, accountid)) >= OPEN_RUNS_MAX &&
      !(await queries.deleteOldestFinishedRun(db, accountid))
    )
      throw new Refusal('TOO_MANY_RUNS');
    const runid = await queries.insertRun(db, accountid, { ...list, source }, now());
    await notifyChange(db, { type: 'run', accountid, runid });
    return getRun(db, { caller, params: { runid } });
  });
}

async function listSource(
  db: Db,
  gallery: Gallery,
  { accountid, audience }: Caller,
  source: RunSource,
): Promise<SourceList> {
  const viewer = { accountid, audience };
  const max = RUN_RELEASES_MAX;
  switch (source.kind) {
    case 'gallery': {
      const [label, ...others] = source.query.labels ?? [];
      const list = await gallery.listIds(db, { ...viewer, ...source.query }, 'active', max);
      // Releases of the label are in the list: who has none does not learn its name.
      return { ...list, title: label && others.length === 0 && list.listed > 0 ? await findLabelName(db, label) : '' };
    }
    case 'flagged': {
      const { sort, filter } = source;
      return { ...(await gallery.listIds(db, { ...viewer, sort, filter }, 'flagged', max)), title: '' };
    }
    case 'playlist':
      return requireFound(await findPlaylistReleases(db, { ...viewer, ...source }, max), 'PLAYLIST_NOT_FOUND');
    case 'shares':
      return requireFound(await findSharedReleases(db, { ...viewer, ...source }, max), 'CONNECTION_NOT_FOUND');
    case 'shelf':
      await requireShelf(db, viewer);
      return {
        ...(await listShelfReleaseIds(db, { ...viewer, ...source.query }, max)),
        title: source.query.show ?? '',
      };
    case 'run':
      return requireFound(await findDecidedReleases(db, { ...viewer, ...source }, max), 'RUN_NOT_FOUND');
  }
}

export async function getRun(db: Db, { caller, params: { runid } }: RunRequest): Promise<RunDetail> {
  const own = { ...caller, runid };
  const [run, state, decisions, undecidable] = await Promise.all([
    queries.findRun(db, own),
    queries.findRunState(db, own),
    queries.listDecisions(db, runid),
    queries.findUndecidable(db, own),
  ]);
  if (!run || !state) throw new Refusal('RUN_NOT_FOUND');
  return { ...run, releaseids: state.releaseids, decisions, ...undecidable };
}

export async function moveRun(
  { db, now, changes }: DeskContext,
  {
    caller,
    params,
    body: { position: to, device },
    page,
  }: RunChangeRequest & { body: { position?: number | undefined; device?: string | undefined } },
): Promise<undefined> {
  const own = { ...caller, ...params };
  await db.transaction().execute(async (db) => {
    const { releaseids, position } = await requireLockedRun(db, own);
    await queries.updateRun(db, own, { position: Math.min(to ?? position, releaseids.length) }, now());
  });
  changes.addRun(caller.accountid, params.runid, { device, page });
}

export async function deleteRun({ db, changes }: DeskContext, { caller, params }: RunRequest): Promise<undefined> {
  if (!(await queries.deleteRun(db, { ...caller, ...params }))) throw new Refusal('RUN_NOT_FOUND');
  changes.addRun(caller.accountid, params.runid);
}

/** Locks the run until the transaction ends. */
export async function requireLockedRun(db: Db, own: queries.OwnRun): Promise<queries.RunState> {
  return requireFound(await queries.findRunState(db, own, 'lock'), 'RUN_NOT_FOUND');
}

export async function deleteOldRuns({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await queries.deleteRunsUnusedSince(db, daysBefore(now(), UNUSED_DAYS));
}

function requireFound<Found>(
  found: Found | undefined,
  code: 'RUN_NOT_FOUND' | 'PLAYLIST_NOT_FOUND' | 'CONNECTION_NOT_FOUND',
): Found {
  if (found === undefined) throw new Refusal(code);
  return found;
}
