import type { Playlist } from '@promenade/contract/playlists';
import { notify } from '../platform/notices.ts';
import { useAdding } from './adding.ts';
import { usePlaylistChanges } from './changesData.ts';
import { useFollow } from './following.ts';
import { usePlaylistDialogs } from './pickerStore.ts';

/** Saves the words of a playlist, or makes one that takes what waits for it (C-PLAYLIST-11, C-PLAYLIST-12). Throws ApiError when nothing was saved. */
export function useSaving(edited: Playlist | undefined): (words: Pick<Playlist, 'name' | 'desc'>) => Promise<void> {
  const { create, edit } = usePlaylistChanges();
  const adding = useAdding();
  const follow = useFollow();
  return async (words) => {
    if (edited) {
      const { playlistid, name } = await edit(edited.playlistid, words);
      notify({ category: 'playlistUpdated', message: name });
      await follow(playlistid);
      return;
    }
    const { pending } = usePlaylistDialogs.getState();
    const made = await create(words);
    notify({ category: 'playlistCreated', message: made.name });
    if (pending.tracks.length > 0) await adding(made, { title: pending.title, tracks: [...pending.tracks] });
  };
}
