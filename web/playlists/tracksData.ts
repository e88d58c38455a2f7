import type { Playlist, PlaylistTrack } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../platform/api.ts';
import { changeOptimistically } from '../platform/optimistic.ts';
import { keys, type PlaylistWithTracks, patchPlaylist } from './data.ts';

/** Before or after a reference track; without one, at the top or the end. */
export interface TrackPosition {
  position: 'before' | 'after';
  referenceTrackid?: string;
}

/**
 * All changes are optimistic and reject with ApiError after they were undone (requirements C-PLAYLIST-17, C-PLAYLIST-18).
 * The returned object is stable while the query client and the id are.
 */
export function useTrackChanges(playlistid: string) {
  const cache = useQueryClient();
  return useMemo(() => {
    const params = { playlistid };
    const getTracks = () => getCachedPlaylist(cache, playlistid)?.items ?? [];
    async function change(apply: (tracks: PlaylistTrack[]) => PlaylistTrack[], send: () => Promise<Playlist>) {
      // An earlier answer would overwrite the change.
      void cache.cancelQueries({ queryKey: keys.playlist(playlistid) });
      const answer = await changeOptimistically(cache, {
        key: ['tracks', playlistid],
        read: getTracks,
        write: (tracks) => setTracks(cache, playlistid, tracks),
        apply,
        send: async (confirm) => {
          const playlist = await send();
          confirm(apply);
          return playlist;
        },
      });
      patchPlaylist(cache, answer);
    }
    const insert = (tracks: PlaylistTrack[], position: TrackPosition) =>
      change(
        (shown) => insertTracks(shown, tracks, position),
        () =>
          call(contract.addToPlaylist, { params, body: { tracks: tracks.map(({ trackid }) => trackid), ...position } }),
      );
    return {
      getTracks,
      /** Indexes in the order before the move. */
      move: async (from: number, to: number) => {
        const [track, position] = [getTracks()[from], getMovePosition(getTracks(), from, to)];
        if (!track || !position) return;
        await change(
          (shown) => insertTracks(shown, [track], position),
          () => call(contract.moveInPlaylist, { params: { playlistid, trackid: track.trackid }, body: position }),
        );
      },
      remove: (track: PlaylistTrack) =>
        change(
          (shown) => removeTracks(shown, [track]),
          () => call(contract.removeFromPlaylist, { params: { playlistid, trackid: track.trackid } }),
        ),
      /** Adds a removed track again, after the nearest track that was before it. */
      restore: (track: PlaylistTrack, tracksBefore: readonly PlaylistTrack[]) =>
        insert([track], getUndoPosition(getTracks(), tracksBefore, track.trackid)),
      clear: () =>
        change(
          () => [],
          () => call(contract.clearPlaylist, { params, body: undefined }),
        ),
      restoreAll: (tracks: PlaylistTrack[]) => insert(tracks, { position: 'before' }),
    };
  }, [cache, playlistid]);
}

const getCachedPlaylist = (cache: QueryClient, playlistid: string) =>
  cache.getQueryData<PlaylistWithTracks>(keys.playlist(playlistid));

/** Also sets the counts; covers and other fields follow with the answer. */
function setTracks(cache: QueryClient, playlistid: string, items: PlaylistTrack[]): void {
  const playlist = getCachedPlaylist(cache, playlistid);
  if (!playlist) return;
  cache.setQueryData<PlaylistWithTracks>(keys.playlist(playlistid), { ...playlist, items });
  const duration = items.reduce((seconds, track) => seconds + track.duration, 0);
  patchPlaylist(cache, { playlistid, tracks: items.length, duration });
}

/** The position of a track that moves between two indexes; undefined when nothing moves. */
export function getMovePosition(
  tracks: readonly PlaylistTrack[],
  from: number,
  to: number,
): Required<TrackPosition> | undefined {
  const reference = tracks[to];
  if (from === to || !reference || !tracks[from]) return undefined;
  return { position: to > from ? 'after' : 'before', referenceTrackid: reference.trackid };
}

/** Inserts or moves tracks; a missing reference means the top or the end. */
export function insertTracks(
  tracks: readonly PlaylistTrack[],
  inserted: PlaylistTrack[],
  { position, referenceTrackid }: TrackPosition,
): PlaylistTrack[] {
  const others = removeTracks(tracks, inserted);
  const reference = others.findIndex(({ trackid }) => trackid === referenceTrackid);
  const isAfter = position === 'after';
  const index = reference === -1 ? (isAfter ? others.length : 0) : reference + Number(isAfter);
  return others.toSpliced(index, 0, ...inserted);
}

export function removeTracks(tracks: readonly PlaylistTrack[], removed: readonly PlaylistTrack[]): PlaylistTrack[] {
  const ids = new Set(removed.map(({ trackid }) => trackid));
  return tracks.filter(({ trackid }) => !ids.has(trackid));
}

/** After the nearest earlier track that is still in the playlist, else at the top. */
export function getUndoPosition(
  tracks: readonly PlaylistTrack[],
  tracksBefore: readonly PlaylistTrack[],
  trackid: string,
): TrackPosition {
  const ids = new Set(tracks.map((track) => track.trackid));
  const index = tracksBefore.findIndex((track) => track.trackid === trackid);
  const neighbour = tracksBefore.slice(0, index).findLast((track) => ids.has(track.trackid));
  return neighbour ? { position: 'after', referenceTrackid: neighbour.trackid } : { position: 'before' };
}
