import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';
import { useRefetchRelease } from '../../catalogue/data.ts';
import { analytics } from '../../platform/analytics.ts';
import { getRefusalCode } from '../../platform/errorText.ts';
import { emitServerEvent, onServerEvent } from '../../platform/events.ts';
import { logError } from '../../platform/logError.ts';
import { useSession } from '../../platform/session.ts';
import { useSettings } from '../../platform/settingsStore.ts';
import { type FetchAudioToken, useFetchAudioToken } from '../data.ts';
import { usePlayReports } from '../listening/playReports.ts';
import { NowPlaying } from '../NowPlaying.tsx';
import { connectSound, onOtherSound } from '../oneSound.ts';
import { handleSongEnd } from '../playback.ts';
import { setLoading, setPlaying } from '../player.ts';
import { usePlayer } from '../playerStore.ts';
import { withdrawRelease } from '../queue/queueActions.ts';
import { useQueue } from '../queue/queueStore.ts';
import { getUpcoming, useSource } from '../source.ts';
import { type AudioOutput, createAudioOutput } from './audioOutput.ts';
import { useMediaSession } from './mediaSession.ts';
import { setCurrentTime, setDuration } from './mediaState.ts';

type AudioElements = RefObject<HTMLAudioElement[]>;
type Handler = (element: HTMLAudioElement, output: AudioOutput) => void;

/** Renders the two audio elements and connects their events with the player state. */
export function Engine() {
  const fetchToken = useFetchAudioToken();
  const elements = useRef<HTMLAudioElement[]>([]);
  const output = useAudioOutput(elements, fetchToken);
  useMissedWithdrawals(output);
  const reports = usePlayReports();
  const reportedSong = useRef<string>(undefined);
  useVolumeAndSeek(elements, output);
  useMediaSession();
  useEffect(connectSound, []);
  useEffect(stopWithSession, []);

  function ifActive({ currentTarget }: SyntheticEvent<HTMLAudioElement>, handle: Handler) {
    if (output.current?.isActive(currentTarget)) handle(currentTarget, output.current);
  }
  const onPlaying: Handler = (element, { handlePlaying }) => {
    const { song } = usePlayer.getState();
    usePlayer.setState((player) => setLoading(setDuration(player, element.duration), false));
    handlePlaying();
    if (!song || reportedSong.current === song.uuid) return;
    reportedSong.current = song.uuid;
    reports.started(song, element.currentTime);
    analytics.track('Play Song', { trackid: song.trackid, title: song.title, artist: song.artist });
    const next = getUpcoming(song.uuid);
    if (next) fetchToken(next.song.trackid).catch((error: unknown) => logError('No token for the next track', error));
  };
  const onTimeUpdate: Handler = (element, { preloadNext }) => {
    // An element that loses its source says so by an update to 0.
    if (!element.getAttribute('src')) return;
    usePlayer.setState((player) => setCurrentTime(player, element.currentTime));
    reports.advanced(element.currentTime);
    preloadNext();
  };
  const onWaiting: Handler = (_element, { handleWaiting }) => {
    usePlayer.setState((player) => setLoading(player, player.isPlaying));
    handleWaiting();
  };

  return (
    <>
      <NowPlaying />
      {[0, 1].map((index) => (
        <audio
          key={index}
          ref={(element) => {
            if (element) elements.current[index] = element;
          }}
          preload="metadata"
          onTimeUpdate={(event) => ifActive(event, onTimeUpdate)}
          onSeeking={(event) => ifActive(event, reports.seeking)}
          onDurationChange={(event) =>
            ifActive(event, ({ duration }) => usePlayer.setState((player) => setDuration(player, duration)))
          }
          onLoadedMetadata={(event) => output.current?.handleMetadata(event.currentTarget)}
          onSeeked={() => output.current?.preloadNext()}
          onWaiting={(event) => ifActive(event, onWaiting)}
          onProgress={(event) => ifActive(event, (_element, { handleProgress }) => handleProgress())}
          onCanPlay={(event) => ifActive(event, () => usePlayer.setState((player) => setLoading(player, false)))}
          onPlaying={(event) => ifActive(event, onPlaying)}
          onPause={(event) => {
            ifActive(event, reports.interrupted);
            output.current?.handlePause(event.currentTarget);
          }}
          onEnded={(event) => ifActive(event, handleSongEnd)}
          onError={(event) => ifActive(event, (_element, { handleError }) => void handleError())}
        />
      ))}
    </>
  );
}

