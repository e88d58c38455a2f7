import type { Playlist } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import { type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../platform/api.ts';
import { refreshPlaylists } from './data.ts';
import { dropPlaylist, keys, patchPlaylist } from './listData.ts';

/** What can be done with playlists as wholes. Everything throws ApiError, after what was shown ahead is taken back. */
export interface PlaylistChanges {
  create(words: Words): Promise<Playlist>;
  /** Another name or description (C-PLAYLIST-16). */
  edit(playlistid: string, words: Words): Promise<Playlist>;
  remove(playlistid: string): Promise<void>;
  /** Puts the star on or takes it off, at once on the screen (C-PLAYLIST-20). */
  pin(playlist: Playlist): Promise<void>;
  /** On top, in this order; what is in it already is passed over (C-PLAYLIST-13, C-PLAYLIST-14, C-PLAYLIST-29). */
  add(playlistid: string, tracks: string[]): Promise<Playlist>;
}
type Words = Pick<Playlist, 'name' | 'desc'>;

/** The same object as long as the cache is the same. */
export function usePlaylistChanges(): PlaylistChanges {
  const cache = useQueryClient();
  return useMemo(
    () => ({
      create: async (words) => {
        const made = await call(contract.createPlaylist, { body: { ...words, default: false } });
        refreshPlaylists(cache);
        return made;
      },
      edit: async (playlistid, words) =>
        told(cache, await call(contract.changePlaylist, { params: { playlistid }, body: words })),
      remove: (playlistid) => remove(cache, playlistid),
      pin: (playlist) => pin(cache, playlist),
      add: async (playlistid, tracks) => {
        const body = { tracks, position: 'before' } as const;
        const answer = told(cache, await call(contract.addToPlaylist, { params: { playlistid }, body }));
        await cache.invalidateQueries({ queryKey: keys.playlist(playlistid) });
        return answer;
      },
    }),
    [cache],
  );
}

const deleting = (playlistid: string) => ['deletePlaylist', playlistid];

/** Whether the server is being told to remove it (C-PLAYLIST-19). */
export const useIsDeleting = (playlistid: string): boolean => useIsMutating({ mutationKey: deleting(playlistid) }) > 0;

async function remove(cache: QueryClient, playlistid: string): Promise<void> {
  const removing = cache.getMutationCache().build(cache, {
    mutationKey: deleting(playlistid),
    networkMode: 'always',
    mutationFn: () => call(contract.deletePlaylist, { params: { playlistid } }),
  });
  await removing.execute(undefined);
  dropPlaylist(cache, playlistid);
  refreshPlaylists(cache);
}

async function pin(cache: QueryClient, { playlistid, pinned }: Playlist): Promise<void> {
  const mutationKey = ['pinPlaylist', playlistid];
  const route = pinned ? contract.unpinPlaylist : contract.pinPlaylist;
  patchPlaylist(cache, { playlistid, pinned: !pinned });
  // Presses go out one after the other: the last one decides.
  const pinning = cache.getMutationCache().build(cache, {
    mutationKey,
    scope: { id: `pin ${playlistid}` },
    networkMode: 'always',
    mutationFn: () => call(route, { params: { playlistid } }),
  });
  try {
    const answer = await pinning.execute(undefined);
    if (cache.isMutating({ mutationKey }) === 0) told(cache, answer);
  } catch (failure) {
    if (cache.isMutating({ mutationKey }) === 0) patchPlaylist(cache, { playlistid, pinned });
    throw failure;
  }
}

function told(cache: QueryClient, playlist: Playlist): Playlist {
  patchPlaylist(cache, playlist);
  return playlist;
}
