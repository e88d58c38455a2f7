import { create } from 'zustand';
import { readSlice, writeSlice } from '../platform/persisted.ts';
import { emptyHistory, type PlayHistory } from './history.ts';

/** What this browser knows of the history, kept under `playHistory`: the cache of the server's (decision 9). */
export const useHistory = create<PlayHistory>(() => restored(readSlice('playHistory')));

// The words of the songs are long, and no list shows them.
useHistory.subscribe(({ releases, songs }) =>
  writeSlice('playHistory', { releases, songs: songs.map((song) => ({ ...song, lyrics: '' })) }),
);

/** Empty, for the next person at this browser. */
export const forgetHistory = (): void => useHistory.setState(emptyHistory);

/** What was kept, or an empty history when it is not one (C-PERSIST-03). */
function restored(kept: unknown): PlayHistory {
  const { releases, songs } = (kept ?? {}) as Partial<PlayHistory>;
  return Array.isArray(releases) && Array.isArray(songs) ? { releases, songs } : emptyHistory;
}
