import { getApiError, isTemporary } from '../../platform/errorText.ts';
import { logError } from '../../platform/logError.ts';
import type { FetchAudioToken } from '../data.ts';
import { handleSongEnd } from '../playback.ts';
import { type Player, setPlaying } from '../player.ts';
import { usePlayer } from '../playerStore.ts';
import type { Song } from '../queue/queue.ts';
import { getLeadingSource, getUpcoming } from '../source.ts';

const SKIP_AFTER_MS = 3_000;

/**
 * Handles a current song that can't be played: marks it, and starts the next one after three seconds at the desk and with
 * auto-play on, else stops the player. The queue does not change (requirements decision 37).
 */
export function createUnplayableHandler(fetchToken: FetchAudioToken) {
  let skipTimer: ReturnType<typeof setTimeout> | undefined;

  /** In an outage the player goes on trying, and skips the song only if the server answers for the next one. */
  function handle(isInOutage: boolean): void {
    const { song, isPlaying, autoPlay } = usePlayer.getState();
    if (!song || !isPlaying) return;
    usePlayer.setState((player) => setUnplayable(player, song.trackid, true));
    const isAtDesk = getLeadingSource() !== undefined;
    const next = autoPlay || isAtDesk ? getUpcoming(song.uuid)?.song : undefined;
    clearTimeout(skipTimer);
    if (next || isAtDesk) skipTimer = setTimeout(() => void skip(song, isInOutage ? next : undefined), SKIP_AFTER_MS);
    else if (!isInOutage) usePlayer.setState((player) => setPlaying(player, false));
  }

  async function skip({ uuid, trackid }: Song, nextToCheck: Song | undefined): Promise<void> {
    try {
      if (nextToCheck) await fetchToken(nextToCheck.trackid, true);
    } catch (error) {
      if (isOutage(error)) return logError('The next track could not be reached either', error);
    }
    const { song, isPlaying, unplayable } = usePlayer.getState();
    if (song?.uuid === uuid && isPlaying && unplayable.includes(trackid)) handleSongEnd();
  }

  return { handle, cancelSkip: () => clearTimeout(skipTimer) };
}

export function setUnplayable(player: Player, trackid: string, isUnplayable: boolean): Player {
  if (player.unplayable.includes(trackid) === isUnplayable) return player;
  const others = player.unplayable.filter((id) => id !== trackid);
  return { ...player, unplayable: isUnplayable ? [...others, trackid] : others };
}

/** Whether the server is out of reach. Status 500 is a failure of this one track. */
export const isOutage = (error: unknown): boolean => isTemporary(error) && getApiError(error)?.status !== 500;
