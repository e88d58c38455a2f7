import { needsAudioUnlock } from '../../platform/browser.ts';
import { isTemporary } from '../../platform/errorText.ts';
import { logError } from '../../platform/logError.ts';
import type { AudioToken, FetchAudioToken } from '../data.ts';
import { handleSongEnd } from '../playback.ts';
import { requestSeek, setLoading, setPlaying } from '../player.ts';
import { usePlayer } from '../playerStore.ts';
import type { Song } from '../queue/queue.ts';
import { getLeadingSource, getUpcoming } from '../source.ts';
import { createAudioGraph } from './audioGraph.ts';
import { createBackoff } from './backoff.ts';
import { getLevelGain } from './level.ts';
import { clearSeek, markSamplePlayed } from './mediaState.ts';
import { createUnplayableHandler, isOutage, setUnplayable } from './unplayable.ts';

/**
 * Drives the two audio elements of the player; nothing else sets their addresses or starts them.
 *
 * One element is active: it plays the player's current song. The other is on standby: near the end of the current song
 * it loads the next one. When the next song is due the two swap roles, so that it starts almost without a gap
 * (handover, ADR 0026). Browsers that let only a pressed element play (iOS) refuse the swap; from then on one element
 * plays every song.
 *
 * Over HTTP/1.1 a browser sends six requests to a host at once, and a loading element takes one of them. So an element
 * loads metadata alone until it plays or its song is due, and nothing once another tab plays.
 *
 * At the desk (source.ts) the standby element waits where the next song starts, and loads more than metadata once it is there.
 *
 * A stream address contains a token. It is renewed before it expires while the player is paused; a playing element
 * keeps its address. A song under a new address continues at its current second.
 *
 * If the element reports an error, it is reloaded once with a new token. Lost connections and failing servers are
 * retried with backoff while the player is playing, and at once when the browser is online again.
 *
 * A song that still fails is unplayable (see unplayable.ts); it is tried again on request.
 */

const RENEW_BEFORE_EXPIRY_MS = 60_000;
const MIN_RENEW_DELAY_MS = 15_000;
/** The metadata of the next song are loaded when the current one has this much buffered ahead. */
const BUFFERED_AHEAD_S = 30;
/** The next song is loaded when the current one has this little left, or is loaded to its end. */
const REMAINING_S = 20;
/** Browsers need this long until a song that starts is heard: the next one starts so much before the end of the current one. */
const START_AHEAD_S = 0.03;
/** `MediaError.MEDIA_ERR_NETWORK` and states of `HTMLMediaElement`, names that test environments lack. */
const MEDIA_ERR_NETWORK = 2;
const HAVE_METADATA = 1;
const HAVE_ENOUGH_DATA = 4;
const SAMPLE = '/silence.wav';
/** After so many retries, half a minute, the next song is tried, if the server answers for it. */
const RETRIES = 3;

export type AudioOutput = ReturnType<typeof createAudioOutput>;

/** The address is empty until the token arrives, and after another tab has started sound. */
interface LoadedSong extends Pick<Song, 'uuid' | 'releaseid' | 'loudness' | 'truepeak'> {
  address: string;
  /** Second at which the standby element waits. */
  startAt: number;
}

