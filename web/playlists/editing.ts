import type { Playlist, PlaylistTrack } from '@promenade/contract/playlists';
import { useMemo } from 'react';
import { notify } from '../platform/notices.ts';
import { useText } from '../platform/text.ts';
import { explicitTitle } from '../releases/explicitTitle.ts';
import { tellFailure } from './failed.ts';
import { useFollow } from './following.ts';
import { useTrackChanges } from './tracksData.ts';

/** What a hand does with the tracks of a playlist; never rejects. What is taken out, the toast can bring back. */
export interface Editing {
  /** Places from 0. */
  move(from: number, to: number): Promise<void>;
  remove(track: PlaylistTrack): Promise<void>;
  clear(): Promise<void>;
}

/** The same object as long as the playlist keeps its id and name. */
export function useEditing({ playlistid, name }: Pick<Playlist, 'playlistid' | 'name'>): Editing {
  const t = useText();
  const changes = useTrackChanges(playlistid);
  const follow = useFollow();
  return useMemo(() => {
    async function tried(change: Promise<unknown>): Promise<boolean> {
      try {
        await change;
        await follow(playlistid);
        return true;
      } catch (failure) {
        tellFailure(t, failure);
        return false;
      }
    }
    async function undoable(title: string, change: Promise<unknown>, undo: () => Promise<void>): Promise<void> {
      if (await tried(change))
        notify({ category: 'removedFromPlaylist', message: title, about: playlistid, undo: () => void tried(undo()) });
    }
    return {
      move: async (from, to) => void (await tried(changes.move(from, to))),
      remove: (track) => {
        const before = changes.now();
        return undoable(explicitTitle(track), changes.remove(track), () => changes.restore(track, before));
      },
      clear: () => {
        const before = changes.now();
        const title = t('playlist.all-of', { name });
        return undoable(title, changes.clear(), () => changes.restoreAll(before));
      },
    };
  }, [t, changes, follow, playlistid, name]);
}
