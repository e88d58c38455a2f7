import type { Playlist } from '@promenade/contract/playlists';
import { allowed } from '../catalogue/requireRelease.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import * as queries from './changeQueries.ts';
import { findPlaylist, type Own } from './queries.ts';
import { found } from './show.ts';

type Side = queries.Place['side'];
interface Added {
  tracks: string[];
  position: Side;
  referenceTrackid?: string | undefined;
}

/** For the account that asks. */
export async function createPlaylist(
  db: Db,
  asked: Omit<Own, 'playlistid'> & Pick<Playlist, 'name' | 'desc' | 'default'>,
  now: Date,
): Promise<Playlist> {
  const playlistid = await queries.insertPlaylist(db, asked, now);
  return found(await findPlaylist(db, { ...asked, playlistid }));
}

/** @throws PLAYLIST_NOT_FOUND */
export async function deletePlaylist(db: Db, own: Own): Promise<undefined> {
  if (!(await queries.removePlaylist(db, own))) throw new Refusal('PLAYLIST_NOT_FOUND');
}

/**
 * Videos and what is in it already are passed over; one track that the account may not hear, and none is added.
 * @throws TRACK_NOT_FOUND, PLAYLIST_NOT_FOUND, PLAYLIST_FULL, RELEASE_NOT_FOUND, FORBIDDEN, RELEASE_NOT_AVAILABLE
 */
export async function addTracks(
  db: Db,
  { tracks, position, referenceTrackid, ...own }: Own & Added,
  now: Date,
): Promise<Playlist> {
  // Who it does not belong to learns that first, whatever the tracks are.
  found(await queries.findOrder(db, own));
  const reference = referenceTrackid === undefined ? [] : await requireTracks(db, own, [referenceTrackid]);
  const asked = await requireTracks(db, own, tracks);
  const heard = asked.map((track) => allowed(track, now));
  const ids = idsOf(heard.filter(({ assettype }) => assettype === 'audio'));
  const place = { ids, side: position, reference: reference[0]?.track };
  return (await queries.insertTracks(db, own, place)) ?? refuse(db, own, idsOf(reference), 'PLAYLIST_FULL');
}

/**
 * `tracks` move together, in the order they are named in; without them the one of the path does.
 * @throws TRACK_NOT_FOUND, PLAYLIST_NOT_FOUND, VALIDATION when the reference is to move, too
 */
export async function move(
  db: Db,
  asked: Own & { trackid: string; tracks?: string[] | undefined; position: Side; referenceTrackid: string },
): Promise<Playlist> {
  const { trackid, tracks = [trackid], position, referenceTrackid, ...own } = asked;
  const [reference, ...moving] = await requireTracks(db, own, [referenceTrackid, ...tracks]);
  const ids = idsOf(moving);
  if (!reference || ids.includes(reference.track))
    throw new Refusal('VALIDATION', { referenceTrackid: 'A track cannot move beside itself.' });
  const moved = await queries.moveTracks(db, own, { ids, side: position, reference: reference.track });
  return moved ?? refuse(db, own, [reference.track, ...ids], 'TRACK_NOT_FOUND');
}

/**
 * Nothing changes when it was not in it.
 * @throws TRACK_NOT_FOUND, PLAYLIST_NOT_FOUND
 */
export async function removeTrack(db: Db, { trackid, ...own }: Own & { trackid: string }): Promise<Playlist> {
  const ids = idsOf(await requireTracks(db, own, [trackid]));
  return found(await queries.dropTracks(db, own, ids));
}

/**
 * All of them when none are named; named ones that are not in it are passed over.
 * @throws PLAYLIST_NOT_FOUND
 */
export async function removeTracks(db: Db, { tracks, ...own }: Own & { tracks?: string[] | undefined }) {
  if (tracks === undefined) return found(await queries.dropAllTracks(db, own));
  return found(await queries.dropTracks(db, own, idsOf(await queries.findTracks(db, own, tracks))));
}

async function requireTracks(db: Db, own: Own, trackids: string[]): Promise<queries.FoundTrack[]> {
  const tracks = await queries.findTracks(db, own, trackids);
  if (tracks.length < trackids.length) throw new Refusal('TRACK_NOT_FOUND');
  return tracks;
}

/** Each once. */
const idsOf = (tracks: queries.FoundTrack[]) => [...new Set(tracks.map(({ track }) => track))];

/** Nothing was changed: says why. */
async function refuse(
  db: Db,
  own: Own,
  needed: number[],
  otherwise: 'PLAYLIST_FULL' | 'TRACK_NOT_FOUND',
): Promise<never> {
  const order = found(await queries.findOrder(db, own));
  throw new Refusal(needed.every((id) => order.includes(id)) ? otherwise : 'TRACK_NOT_FOUND');
}
