import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';
import { analytics } from '../platform/analytics.ts';
import { logged } from '../platform/logged.ts';
import { useSession } from '../platform/session.ts';
import { useAskToken } from './data.ts';
import { forgetHistory } from './historyStore.ts';
import { useMediaSession } from './mediaSession.ts';
import { forgetPlayback, songEnded } from './playback.ts';
import { measured, seekDone, setLoading, tick } from './player.ts';
import { usePlayer } from './playerStore.ts';
import { upcomingSong } from './queue.ts';
import { useQueue } from './queueStore.ts';
import { useReports } from './reports.ts';
import { makeSource, type Source } from './source.ts';

/** Two elements: one is heard, the other has the next song ready. */
type Decks = RefObject<HTMLAudioElement[]>;

/** The sole owner of the audio elements: turns the player's state into sound and the audible one's clock into state. */
export function Engine() {
  const askToken = useAskToken();
  const decks = useRef<HTMLAudioElement[]>([]);
  const source = useSource(decks);
  const reports = useReports();
  const announced = useRef<string>(undefined);
  useVolume(decks);
  useSeek(decks, source);
  useMediaSession();
  useEffect(() => useSession.subscribe(({ accessToken }) => accessToken === null && forgetAll()), []);

  function playing(deck: HTMLAudioElement, from: Source) {
    const { song } = usePlayer.getState();
    usePlayer.setState((player) => setLoading(measured(player, deck.duration), false));
    from.succeeded();
    if (!song || announced.current === song.uuid) return;
    announced.current = song.uuid;
    reports.started(song);
    analytics.track('Play Song', { trackid: song.trackid, title: song.title, artist: song.artist });
    const next = upcomingSong(useQueue.getState());
    if (next) askToken(next.trackid).catch((failure: unknown) => logged('No token for the next song', failure));
  }

  /** What the silent element tells is nobody's business. */
  function heard(
    { currentTarget }: SyntheticEvent<HTMLAudioElement>,
    act: (deck: HTMLAudioElement, from: Source) => void,
  ) {
    if (source.current?.isAudible(currentTarget)) act(currentTarget, source.current);
  }
  function ticked(deck: HTMLAudioElement, from: Source) {
    usePlayer.setState((player) => tick(player, deck.currentTime));
    reports.clock(deck.currentTime);
    from.prepareNext();
  }
  function waiting(_deck: HTMLAudioElement, from: Source) {
    usePlayer.setState((player) => setLoading(player, player.isPlaying));
    from.waiting();
  }

  return [0, 1].map((at) => (
    <audio
      key={at}
      ref={(element) => {
        if (element) decks.current[at] = element;
      }}
      preload="auto"
      onTimeUpdate={(event) => heard(event, ticked)}
      onSeeking={(event) => heard(event, reports.jumped)}
      onDurationChange={(event) =>
        heard(event, ({ duration }) => usePlayer.setState((player) => measured(player, duration)))
      }
      onLoadedMetadata={(event) => heard(event, applySeek)}
      onWaiting={(event) => heard(event, waiting)}
      onProgress={(event) => heard(event, (_deck, from) => from.received())}
      onCanPlay={(event) => heard(event, () => usePlayer.setState((player) => setLoading(player, false)))}
      onPlaying={(event) => heard(event, playing)}
      onPause={({ currentTarget }) => source.current?.paused(currentTarget)}
      onEnded={(event) => heard(event, songEnded)}
      onError={(event) => heard(event, (_deck, from) => void from.failed())}
    />
  ));
}

/** Nothing of one person is left for the next one at this browser. */
function forgetAll(): void {
  forgetPlayback();
  forgetHistory();
}

/** Follows song and play state at once, inside the press; looks again when network or attention come back. */
function useSource(decks: Decks): RefObject<Source | undefined> {
  const askToken = useAskToken();
  const source = useRef<Source>(undefined);
  useEffect(() => {
    const [first, second] = decks.current;
    if (!first || !second) return;
    const made = makeSource([first, second], askToken);
    const follow = () => void made.follow();
    const look = () => document.visibilityState === 'visible' && follow();
    source.current = made;
    follow();
    const unsubscribe = usePlayer.subscribe((player, before) => {
      if (player.song?.uuid !== before.song?.uuid || player.isPlaying !== before.isPlaying) follow();
    });
    const unqueue = useQueue.subscribe(made.prepareNext);
    window.addEventListener('online', made.reachable);
    document.addEventListener('visibilitychange', look);
    return () => {
      unsubscribe();
      unqueue();
      window.removeEventListener('online', made.reachable);
      document.removeEventListener('visibilitychange', look);
      made.stop();
    };
  }, [decks, askToken]);
  return source;
}

function useVolume(decks: Decks): void {
  const volume = usePlayer((player) => player.volume);
  useEffect(() => {
    for (const deck of decks.current) deck.volume = volume / 100;
  }, [decks, volume]);
}

function useSeek(decks: Decks, source: RefObject<Source | undefined>): void {
  const seekTime = usePlayer((player) => player.seekTime);
  useEffect(() => {
    const deck = decks.current.find((one) => source.current?.isAudible(one));
    if (deck && seekTime !== null) applySeek(deck);
  }, [decks, source, seekTime]);
}

/** A jump waits until the element knows its song. */
function applySeek(element: HTMLAudioElement): void {
  const { seekTime } = usePlayer.getState();
  if (seekTime === null || element.readyState < HTMLMediaElement.HAVE_METADATA) return;
  element.currentTime = seekTime;
  usePlayer.setState(seekDone);
}
