import type { Playlist } from '@promenade/contract/playlists';
import { requireAccess } from '../catalogue/requireRelease.ts';
import type { Viewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import * as queries from './changeQueries.ts';
import { findPlaylist, type OwnPlaylist } from './queries.ts';
import { requirePlaylist } from './show.ts';

type Side = queries.Insertion['side'];

interface AddTracksRequest extends OwnPlaylist {
  tracks: string[];
  position: Side;
  referenceTrackid?: string | undefined;
}

export async function createPlaylist(
  db: Db,
  request: Omit<OwnPlaylist, 'playlistid'> & Pick<Playlist, 'name' | 'desc' | 'default'>,
  now: Date,
): Promise<Playlist> {
  const playlistid = await queries.insertPlaylist(db, request, now);
  return requirePlaylist(await findPlaylist(db, { ...request, playlistid }));
}

export async function deletePlaylist(db: Db, own: OwnPlaylist): Promise<undefined> {
  if (!(await queries.deletePlaylist(db, own))) throw new Refusal('PLAYLIST_NOT_FOUND');
}

/** Skips videos and tracks that are in the playlist. If the account may not hear one of the tracks, none is added. */
export async function addTracks(
  db: Db,
  { tracks, position, referenceTrackid, ...own }: AddTracksRequest,
  now: Date,
): Promise<Playlist> {
  // First, so that a stranger's playlist reveals nothing about tracks.
  requirePlaylist(await queries.findTrackOrder(db, own));
  const reference = referenceTrackid === undefined ? [] : await requireTracks(db, own, [referenceTrackid]);
  const added = (await requireTracks(db, own, tracks)).map((track) => requireAccess(track, now, 'TRACK_NOT_FOUND'));
  const ids = idsOf(added.filter(({ assettype }) => assettype === 'audio'));
  const insertion = { ids, side: position, reference: reference[0]?.track };
  return (await queries.insertTracks(db, own, insertion)) ?? refuseChange(db, own, idsOf(reference), 'PLAYLIST_FULL');
}

/** The tracks that an addition brought, for `removeAddedTracks`; ids are internal. */
export interface AddedTracks {
  playlistid: string;
  ids: number[];
}

/** As `addTracks`, in the transaction of the caller. */
export async function addTracksForUndo(db: Db, request: AddTracksRequest, now: Date): Promise<AddedTracks> {
  const { playlistid } = request;
  const before = requirePlaylist(await queries.findTrackOrder(db, request, 'lock'));
  await addTracks(db, request, now);
  const after = requirePlaylist(await queries.findTrackOrder(db, request));
  return { playlistid, ids: after.filter((id) => !before.includes(id)) };
}

/** False, and nothing is changed, if the playlist or one of the tracks is gone. */
export async function removeAddedTracks(db: Db, viewer: Viewer, { playlistid, ids }: AddedTracks): Promise<boolean> {
  const own = { ...viewer, playlistid };
  const order = await queries.findTrackOrder(db, own, 'lock');
  if (!order || !ids.every((id) => order.includes(id))) return false;
  await queries.deleteTracks(db, own, ids);
  return true;
}

/** Moves `tracks` together, in their order; without them `trackid`. */
export async function moveTracks(
  db: Db,
  request: OwnPlaylist & { trackid: string; tracks?: string[] | undefined; position: Side; referenceTrackid: string },
): Promise<Playlist> {
  const { trackid, tracks = [trackid], position, referenceTrackid, ...own } = request;
  const [reference, ...moved] = await requireTracks(db, own, [referenceTrackid, ...tracks]);
  const ids = idsOf(moved);
  if (!reference || ids.includes(reference.track))
    throw new Refusal('VALIDATION', { referenceTrackid: 'A track cannot move beside itself.' });
  const playlist = await queries.moveTracks(db, own, { ids, side: position, reference: reference.track });
  return playlist ?? refuseChange(db, own, [reference.track, ...ids], 'TRACK_NOT_FOUND');
}

export async function removeTrack(db: Db, { trackid, ...own }: OwnPlaylist & { trackid: string }): Promise<Playlist> {
  const ids = idsOf(await requireTracks(db, own, [trackid]));
  return requirePlaylist(await queries.deleteTracks(db, own, ids));
}

/** Removes all tracks if none are named. */
export async function removeTracks(db: Db, { tracks, ...own }: OwnPlaylist & { tracks?: string[] | undefined }) {
  if (tracks === undefined) return requirePlaylist(await queries.clearTracks(db, own));
  return requirePlaylist(await queries.deleteTracks(db, own, idsOf(await queries.findTrackAccess(db, own, tracks))));
}

async function requireTracks(db: Db, own: OwnPlaylist, trackids: string[]): Promise<queries.TrackAccess[]> {
  const tracks = await queries.findTrackAccess(db, own, trackids);
  if (tracks.length < trackids.length) throw new Refusal('TRACK_NOT_FOUND');
  return tracks;
}

const idsOf = (tracks: queries.TrackAccess[]) => [...new Set(tracks.map(({ track }) => track))];

/** Throws the reason why a change matched no playlist. */
async function refuseChange(
  db: Db,
  own: OwnPlaylist,
  required: number[],
  otherwise: 'PLAYLIST_FULL' | 'TRACK_NOT_FOUND',
): Promise<never> {
  const order = requirePlaylist(await queries.findTrackOrder(db, own));
  throw new Refusal(required.every((id) => order.includes(id)) ? otherwise : 'TRACK_NOT_FOUND');
}
