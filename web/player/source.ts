import { reasonOf } from '../platform/errorText.ts';
import { logged } from '../platform/logged.ts';
import type { AskToken, AudioToken } from './data.ts';
import { makeLadder } from './ladder.ts';
import { requestSeek, sampleSong, setLoading, setPlaying } from './player.ts';
import { usePlayer } from './playerStore.ts';
import { type Song, selectedSong, upcomingSong } from './queue.ts';
import { useQueue } from './queueStore.ts';
import { needsAudioUnlock } from './unlock.ts';

/** A token is fetched again this long before it ends. */
const AHEAD_MS = 60_000;
/** So that a token which is short-lived from the start is not asked for in a loop. */
const SHORTEST_WAIT_MS = 15_000;
/** The next song is loaded when this much of the current one is here, or only this much of it is left. */
const SAFE_AHEAD_S = 30;
const LAST_S = 20;
/** `MediaError.MEDIA_ERR_NETWORK`, which not every environment names. */
const NETWORK_LOST = 2;
const SAMPLE = '/silence.wav';

/** Keeps the audible one of two elements on the player's song, and the song after it ready in the other. */
export interface Source {
  /** Puts the song on, plays or pauses it; safe to call at any time. */
  follow(renew?: boolean): Promise<void>;
  /** Loads the next song of the queue into the silent element once the line can spare it. */
  prepareNext(): void;
  isAudible(element: HTMLAudioElement): boolean;
  /** The element failed: once with a new token from the same second, then only the log knows. */
  failed(): Promise<void>;
  /** Nothing more to play is here. When nothing comes, it is asked for again, later and later. */
  waiting(): void;
  /** Bytes came in. */
  received(): void;
  /** The network is back. */
  reachable(): void;
  /** Sound came out: the next failure is a new one. */
  succeeded(): void;
  /** An element fell silent: by this source, or by something else (a headset, the system), which counts as a pause. */
  paused(element: HTMLAudioElement): void;
  stop(): void;
}

/** What an element has on; without an address its token is still on the way. */
interface Loaded {
  song: string;
  address: string;
}

