import type { Playlist, PlaylistTrack } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../platform/api.ts';
import { type HeldPlaylist, keys, patchPlaylist } from './listData.ts';
import { placed, type Spot, spotBefore, spotOf, without } from './orderData.ts';

/**
 * What can be done with the tracks of a playlist. All of it shows at once and is told to the server one after the other;
 * what that refuses is taken back, and the promise rejects with ApiError (C-PLAYLIST-17, C-PLAYLIST-18).
 */
export interface TrackChanges {
  /** The tracks as they are shown at this moment. */
  now(): PlaylistTrack[];
  /** Places from 0. */
  move(from: number, to: number): Promise<void>;
  remove(track: PlaylistTrack): Promise<void>;
  /** Brings a track back to its place among those that were there `before`. */
  restore(track: PlaylistTrack, before: readonly PlaylistTrack[]): Promise<void>;
  clear(): Promise<void>;
  /** Brings all of them back in their order, on top. */
  restoreAll(tracks: PlaylistTrack[]): Promise<void>;
}

interface Change {
  /** What it does to the tracks, whatever others did before it. */
  apply: (tracks: PlaylistTrack[]) => PlaylistTrack[];
  tell: () => Promise<Playlist>;
}

/** The same object as long as cache and playlist are the same. */
export function useTrackChanges(playlistid: string): TrackChanges {
  const cache = useQueryClient();
  return useMemo(() => {
    const params = { playlistid };
    const now = () => tracksOf(cache, playlistid);
    const add = (tracks: PlaylistTrack[], spot: Spot) =>
      change(cache, playlistid, {
        apply: (held) => placed(held, tracks, spot),
        tell: () => call(contract.addToPlaylist, { params, body: { tracks: ids(tracks), ...spot } }),
      });
    return {
      now,
      move: async (from, to) => {
        const [track, spot] = [now()[from], spotOf(now(), from, to)];
        if (!track || !spot) return;
        await change(cache, playlistid, {
          apply: (held) => placed(held, [track], spot),
          tell: () => call(contract.moveInPlaylist, { params: { playlistid, trackid: track.trackid }, body: spot }),
        });
      },
      remove: (track) =>
        change(cache, playlistid, {
          apply: (held) => without(held, [track]),
          tell: () => call(contract.removeFromPlaylist, { params: { playlistid, trackid: track.trackid } }),
        }),
      restore: (track, before) => add([track], spotBefore(now(), before, track.trackid)),
      clear: () =>
        change(cache, playlistid, {
          apply: () => [],
          tell: () => call(contract.clearPlaylist, { params, body: undefined }),
        }),
      restoreAll: (tracks) => add(tracks, { position: 'before' }),
    };
  }, [cache, playlistid]);
}

const calls = (playlistid: string) => ['changingPlaylist', playlistid];
/** The tracks as the server has them, while the screen is ahead of it. */
const onServer = (playlistid: string) => ['playlistOnServer', playlistid];

async function change(cache: QueryClient, playlistid: string, wanted: Change): Promise<void> {
  const mutationKey = calls(playlistid);
  if (cache.isMutating({ mutationKey }) === 0) cache.setQueryData(onServer(playlistid), tracksOf(cache, playlistid));
  // An answer from before this change would undo it on the screen.
  void cache.cancelQueries({ queryKey: keys.playlist(playlistid) });
  show(cache, playlistid, wanted.apply(tracksOf(cache, playlistid)));
  const changing = cache.getMutationCache().build<Playlist, Error, Change, unknown>(cache, {
    mutationKey,
    scope: { id: playlistid },
    // Offline is a refusal, not a wait.
    networkMode: 'always',
    mutationFn: ({ tell }) => tell(),
  });
  try {
    const answer = await changing.execute(wanted);
    cache.setQueryData<PlaylistTrack[]>(onServer(playlistid), (there = []) => wanted.apply(there));
    patchPlaylist(cache, answer);
  } catch (failure) {
    const there = cache.getQueryData<PlaylistTrack[]>(onServer(playlistid)) ?? [];
    const waiting = cache.getMutationCache().findAll({ mutationKey, status: 'pending' });
    const others = waiting.map(({ state }) => state.variables as Change);
    show(
      cache,
      playlistid,
      others.reduce((tracks, { apply }) => apply(tracks), there),
    );
    throw failure;
  }
}

const tracksOf = (cache: QueryClient, playlistid: string): PlaylistTrack[] =>
  cache.getQueryData<HeldPlaylist>(keys.playlist(playlistid))?.items ?? [];

/** Counts follow at once; covers and all else come with the server's answer. */
function show(cache: QueryClient, playlistid: string, items: PlaylistTrack[]): void {
  const held = cache.getQueryData<HeldPlaylist>(keys.playlist(playlistid));
  if (!held) return;
  cache.setQueryData<HeldPlaylist>(keys.playlist(playlistid), { ...held, items });
  const duration = items.reduce((seconds, track) => seconds + track.duration, 0);
  patchPlaylist(cache, { playlistid, tracks: items.length, duration });
}

const ids = (tracks: PlaylistTrack[]): string[] => tracks.map(({ trackid }) => trackid);
