import type { ListFormat } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import { RUN_RELEASES_MAX } from '@promenade/contract/limits';
import type { Shelf, ShelfVote } from '@promenade/contract/shelf';
import { lockAccount } from '../access/queries.ts';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { Viewer } from '../catalogue/rowQueries.ts';
import { sendList } from '../media/lists/sendList.ts';
import type { AppContext } from '../platform/context.ts';
import { notifyChange } from '../platform/database/changes.ts';
import type { Db } from '../platform/database/db.ts';
import type { Page } from '../platform/database/page.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { FileRequest } from '../platform/http/sendFile.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import * as queries from './queries.ts';

/** Begins or ends sharing the shelf. Colleagues who have a release of it see the change at once. */
export async function shareShelf(db: Db, viewer: Viewer, isOn: boolean, now: Date): Promise<Shelf> {
  const { accountid } = viewer;
  await db.transaction().execute(async (db) => {
    await lockAccount(db, accountid);
    const company = isOn ? await queries.insertMember(db, accountid, now) : await queries.deleteMember(db, accountid);
    if (company !== undefined) await notifyChange(db, { type: 'shelf', company });
    else if (isOn) throw new Refusal('NO_COMPANY');
  });
  return queries.getShelf(db, viewer);
}

export async function listShelf(db: Db, query: Viewer & Page & queries.ShelfQuery): Promise<JsonText> {
  await requireShelf(db, query);
  const found = await queries.listShelf(db, query);
  return jsonPage(found.items.join(','), found);
}

/** Sends the songs of the shelf in its order as a list for playout or DJ programs. */
export async function sendShelfList(
  context: Pick<AppContext, 'db' | 'now' | 'config'>,
  request: FileRequest<{ list: ListFormat }> & { query: queries.ShelfQuery & { format?: AudioFormat | undefined } },
): Promise<void> {
  const { caller, params, query, read } = request;
  const source = await read((db) => listShelfSource(db, { ...caller, ...query }));
  await sendList(context, request, { ...params, format: query.format, name: 'Shelf', source });
}

/** The releases of the shelf whose songs are taken, with their shows. */
export async function listShelfSource(
  db: Db,
  query: Viewer & queries.ShelfQuery,
): Promise<{ releaseids: string[]; shows: Map<string, string> }> {
  await requireShelf(db, query);
  const { releaseids, shows } = await queries.listShelfReleaseIds(db, query, RUN_RELEASES_MAX);
  return { releaseids, shows: new Map(releaseids.map((releaseid, index) => [releaseid, shows[index] ?? ''])) };
}

export async function decideShelf(
  db: Db,
  viewer: Viewer,
  decision: queries.ShelfDecision,
  now: Date,
): Promise<JsonText> {
  await requireShelf(db, viewer);
  await queries.upsertItems(db, viewer, decision, now);
  return { json: `{"items":[${(await queries.listShelfItems(db, viewer, decision.releaseids)).join(',')}]}` };
}

export async function voteShelf(
  db: Db,
  { releaseid, vote, note, ...viewer }: Viewer & { releaseid: string; vote: ShelfVote | null; note: string },
  now: Date,
): Promise<undefined> {
  await requireShelf(db, viewer);
  const release = await requireRelease(db, { ...viewer, releaseid }, now);
  await queries.upsertVote(db, { accountid: viewer.accountid, release, vote, note }, now);
}

export async function requireShelf(db: Db, { accountid }: Viewer): Promise<void> {
  if (!(await queries.isOnShelf(db, accountid))) throw new Refusal('SHELF_OFF');
}
