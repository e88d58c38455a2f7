import type { Counts } from '@promenade/contract/counts';
import type { Gallery } from '../catalogue/gallery.ts';
import type { Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { isOnShelf } from '../shelf/queries.ts';
import { countPlays } from './playsQueries.ts';
import { countPlaylists } from './queries.ts';

export async function getCounts(db: Db, gallery: Gallery, viewer: Viewer): Promise<Counts> {
  const [lists, playlists, { releases: history }, hasshelf] = await Promise.all([
    gallery.count(db, viewer),
    countPlaylists(db, viewer.accountid),
    countPlays(db, viewer),
    isOnShelf(db, viewer.accountid),
  ]);
  return { ...lists, playlists, history, hasshelf };
}
