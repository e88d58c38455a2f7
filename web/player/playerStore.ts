import { create } from 'zustand';
import { readSlice, writeSliceWhenIdle } from '../platform/persistedState.ts';
import { initialPlayer, type Player, restorePlayer } from './player.ts';

/** Without the current time: it changes four times a second and is not restored. */
const persistedFields = ['song', 'volume', 'previousVolume', 'isMuted', 'autoPlay'] as const;

/** The player state, persisted as `player` and restored as requirement C-PLAYER-23 says. */
export const usePlayer = create<Player>(() => {
  const persisted = readSlice('player') as Partial<Player> | undefined;
  return persisted ? restorePlayer({ song: persisted.song ?? null }) : initialPlayer;
});

usePlayer.subscribe((player, before) => {
  const hasChanged = persistedFields.some((field) => player[field] !== before[field]);
  if (hasChanged)
    writeSliceWhenIdle('player', Object.fromEntries(persistedFields.map((field) => [field, player[field]])));
});
