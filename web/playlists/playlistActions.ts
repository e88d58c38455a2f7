import { useCallback } from 'react';
import { logged } from '../platform/logged.ts';
import { newId } from '../platform/newId.ts';
import { playlistChanged, playlistDeleted } from '../player/playlistsInQueue.ts';
import { playlistItem } from '../player/queue.ts';
import { useQueue } from '../player/queueStore.ts';
import { useAskPlaylist } from './data.ts';

/** After a change of a playlist: where it stands in the queue, the queue follows (C-QUEUE-20). Never rejects. */
export function useFollow(): (playlistid: string) => Promise<void> {
  const ask = useAskPlaylist();
  return useCallback(
    async (playlistid) => {
      if (!isQueued(playlistid)) return;
      try {
        const playlist = await ask(playlistid);
        const item = playlistItem(playlist, playlist.items, newId);
        if (item) playlistChanged(item);
        else playlistDeleted(playlistid);
      } catch (failure) {
        logged('The queue could not follow its playlist', failure);
      }
    },
    [ask],
  );
}

const isQueued = (playlistid: string): boolean =>
  useQueue.getState().items.some((item) => item.type === 'playlist' && item.playlistid === playlistid);
