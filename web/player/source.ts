import { logged } from '../platform/logged.ts';
import type { AskToken, AudioToken } from './data.ts';
import { requestSeek, setLoading, setPlaying } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue.ts';

/** A token is fetched again this long before it ends. */
const AHEAD_MS = 60_000;
/** So that a token which is short-lived from the start is not asked for in a loop. */
const SHORTEST_WAIT_MS = 15_000;

/** Keeps the audio element on the player's song: its address, its token, playing or not. */
export interface Source {
  /** Puts the song on, plays or pauses it; safe to call at any time. */
  follow(renew?: boolean): Promise<void>;
  /** The element failed: once with a new token from the same second, then only the log knows. */
  failed(): Promise<void>;
  /** Sound came out: the next failure is a new one. */
  succeeded(): void;
  /** The element fell silent: by this source, or by something else (a headset, the system), which counts as a pause. */
  paused(): void;
  stop(): void;
}

/** Drives one audio element. Nothing else sets its address or starts it. */
export function makeSource(element: HTMLAudioElement, askToken: AskToken): Source {
  let on: { song: string; address: string } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasRetried = false;
  let isHushing = false;

  async function follow(renew = false): Promise<void> {
    const { song, isPlaying } = usePlayer.getState();
    if (!song) return take();
    const isOn = on?.song === song.uuid && !element.error;
    if (isPlaying && isOn && !element.paused && !renew) return;
    if (!isPlaying || !isOn) hush();
    try {
      const token = await askToken(song.trackid, renew);
      if (usePlayer.getState().song?.uuid !== song.uuid) return;
      put(song, token);
      if (usePlayer.getState().isPlaying) await element.play();
    } catch (failure) {
      if (usePlayer.getState().song?.uuid === song.uuid) refused(failure);
    }
  }

  /** The address is set only when it changes; the same song under a new token goes on at its second. */
  function put(song: Song, token: AudioToken): void {
    const address = `${song.mediaURL}?token=${encodeURIComponent(token.token)}`;
    const isSameSong = on?.song === song.uuid;
    if (on?.address !== address || element.error) {
      element.src = address;
      // Its pending events went with the former address.
      isHushing = false;
      if (isSameSong)
        usePlayer.setState((player) => setLoading(requestSeek(player, player.currentTime), player.isPlaying));
    } else if (!isSameSong) element.currentTime = 0;
    on = { song: song.uuid, address };
    clearTimeout(timer);
    timer = setTimeout(renewWhilePaused, Math.max(SHORTEST_WAIT_MS, token.exp * 1000 - Date.now() - AHEAD_MS));
  }

  /** What plays is not disturbed: it has the new token at hand when the old one is refused. */
  function renewWhilePaused(): void {
    const { song } = usePlayer.getState();
    if (!song) return;
    if (element.paused) void follow(true);
    else askToken(song.trackid, true).catch((failure: unknown) => logged('No new audio token yet', failure));
  }

  function refused(failure: unknown): void {
    if (failure instanceof DOMException && failure.name === 'AbortError') return;
    logged('This song could not be played', failure);
    usePlayer.setState((player) => setLoading(player, false));
    // The browser wants a press of its own first.
    const isBlocked = failure instanceof DOMException && failure.name === 'NotAllowedError';
    if (isBlocked) usePlayer.setState((player) => setPlaying(player, false));
  }

  async function failed(): Promise<void> {
    if (!on || !element.getAttribute('src')) return;
    logged('Playback failed', element.error?.message);
    if (hasRetried) {
      usePlayer.setState((player) => setLoading(player, false));
      return;
    }
    hasRetried = true;
    await follow(true);
  }

  function paused(): void {
    if (!isHushing && !element.ended && !element.error) usePlayer.setState((player) => setPlaying(player, false));
    isHushing = false;
  }

  function hush(): void {
    isHushing = !element.paused;
    element.pause();
  }

  function take(): void {
    on = undefined;
    clearTimeout(timer);
    if (!element.getAttribute('src')) return;
    hush();
    element.removeAttribute('src');
    element.load();
  }

  return {
    follow,
    failed,
    paused,
    succeeded: () => {
      hasRetried = false;
    },
    stop: take,
  };
}
