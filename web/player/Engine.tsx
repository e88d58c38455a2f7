import { type RefObject, useEffect, useRef } from 'react';
import { forgetHistory } from '../library/historyStore.ts';
import { analytics } from '../platform/analytics.ts';
import { logged } from '../platform/logged.ts';
import { useSession } from '../platform/session.ts';
import { useAskToken } from './data.ts';
import { useMediaSession } from './mediaSession.ts';
import { forgetPlayback, songEnded } from './playback.ts';
import { measured, seekDone, setLoading, tick } from './player.ts';
import { usePlayer } from './playerStore.ts';
import { upcomingSong } from './queue.ts';
import { useQueue } from './queueStore.ts';
import { useReports } from './reports.ts';
import { makeSource, type Source } from './source.ts';

/** The sole owner of the audio element: turns the player's state into sound and the element's clock into state. */
export function Engine() {
  const askToken = useAskToken();
  const element = useRef<HTMLAudioElement>(null);
  const source = useSource(element);
  const reports = useReports();
  const announced = useRef<string>(undefined);
  useVolume(element);
  useSeek(element);
  useMediaSession();
  useEffect(() => useSession.subscribe(({ accessToken }) => accessToken === null && forgetAll()), []);

  function playing() {
    const { song } = usePlayer.getState();
    usePlayer.setState((player) => setLoading(player, false));
    source.current?.succeeded();
    if (!song || announced.current === song.uuid) return;
    announced.current = song.uuid;
    reports.started(song);
    analytics.track('Play Song', { trackid: song.trackid, title: song.title, artist: song.artist });
    const next = upcomingSong(useQueue.getState());
    if (next) askToken(next.trackid).catch((failure: unknown) => logged('No token for the next song', failure));
  }

  return (
    <audio
      ref={element}
      preload="auto"
      onTimeUpdate={({ currentTarget }) => {
        usePlayer.setState((player) => tick(player, currentTarget.currentTime));
        reports.clock(currentTarget.currentTime);
      }}
      onSeeking={reports.jumped}
      onDurationChange={({ currentTarget }) => usePlayer.setState((player) => measured(player, currentTarget.duration))}
      onLoadedMetadata={({ currentTarget }) => applySeek(currentTarget)}
      onWaiting={() => usePlayer.setState((player) => setLoading(player, player.isPlaying))}
      onCanPlay={() => usePlayer.setState((player) => setLoading(player, false))}
      onPlaying={playing}
      onPause={() => source.current?.paused()}
      onEnded={songEnded}
      onError={() => void source.current?.failed()}
    />
  );
}

/** Nothing of one person is left for the next one at this browser. */
function forgetAll(): void {
  forgetPlayback();
  forgetHistory();
}

/** Follows song and play state at once, inside the press; looks again when network or attention come back. */
function useSource(element: RefObject<HTMLAudioElement | null>): RefObject<Source | undefined> {
  const askToken = useAskToken();
  const source = useRef<Source>(undefined);
  useEffect(() => {
    if (!element.current) return;
    const made = makeSource(element.current, askToken);
    const follow = () => void made.follow();
    const look = () => document.visibilityState === 'visible' && follow();
    source.current = made;
    follow();
    const unsubscribe = usePlayer.subscribe((player, before) => {
      if (player.song?.uuid !== before.song?.uuid || player.isPlaying !== before.isPlaying) follow();
    });
    window.addEventListener('online', follow);
    document.addEventListener('visibilitychange', look);
    return () => {
      unsubscribe();
      window.removeEventListener('online', follow);
      document.removeEventListener('visibilitychange', look);
      made.stop();
    };
  }, [element, askToken]);
  return source;
}

function useVolume(element: RefObject<HTMLAudioElement | null>): void {
  const volume = usePlayer((player) => player.volume);
  useEffect(() => {
    if (element.current) element.current.volume = volume / 100;
  }, [element, volume]);
}

function useSeek(element: RefObject<HTMLAudioElement | null>): void {
  const seekTime = usePlayer((player) => player.seekTime);
  useEffect(() => {
    if (element.current && seekTime !== null) applySeek(element.current);
  }, [element, seekTime]);
}

/** A jump waits until the element knows its song. */
function applySeek(element: HTMLAudioElement): void {
  const { seekTime } = usePlayer.getState();
  if (seekTime === null || element.readyState < HTMLMediaElement.HAVE_METADATA) return;
  element.currentTime = seekTime;
  usePlayer.setState(seekDone);
}
