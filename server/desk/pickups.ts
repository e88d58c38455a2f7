import type { Pickup, PickupPreview, PickupSource } from '@promenade/contract/desk';
import type { TrackSource } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import { RUN_RELEASES_MAX } from '@promenade/contract/limits';
import { findPlaylist } from '../media/download/downloadQueries.ts';
import * as pickup from '../media/lists/pickup.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { listShelfSource } from '../shelf/shelf.ts';
import { findRun } from './queries.ts';
import { findDecidedReleases } from './sourceQueries.ts';

type Context = Pick<AppContext, 'db' | 'now' | 'config'>;

export async function previewPickup(
  context: Context,
  db: Db,
  {
    caller,
    body: { source, format },
  }: { caller: Caller; body: { source: PickupSource; format?: AudioFormat | undefined } },
): Promise<PickupPreview> {
  return pickup.previewPickup(context, db, caller, { ...(await findSource(db, caller, source)), format });
}

export async function startPickup(
  context: Context,
  { caller, body: { source, isnew } }: { caller: Caller; body: { source: PickupSource; isnew: boolean } },
): Promise<Pickup> {
  return pickup.startPickup(context, caller, { ...(await findSource(context.db, caller, source)), isnew });
}

async function findSource(
  db: Db,
  caller: Caller,
  source: PickupSource,
): Promise<{ name: string; source: TrackSource }> {
  switch (source.kind) {
    case 'playlist': {
      const playlist = await findPlaylist(db, { playlistid: source.playlistid, accountid: caller.accountid });
      if (!playlist) throw new Refusal('PLAYLIST_NOT_FOUND');
      return { name: playlist.name, source };
    }
    case 'releases':
      return { name: 'Selection', source };
    case 'shelf':
      return { name: source.query.show || 'Shelf', source: await listShelfSource(db, { ...caller, ...source.query }) };
    case 'run': {
      const own = { ...caller, runid: source.runid };
      const run = await findRun(db, own);
      const found = await findDecidedReleases(db, { ...own, decided: source.decided }, RUN_RELEASES_MAX);
      if (!run || !found) throw new Refusal('RUN_NOT_FOUND');
      return { name: run.title || 'Listened through', source: found };
    }
  }
}
