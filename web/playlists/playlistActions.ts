import type { Track } from '@promenade/contract/catalogue';
import type { Playlist, PlaylistTrack } from '@promenade/contract/playlists';
import { useCallback, useMemo } from 'react';
import { formatExplicitTitle } from '../catalogue/format.ts';
import { notifyUndoable } from '../catalogue/undoSteps.ts';
import { createId } from '../platform/createId.ts';
import { getApiError } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useText } from '../platform/text.ts';
import { createPlaylistItem } from '../player/queue/queue.ts';
import { removePlaylistFromQueue, updatePlaylistInQueue } from '../player/queue/queueActions.ts';
import { useQueue } from '../player/queue/queueStore.ts';
import { type FetchPlaylist, useFetchPlaylist, usePlaylistChanges } from './data.ts';
import { type TracksToAdd, usePlaylistDialogStore } from './dialogStore.ts';
import { sortTracks } from './trackSort.ts';
import { useTrackChanges } from './tracksData.ts';

/*
 * Changes of playlists with their toasts. After each change the play queue gets the new tracks of a playlist that it
 * contains (requirement C-QUEUE-20).
 */

/** Shows the server's text, or a general one when the server did not answer (requirements C-PLAYLIST-18, C-TOAST-05). */
export function notifyPlaylistFailure(failure: unknown): void {
  logError('Playlist error', failure);
  const { status = 0, message = '' } = getApiError(failure) ?? {};
  notifyFailure(failure, status > 0 && message !== '' ? { category: 'hasError', message } : undefined);
}

const listQueued = (playlistid: string) =>
  useQueue
    .getState()
    .items.filter((item) => item.type === 'playlist')
    .filter((item) => item.playlistid === playlistid);

/** An item keeps the order in which it was queued. Never rejects. */
async function syncQueue(fetchPlaylist: FetchPlaylist, playlistid: string): Promise<void> {
  if (listQueued(playlistid).length === 0) return;
  try {
    const playlist = await fetchPlaylist(playlistid);
    for (const { uuid, sort } of listQueued(playlistid)) {
      const item = createPlaylistItem({ ...playlist, sort }, sortTracks(playlist.items, sort), createId);
      if (item) updatePlaylistInQueue({ ...item, uuid });
      else removePlaylistFromQueue(playlistid);
    }
  } catch (failure) {
    logError('The queue could not load a changed playlist', failure);
  }
}

function useSyncQueue(): (playlistid: string) => Promise<void> {
  const fetchPlaylist = useFetchPlaylist();
  return useCallback((playlistid) => syncQueue(fetchPlaylist, playlistid), [fetchPlaylist]);
}

/** After others than these functions changed playlists: the queue gets their tracks. Never rejects. */
export async function syncQueuedPlaylists(fetchPlaylist: FetchPlaylist): Promise<void> {
  const items = useQueue.getState().items.filter((item) => item.type === 'playlist');
  for (const playlistid of new Set(items.map((item) => item.playlistid))) await syncQueue(fetchPlaylist, playlistid);
}

/** Adds tracks on top of a playlist. Never rejects. */
export function useAddToPlaylist(): (
  playlist: Pick<Playlist, 'playlistid' | 'name'>,
  toAdd: TracksToAdd,
) => Promise<void> {
  const t = useText();
  const { addTracks } = usePlaylistChanges();
  const syncQueue = useSyncQueue();
  return useCallback(
    async ({ playlistid, name }, toAdd) => {
      try {
        const tracks = await loadAudioTracks(toAdd);
        if (tracks.length === 0) {
          notify({ category: 'hasError', message: t('playlist.no-audio') });
          return;
        }
        if (toAdd.onPick) return toAdd.onPick({ playlistid, name }, tracks);
        await addTracks(
          playlistid,
          tracks.map(({ trackid }) => trackid),
        );
        const message = t('playlist.added', { title: toAdd.title, name });
        notify({ category: 'addedToPlaylist', message, subject: playlistid });
        await syncQueue(playlistid);
      } catch (failure) {
        notifyPlaylistFailure(failure);
      }
    },
    [t, addTracks, syncQueue],
  );
}

/** Playlists contain only audio (requirement C-PLAYLIST-15). Rejects when loading the tracks fails. */
export async function loadAudioTracks({ tracks }: TracksToAdd): Promise<Track[]> {
  const loaded = typeof tracks === 'function' ? await tracks() : tracks;
  return loaded.filter(({ assettype }) => assettype === 'audio');
}

/**
 * Updates a playlist, or creates one with the pending tracks (requirements C-PLAYLIST-11, C-PLAYLIST-12).
 * Rejects with ApiError when nothing was saved.
 */
export function useSavePlaylist(
  edited: Playlist | undefined,
): (text: Pick<Playlist, 'name' | 'desc'>) => Promise<void> {
  const { create, update } = usePlaylistChanges();
  const addToPlaylist = useAddToPlaylist();
  const syncQueue = useSyncQueue();
  return async (text) => {
    if (edited) {
      const { playlistid, name } = await update(edited.playlistid, text);
      notify({ category: 'playlistUpdated', message: name });
      await syncQueue(playlistid);
      return;
    }
    const { pending } = usePlaylistDialogStore.getState();
    const created = await create(text);
    notify({ category: 'playlistCreated', message: created.name });
    if (pending.tracks.length > 0) await addToPlaylist(created, { ...pending, tracks: [...pending.tracks] });
  };
}

/** Changes that never reject and whose removals can be undone. Stable while id and name are. */
export function useTrackEditing({ playlistid, name }: Pick<Playlist, 'playlistid' | 'name'>) {
  const t = useText();
  const changes = useTrackChanges(playlistid);
  const syncQueue = useSyncQueue();
  return useMemo(() => {
    async function finish(change: Promise<unknown>): Promise<boolean> {
      try {
        await change;
        await syncQueue(playlistid);
        return true;
      } catch (failure) {
        notifyPlaylistFailure(failure);
        return false;
      }
    }
    async function finishRemoval(title: string, change: Promise<unknown>, undo: () => Promise<void>): Promise<void> {
      if (!(await finish(change))) return;
      notifyUndoable({ category: 'removedFromPlaylist', message: title, subject: playlistid }, () => finish(undo()));
    }
    return {
      /** Indexes in the order before the move. Resolves with false when it was refused and undone. */
      move: (from: number, to: number) => finish(changes.move(from, to)),
      remove: (track: PlaylistTrack) => {
        const tracks = changes.getTracks();
        return finishRemoval(formatExplicitTitle(track), changes.remove(track), () => changes.restore(track, tracks));
      },
      clear: () => {
        const tracks = changes.getTracks();
        const title = t('playlist.all-of', { name });
        return finishRemoval(title, changes.clear(), () => changes.restoreAll(tracks));
      },
    };
  }, [t, changes, syncQueue, playlistid, name]);
}