/** Drives both audio elements. Nothing else sets their addresses or starts them. */
export function makeSource(decks: readonly [HTMLAudioElement, HTMLAudioElement], askToken: AskToken): Source {
  let [audible, spare] = decks;
  let on: Loaded | undefined;
  let next: Loaded | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasRetried = false;
  /** Silenced by this source; the browser tells of it later. */
  const hushed = new WeakSet<HTMLAudioElement>();
  let canHandOver = true;
  const sounded = new WeakSet<HTMLAudioElement>();
  const ladder = makeLadder(() => void follow(true));

  async function follow(renew = false): Promise<void> {
    const { song, isPlaying } = usePlayer.getState();
    if (!song) return take();
    if (isPlaying) playSample();
    if (on?.song !== song.uuid) turnTo(song);
    const isOn = on?.song === song.uuid && !audible.error;
    if (isPlaying && isOn && !audible.paused && !renew) return;
    if (!isPlaying) rest();
    if (!isPlaying || !isOn) hush(audible);
    try {
      const token = await askToken(song.trackid, renew);
      if (usePlayer.getState().song?.uuid !== song.uuid) return;
      put(song, token);
      if (!usePlayer.getState().isPlaying) return;
      const element = audible;
      await element.play();
      sounded.add(element);
    } catch (failure) {
      if (usePlayer.getState().song?.uuid === song.uuid) refused(failure);
    }
  }

  /** Another song: when the silent element has it, the two change places. */
  function turnTo({ uuid }: Song): void {
    ladder.rest();
    hasRetried = false;
    if (next?.song !== uuid) return;
    if (next.address === '' || spare.error) {
      next = undefined;
      return;
    }
    hush(audible);
    [audible, spare, on, next] = [spare, audible, next, on];
    if (audible.currentTime > 0) audible.currentTime = 0;
  }

  function prepareNext(): void {
    const queue = useQueue.getState();
    // After a clear, what was queued since waits for the end of a song that is in the queue no more.
    const song = queue.selectedSong === on?.song ? upcomingSong(queue) : selectedSong(queue);
    if (!song || next?.song === song.uuid || !canHandOver || !canSpareTheLine(audible)) return;
    const loaded: Loaded = { song: song.uuid, address: '' };
    next = loaded;
    askToken(song.trackid)
      .then((token) => {
        if (next !== loaded) return;
        loaded.address = addressOf(song, token);
        spare.src = loaded.address;
      })
      .catch((failure: unknown) => logged('The next song could not be prepared', failure));
  }

  /** The address is set only when it changes; the same song under a new token goes on at its second. */
  function put(song: Song, token: AudioToken): void {
    const address = addressOf(song, token);
    const isSameSong = on?.song === song.uuid;
    if (on?.address !== address || audible.error) {
      audible.src = address;
      // Its pending events went with the former address.
      hushed.delete(audible);
      if (isSameSong)
        usePlayer.setState((player) => setLoading(requestSeek(player, player.currentTime), player.isPlaying));
    } else if (!isSameSong) audible.currentTime = 0;
    on = { song: song.uuid, address };
    clearTimeout(timer);
    timer = setTimeout(renewWhilePaused, Math.max(SHORTEST_WAIT_MS, token.exp * 1000 - Date.now() - AHEAD_MS));
  }

  /** What plays is not disturbed: it has the new token at hand when the old one is refused. */
  function renewWhilePaused(): void {
    const { song } = usePlayer.getState();
    if (!song) return;
    if (audible.paused) void follow(true);
    else askToken(song.trackid, true).catch((failure: unknown) => logged('No new audio token yet', failure));
  }

  function refused(failure: unknown): void {
    const { isPlaying, song } = usePlayer.getState();
    const isBlocked = failure instanceof DOMException && failure.name === 'NotAllowedError';
    // Interrupted, or not playable: the element has an event of its own for that.
    if (failure instanceof DOMException && !isBlocked) return;
    if (isBlocked && !sounded.has(audible) && sounded.has(spare)) return stayWithOne();
    logged('This song could not be played', failure);
    if (isPlaying && on?.song === song?.uuid && isUnanswered(failure)) return wait();
    usePlayer.setState((player) => setLoading(player, false));
    // The browser wants a press of its own first.
    if (isBlocked) usePlayer.setState((player) => setPlaying(player, false));
  }

  /** This browser lets only the element sound that was pressed for (iOS). */
  function stayWithOne(): void {
    canHandOver = false;
    [audible, spare] = [spare, audible];
    on = undefined;
    next = undefined;
    void follow();
  }

  async function failed(): Promise<void> {
    if (!on || !audible.getAttribute('src')) return;
    logged('Playback failed', audible.error?.message);
    if (!navigator.onLine || audible.error?.code === NETWORK_LOST) return wait();
    if (hasRetried) {
      usePlayer.setState((player) => setLoading(player, false));
      return;
    }
    hasRetried = true;
    await follow(true);
  }

  function wait(): void {
    if (!usePlayer.getState().isPlaying) return;
    usePlayer.setState((player) => setLoading(player, true));
    ladder.wait();
  }

  function paused(element: HTMLAudioElement): void {
    if (hushed.delete(element) || element !== audible || element.ended || element.error) return;
    usePlayer.setState((player) => setPlaying(player, false));
  }

  function hush(element: HTMLAudioElement): void {
    if (element.paused) return;
    hushed.add(element);
    element.pause();
  }

  /** Who pauses does not wait for anything. */
  function rest(): void {
    ladder.rest();
    usePlayer.setState((player) => setLoading(player, false));
  }

  /** The first press also frees the silent element, which later starts without one (C-PLAYER-24). */
  function playSample(): void {
    if (usePlayer.getState().sampleSongFlag || !needsAudioUnlock()) return;
    usePlayer.setState(sampleSong);
    next = undefined;
    spare.src = SAMPLE;
    spare.play().catch((failure: unknown) => logged('The sample could not be played', failure));
  }

  function take(): void {
    on = undefined;
    next = undefined;
    clearTimeout(timer);
    ladder.rest();
    for (const deck of decks) {
      hush(deck);
      if (!deck.getAttribute('src')) continue;
      deck.removeAttribute('src');
      deck.load();
    }
  }

  return {
    follow,
    prepareNext,
    failed,
    paused,
    isAudible: (element) => element === audible,
    waiting: () => usePlayer.getState().isPlaying && ladder.wait(),
    received: ladder.startOver,
    reachable: () => void follow(ladder.isWaiting() || audible.error !== null),
    succeeded: () => {
      hasRetried = false;
      ladder.rest();
    },
    stop: take,
  };
}

const addressOf = ({ mediaURL }: Song, { token }: AudioToken): string =>
  `${mediaURL}?token=${encodeURIComponent(token)}`;

/** Nothing came back, or the service is not well: both pass. */
function isUnanswered(failure: unknown): boolean {
  const status = reasonOf(failure)?.status;
  return status === 0 || (status !== undefined && status >= 500);
}

function canSpareTheLine({ paused, duration, currentTime, buffered }: HTMLAudioElement): boolean {
  const left = duration - currentTime;
  const ahead = buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0;
  return !paused && (left <= LAST_S || ahead >= SAFE_AHEAD_S);
}
