import { formatTrackTitle } from '../catalogue/format.ts';
import { createAccountStore } from '../platform/accountStore.ts';
import { initialPlayer, type Player, restorePlayer } from './player.ts';
import { parsePersistedPlayer } from './queue/persistedQueue.ts';

/** Without the current time: it changes four times a second and is not restored. Of the desk's songs none is stored. */
const persistedFields = ['song', 'volume', 'previousVolume', 'isMuted', 'autoPlay', 'unsent'] as const;

/** The player state, persisted as `player` and restored as requirement C-PLAYER-23 says. Each tab has its own. */
export const usePlayer = createAccountStore<Player>({
  slice: 'player',
  isLarge: true,
  load: (stored) => {
    const player = parsePersistedPlayer(stored);
    return player ? restorePlayer(player) : initialPlayer;
  },
  save: (player) => ({
    ...Object.fromEntries(persistedFields.map((field) => [field, player[field]])),
    ...(player.queuePosition && { song: player.queuePosition.song }),
  }),
  change: (before, after) => persistedFields.some((field) => after[field] !== before[field]),
  merge: (player) => ({ state: player, hasMore: false }),
});

/** Whether the track could not be played when it was tried last. */
export const useIsUnplayable = (trackid: string | undefined): boolean =>
  usePlayer(({ unplayable }) => trackid !== undefined && unplayable.includes(trackid));

/** The second of the track that sounds now; undefined while another one does. */
export function getMoment(track: { trackid: string; title: string; version: string }) {
  const { song, currentTime } = usePlayer.getState();
  if (song?.trackid !== track.trackid) return undefined;
  return { trackid: track.trackid, title: formatTrackTitle(track), second: currentTime };
}
