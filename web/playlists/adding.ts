import type { Track } from '@promenade/contract/catalogue';
import type { Playlist } from '@promenade/contract/playlists';
import { useCallback } from 'react';
import { notify } from '../platform/notices.ts';
import { useText } from '../platform/text.ts';
import { usePlaylistChanges } from './changesData.ts';
import { tellFailure } from './failed.ts';
import { useFollow } from './following.ts';
import type { ToAdd } from './pickerStore.ts';

type Named = Pick<Playlist, 'playlistid' | 'name'>;

/** Puts tracks on top of a playlist and says so, or says why not. Never rejects. */
export function useAdding(): (playlist: Named, toAdd: ToAdd) => Promise<void> {
  const t = useText();
  const { add } = usePlaylistChanges();
  const follow = useFollow();
  return useCallback(
    async ({ playlistid, name }, toAdd) => {
      try {
        const tracks = await audioOf(toAdd);
        if (tracks.length === 0) {
          notify({ category: 'hasError', message: t('playlist.no-audio') });
          return;
        }
        await add(
          playlistid,
          tracks.map(({ trackid }) => trackid),
        );
        const message = t('playlist.added', { title: toAdd.title, name });
        notify({ category: 'addedToPlaylist', message, about: playlistid });
        await follow(playlistid);
      } catch (failure) {
        tellFailure(t, failure);
      }
    },
    [t, add, follow],
  );
}

/** Only audio belongs into playlists (C-PLAYLIST-15). @throws what fetching them throws */
export async function audioOf({ tracks }: ToAdd): Promise<Track[]> {
  const found = typeof tracks === 'function' ? await tracks() : tracks;
  return found.filter(({ assettype }) => assettype === 'audio');
}