export function createAudioOutput(
  elements: readonly [HTMLAudioElement, HTMLAudioElement],
  fetchToken: FetchAudioToken,
) {
  let [active, standby] = elements;
  let loaded: LoadedSong | undefined;
  let preloaded: LoadedSong | undefined;
  let renewTimer: ReturnType<typeof setTimeout> | undefined;
  let endTimer: ReturnType<typeof setTimeout> | undefined;
  let hasRetriedError = false;
  let canHandOver = true;
  /** Elements paused here whose pause event is still to come. */
  const silentlyPaused = new WeakSet<HTMLAudioElement>();
  const havePlayed = new WeakSet<HTMLAudioElement>();
  const graph = createAudioGraph(elements);
  const unplayable = createUnplayableHandler(fetchToken);
  const backoff = createBackoff((count) => {
    if (count >= RETRIES) unplayable.handle(true);
    void sync(true);
  });

  /** Loads, plays or pauses the current song as the player state says; `renew` requests a new token. */
  async function sync(renew = false): Promise<void> {
    const { song, isPlaying } = usePlayer.getState();
    if (!song) return unload();
    graph.setRunning(isPlaying);
    if (isPlaying) playSample();
    if (!renew) unplayable.cancelSkip();
    if (loaded?.uuid !== song.uuid) handOver(song);
    applyLevels();
    const isLoaded = loaded?.uuid === song.uuid && !active.error;
    if (!isPlaying && isLoaded && loaded?.address === '') return;
    if (isPlaying && isLoaded && !active.paused && !renew) return;
    if (!isPlaying) cancelRetry();
    else if (!renew) clearFailure(song);
    if (!isPlaying || !isLoaded) pauseSilently(active);
    try {
      const token = await fetchToken(song.trackid, renew);
      if (usePlayer.getState().song?.uuid !== song.uuid) return;
      setSource(song, token);
      if (!usePlayer.getState().isPlaying) return;
      const element = active;
      element.preload = 'auto';
      await element.play();
      havePlayed.add(element);
    } catch (error) {
      if (usePlayer.getState().song?.uuid === song.uuid) handleStartError(error);
    }
  }

  /** Swaps the elements if the standby element has this song loaded. */
  function handOver({ uuid }: Song): void {
    backoff.cancel();
    hasRetriedError = false;
    if (preloaded?.uuid !== uuid) return;
    if (preloaded.address === '' || standby.error) {
      preloaded = undefined;
      return;
    }
    if (!isEnding(active)) pauseSilently(active);
    [active, standby, loaded, preloaded] = [standby, active, preloaded, loaded];
    const { seekTime } = usePlayer.getState();
    if (seekTime !== null && isAt(active, seekTime)) usePlayer.setState(clearSeek);
    else if (seekTime === null && active.currentTime > 0) active.currentTime = 0;
    if (isLoadedToEnd(standby)) return;
    preloaded = undefined;
    empty(standby);
  }

  /** At the desk the next song is due at any moment. */
  function preloadNext(): void {
    const upcoming = getUpcoming(loaded?.uuid);
    const isDue = getLeadingSource() !== undefined || isLoadedToEnd(active) || countSecondsLeft(active) <= REMAINING_S;
    if (
      !upcoming ||
      upcoming.song.uuid === loaded?.uuid ||
      !canHandOver ||
      active.paused ||
      !(isDue || countBufferedSeconds(active) >= BUFFERED_AHEAD_S)
    )
      return;
    const { song, startAt } = upcoming;
    const isLoading = preloaded?.uuid === song.uuid;
    // iOS ignores a seek of an element that loads more than metadata.
    const isAtStart = startAt === 0 || (isLoading && isAt(standby, startAt) && !standby.seeking);
    standby.preload = isDue && isAtStart ? 'auto' : 'metadata';
    if (preloaded && isLoading) {
      preloaded.startAt = startAt;
      seekStandby();
      return endEarly();
    }
    const preload: LoadedSong = { ...pickLoaded(song), address: '', startAt };
    preloaded = preload;
    applyLevels();
    fetchToken(song.trackid)
      .then((token) => {
        if (preloaded !== preload) return;
        preload.address = buildAddress(song, token);
        standby.src = preload.address;
      })
      .catch((error: unknown) => logError('The next track could not be preloaded', error));
  }

  function seekStandby(): void {
    if (!preloaded?.address || standby.readyState < HAVE_METADATA || standby.seeking) return;
    if (!isAt(standby, preloaded.startAt)) standby.currentTime = preloaded.startAt;
  }

  function applyLevels(): void {
    if (loaded) graph.setGain(active, getLevelGain(loaded));
    if (preloaded) graph.setGain(standby, getLevelGain(preloaded));
  }

  /** Ends the current song a little early, if the next one is ready and nobody pauses or seeks meanwhile. */
  function endEarly(): void {
    clearTimeout(endTimer);
    const secondsLeft = countSecondsLeft(active);
    if (secondsLeft > 1 || standby.readyState < HAVE_ENOUGH_DATA) return;
    if (!usePlayer.getState().autoPlay || getLeadingSource()) return;
    endTimer = setTimeout(
      () => !active.paused && isEnding(active) && handleSongEnd(),
      (secondsLeft - START_AHEAD_S) * 1000,
    );
  }

  function setSource(song: Song, token: AudioToken): void {
    const address = buildAddress(song, token);
    const isSameSong = loaded?.uuid === song.uuid;
    if (loaded?.address !== address || active.error) {
      active.preload = usePlayer.getState().isPlaying ? 'auto' : 'metadata';
      active.src = address;
      // A new source discards the pending events of the old one.
      silentlyPaused.delete(active);
      if (isSameSong)
        usePlayer.setState((player) => setLoading(requestSeek(player, player.currentTime), player.isPlaying));
    } else if (!isSameSong) active.currentTime = 0;
    loaded = { ...pickLoaded(song), address, startAt: 0 };
    applyLevels();
    applySeek();
    clearTimeout(renewTimer);
    const renewInMs = Math.max(MIN_RENEW_DELAY_MS, token.exp * 1000 - Date.now() - RENEW_BEFORE_EXPIRY_MS);
    renewTimer = setTimeout(renewToken, renewInMs);
  }

  /** Applies a requested seek when the element has the metadata of the current song; until then it stays pending. */
  function applySeek(): void {
    const { song, seekTime } = usePlayer.getState();
    const isReady = loaded?.uuid === song?.uuid && loaded?.address !== '' && active.readyState >= HAVE_METADATA;
    if (seekTime === null || !isReady) return;
    active.currentTime = seekTime;
    usePlayer.setState(clearSeek);
  }

  /** Lets go of the connections when another tab starts sound; the song is loaded again when it is played here. */
  function release(): void {
    preloaded = undefined;
    empty(standby);
    if (!loaded || isLoadedToEnd(active)) return;
    loaded = { ...loaded, address: '' };
    clearTimeout(renewTimer);
    empty(active);
  }

  function renewToken(): void {
    const { song } = usePlayer.getState();
    if (!song) return;
    if (active.paused) void sync(true);
    else fetchToken(song.trackid, true).catch((error: unknown) => logError('No new audio token yet', error));
  }

  function handleStartError(error: unknown): void {
    const { isPlaying, song } = usePlayer.getState();
    const isBlocked = error instanceof DOMException && error.name === 'NotAllowedError';
    // Interrupted or not playable: the element fires an error event of its own.
    if (error instanceof DOMException && !isBlocked) return;
    if (isBlocked && !havePlayed.has(active) && havePlayed.has(standby)) return disableHandover();
    logError('This track could not be played', error);
    if (isPlaying && loaded?.uuid === song?.uuid && isTemporary(error)) return scheduleRetry();
    usePlayer.setState((player) => setLoading(player, false));
    // The browser requires a press before it plays sound.
    if (isBlocked) usePlayer.setState((player) => setPlaying(player, false));
    else if (isPlaying) handleUnplayable(error);
  }

  function handleUnplayable(error?: unknown): void {
    // The element still has the song before: it starts from its beginning when it is current again.
    if (loaded?.uuid !== usePlayer.getState().song?.uuid) loaded = undefined;
    if (isOutage(error)) scheduleRetry();
    unplayable.handle(isOutage(error));
  }

  /** Before a song is tried on request. */
  function clearFailure({ trackid }: Song): void {
    if (!usePlayer.getState().unplayable.includes(trackid)) return;
    hasRetriedError = false;
    usePlayer.setState((player) => setLoading(setUnplayable(player, trackid, false), true));
  }

  function disableHandover(): void {
    canHandOver = false;
    [active, standby] = [standby, active];
    loaded = undefined;
    preloaded = undefined;
    void sync();
  }

  async function handleError(): Promise<void> {
    if (!loaded || !active.getAttribute('src')) return;
    logError('Playback failed', active.error?.message);
    if (!navigator.onLine || active.error?.code === MEDIA_ERR_NETWORK) return scheduleRetry();
    if (hasRetriedError) {
      usePlayer.setState((player) => setLoading(player, false));
      return handleUnplayable();
    }
    hasRetriedError = true;
    await sync(true);
  }

  function scheduleRetry(): void {
    if (!usePlayer.getState().isPlaying) return;
    usePlayer.setState((player) => setLoading(player, true));
    backoff.schedule();
  }

  function cancelRetry(): void {
    backoff.cancel();
    usePlayer.setState((player) => setLoading(player, false));
  }

  /** A pause that this module did not make, such as a headset's, pauses the player. */
  function handlePause(element: HTMLAudioElement): void {
    if (silentlyPaused.delete(element) || element !== active || element.ended || element.error) return;
    usePlayer.setState((player) => setPlaying(player, false));
  }

  function pauseSilently(element: HTMLAudioElement): void {
    if (element.paused) return;
    silentlyPaused.add(element);
    element.pause();
  }

  /** Plays a silent sample during the first press, so that Safari lets the standby element start later (requirement C-PLAYER-24). */
  function playSample(): void {
    if (usePlayer.getState().sampleSongFlag || !needsAudioUnlock()) return;
    usePlayer.setState(markSamplePlayed);
    preloaded = undefined;
    standby.src = SAMPLE;
    standby.play().catch((error: unknown) => {
      // The next song took the element over.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      logError('The sample could not be played', error);
    });
  }

  function unload(): void {
    loaded = undefined;
    preloaded = undefined;
    clearTimeout(renewTimer);
    unplayable.cancelSkip();
    backoff.cancel();
    for (const element of elements) empty(element);
  }

  /** Silences a withdrawn release and drops its buffers at once. */
  function discard(releaseid: string): void {
    if (preloaded?.releaseid === releaseid) {
      preloaded = undefined;
      empty(standby);
    }
    if (loaded?.releaseid !== releaseid) return;
    loaded = undefined;
    clearTimeout(renewTimer);
    backoff.cancel();
    empty(active);
  }

  function empty(element: HTMLAudioElement): void {
    pauseSilently(element);
    if (!element.getAttribute('src')) return;
    element.removeAttribute('src');
    element.load();
  }

  return {
    sync,
    preloadNext,
    applySeek,
    applyLevels,
    handleMetadata: (element: HTMLAudioElement) => (element === active ? applySeek() : seekStandby()),
    release,
    isActive: (element: HTMLAudioElement) => element === active,
    handleError,
    handleWaiting: () => usePlayer.getState().isPlaying && backoff.schedule(),
    handleProgress: backoff.restart,
    handlePlaying: () => {
      hasRetriedError = false;
      backoff.cancel();
      unplayable.cancelSkip();
      const { song } = usePlayer.getState();
      if (song) usePlayer.setState((player) => setUnplayable(player, song.trackid, false));
    },
    handlePause,
    handleOnline: () => void sync(backoff.isPending() || active.error !== null),
    unload,
    discard,
    /** Releases of the current and the preloaded song. */
    listReleaseids: () => [...new Set([loaded, preloaded].flatMap((song) => song?.releaseid ?? []))],
  };
}

const buildAddress = ({ mediaURL }: Song, { token }: AudioToken): string =>
  `${mediaURL}?token=${encodeURIComponent(token)}`;

const pickLoaded = ({ uuid, releaseid, loudness, truepeak }: Song) => ({ uuid, releaseid, loudness, truepeak });

/** A position after a seek may differ a little from the one that was asked for. */
const isAt = ({ currentTime }: HTMLAudioElement, seconds: number): boolean => Math.abs(currentTime - seconds) < 0.1;

const countSecondsLeft = (element: HTMLAudioElement): number => element.duration - element.currentTime;

const isEnding = (element: HTMLAudioElement): boolean => countSecondsLeft(element) <= 2 * START_AHEAD_S;

const getBufferedEnd = ({ buffered }: HTMLAudioElement): number =>
  buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;

const countBufferedSeconds = (element: HTMLAudioElement): number => getBufferedEnd(element) - element.currentTime;

/** Whether the element needs no connection any more. Browsers round the end of what they have. */
const isLoadedToEnd = (element: HTMLAudioElement): boolean =>
  element.readyState >= HAVE_METADATA && getBufferedEnd(element) >= element.duration - 1;