/** An expired session is silent. Returns a stop function. */
const stopWithSession = (): (() => void) =>
  useSession.subscribe(({ showLogoutDisclaimerModal: isExpired }) => {
    if (isExpired) usePlayer.setState((player) => setPlaying(player, false));
  });

/** Calls `sync` synchronously on state changes, because browsers allow sound only during a press. */
function useAudioOutput(elements: AudioElements, fetchToken: FetchAudioToken): RefObject<AudioOutput | undefined> {
  const output = useRef<AudioOutput>(undefined);
  useEffect(() => {
    const [first, second] = elements.current;
    if (!first || !second) return;
    const created = createAudioOutput([first, second], fetchToken);
    const sync = () => void created.sync();
    const syncIfVisible = () => document.visibilityState === 'visible' && sync();
    output.current = created;
    sync();
    const unsubscribePlayer = usePlayer.subscribe((player, before) => {
      const hasSongChanged = player.song?.uuid !== before.song?.uuid;
      // A hidden tab that follows the player of another one loads nothing until it is looked at.
      const isIdle = document.visibilityState === 'hidden' && !player.isPlaying && !before.isPlaying;
      if ((hasSongChanged && (!isIdle || !player.song)) || player.isPlaying !== before.isPlaying) sync();
    });
    const unsubscribeQueue = useQueue.subscribe(created.preloadNext);
    const unsubscribeSource = useSource.subscribe(created.preloadNext);
    const unsubscribeSettings = useSettings.subscribe(created.applyLevels);
    const stopEvents = onServerEvent('release-withdrawn', ({ releaseid }) => {
      created.discard(releaseid);
      withdrawRelease(releaseid);
    });
    const stopOtherSound = onOtherSound(created.release);
    window.addEventListener('online', created.handleOnline);
    document.addEventListener('visibilitychange', syncIfVisible);
    return () => {
      unsubscribePlayer();
      unsubscribeQueue();
      unsubscribeSource();
      unsubscribeSettings();
      stopEvents();
      stopOtherSound();
      window.removeEventListener('online', created.handleOnline);
      document.removeEventListener('visibilitychange', syncIfVisible);
      created.unload();
    };
  }, [elements, fetchToken]);
  return output;
}

function useVolumeAndSeek(elements: AudioElements, output: RefObject<AudioOutput | undefined>): void {
  const volume = usePlayer((player) => player.volume);
  const seekTime = usePlayer((player) => player.seekTime);
  useEffect(() => {
    for (const element of elements.current) element.volume = volume / 100;
  }, [elements, volume]);
  useEffect(() => {
    if (seekTime !== null) output.current?.applySeek();
  }, [output, seekTime]);
}

/** After the event stream was interrupted, checks the loaded releases and passes on the withdrawals that were missed. */
function useMissedWithdrawals(output: RefObject<AudioOutput | undefined>): void {
  const refetchRelease = useRefetchRelease();
  useEffect(() => {
    const check = async (releaseid: string) => {
      try {
        await refetchRelease(releaseid);
      } catch (error) {
        const code = getRefusalCode(error);
        if (code === 'RELEASE_NOT_AVAILABLE' || code === 'RELEASE_NOT_FOUND')
          emitServerEvent({ type: 'release-withdrawn', releaseid });
        else logError('Could not check whether a release was withdrawn', error);
      }
    };
    return onServerEvent('reconnected', () => {
      for (const releaseid of output.current?.listReleaseids() ?? []) void check(releaseid);
    });
  }, [refetchRelease, output]);
}
