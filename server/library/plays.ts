import type { reportPlay } from '@promenade/contract/library';
import type { Answer } from '@promenade/contract/route';
import { requireRelease } from '../catalogue/requireRelease.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type Json, jsonPage } from '../platform/http/serve.ts';
import {
  countPlays,
  findHeard,
  findReleaseOf,
  listPlayedReleases,
  listPlays,
  type Play,
  putPlay,
} from './playsQueries.ts';

/** @throws TRACK_NOT_FOUND, RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE */
export async function play(
  db: Db,
  { audience, ...play }: Play & Pick<Caller, 'audience'>,
  now: Date,
): Promise<Answer<typeof reportPlay>> {
  const releaseid = await findReleaseOf(db, play.trackid);
  if (releaseid === undefined) throw new Refusal('TRACK_NOT_FOUND');
  await requireRelease(db, { audience, releaseid }, now);
  await putPlay(db, play, now);
  const heard = await findHeard(db, play);
  if (!heard) throw new Refusal('TRACK_NOT_FOUND');
  return { trackid: play.trackid, releaseid, ...heard };
}

type Asked = Pick<Caller, 'accountid' | 'audience'> & { page: number; pagesize: number };

/** The tracks of the history that the account may still hear, archived releases included. */
export async function playedTracks(db: Db, asked: Asked): Promise<Json> {
  const [rows, { tracks }] = await Promise.all([listPlays(db, asked), countPlays(db, asked)]);
  const items = rows.map(({ song, played_at }) => `${song.slice(0, -1)},${at(played_at)}}`);
  return jsonPage(items, { ...asked, total: tracks });
}

/** The releases of those tracks. */
export async function playedReleases(db: Db, asked: Asked): Promise<Json> {
  const [rows, { releases }] = await Promise.all([listPlayedReleases(db, asked), countPlays(db, asked)]);
  const items = rows.map(({ json, played_at }) => `${json.slice(0, -1)},${at(played_at)}}`);
  return jsonPage(items, { ...asked, total: releases });
}

const at = (played: Date) => `"playedat":"${played.toISOString()}"`;
