import { create } from 'zustand';
import { readSlice, writeSliceSoon } from '../platform/persisted.ts';
import { initialPlayer, type Player, restore } from './player.ts';

/** Not the clock: it moves four times a second, and a restore starts at 0 anyway. */
const keptFields = ['song', 'volume', 'previousVolume', 'isMuted', 'autoPlay'] as const;

/** The one live copy of the player; kept under `player` and taken up by the rules of a restore (C-PLAYER-23). */
export const usePlayer = create<Player>(() => {
  const kept = readSlice('player') as Partial<Player> | undefined;
  return kept ? restore({ ...initialPlayer, song: kept.song ?? null }) : initialPlayer;
});

usePlayer.subscribe((player, before) => {
  const changed = keptFields.some((field) => player[field] !== before[field]);
  if (changed) writeSliceSoon('player', Object.fromEntries(keptFields.map((field) => [field, player[field]])));
});
