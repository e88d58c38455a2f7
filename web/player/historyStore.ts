import { create } from 'zustand';
import { readSlice, writeSlice } from '../platform/persistedState.ts';
import { emptyHistory, type PlayHistory } from './history.ts';

/** The local copy of the server's play history, persisted as `playHistory` (requirements decision 9). */
export const useHistory = create<PlayHistory>(() => parsePersistedHistory(readSlice('playHistory')));

// Lyrics are long and no list shows them.
useHistory.subscribe(({ releases, songs }) =>
  writeSlice('playHistory', { releases, songs: songs.map((song) => ({ ...song, lyrics: '' })) }),
);

export const clearHistory = (): void => useHistory.setState(emptyHistory);

function parsePersistedHistory(value: unknown): PlayHistory {
  const { releases, songs } = (value ?? {}) as Partial<PlayHistory>;
  return Array.isArray(releases) && Array.isArray(songs) ? { releases, songs } : emptyHistory;
}
