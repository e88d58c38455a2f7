import type { reportPlay } from '@promenade/contract/library';
import type { RouteAnswer } from '@promenade/contract/route';
import { requireReleaseOfTrack } from '../catalogue/requireRelease.ts';
import type { Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import { addTime, type LibraryPage } from './pageQueries.ts';
import { countPlays, findHeard, listPlayedReleaseRows, listPlayRows, type Play, upsertPlay } from './playsQueries.ts';

export async function recordPlay(
  db: Db,
  { audience, ...play }: Play & Pick<Viewer, 'audience'>,
  now: Date,
): Promise<RouteAnswer<typeof reportPlay>> {
  const { releaseid } = await requireReleaseOfTrack(db, { audience, trackid: play.trackid }, now);
  await upsertPlay(db, play, now);
  const heard = await findHeard(db, play);
  if (!heard) throw new Refusal('TRACK_NOT_FOUND');
  return { trackid: play.trackid, releaseid, ...heard };
}

/** Played tracks that the account may still hear, archived releases included. */
export async function listPlayedTracks(db: Db, query: LibraryPage): Promise<JsonText> {
  const [rows, { tracks }] = await Promise.all([listPlayRows(db, query), countPlays(db, query)]);
  const items = rows.map(({ song, played_at }) => addTime(song, 'playedat', played_at));
  return jsonPage(items.join(','), { ...query, total: tracks });
}

/** The releases of those tracks. */
export async function listPlayedReleases(db: Db, query: LibraryPage): Promise<JsonText> {
  const [rows, { releases }] = await Promise.all([listPlayedReleaseRows(db, query), countPlays(db, query)]);
  const items = rows.map(({ json, played_at }) => addTime(json, 'playedat', played_at));
  return jsonPage(items.join(','), { ...query, total: releases });
}
