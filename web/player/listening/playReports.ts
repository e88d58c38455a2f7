import { LISTEN_REPORTED_WITHIN_MS, LISTENING_AT_ONCE_MAX } from '@promenade/contract/limits';
import { useEffect, useMemo } from 'react';
import { type FetchRelease, useFetchRelease } from '../../catalogue/data.ts';
import { createUuid } from '../../platform/createId.ts';
import { getRefusalCode, isTemporary } from '../../platform/errorText.ts';
import { logError } from '../../platform/logError.ts';
import { paths } from '../../platform/paths.ts';
import { usePlayer } from '../playerStore.ts';
import type { Song } from '../queue/queue.ts';
import { useQueue } from '../queue/queueStore.ts';
import { addPlay } from './history.ts';
import { type PlayReport, type ReportListens, useReportListens } from './historyData.ts';
import { useHistory } from './historyStore.ts';
import {
  advanceProgress,
  crossesThreshold,
  type ListenProgress,
  skipProgress,
  startProgress,
} from './listenProgress.ts';

/** A report is sent when this much was listened to since the one before. */
const REPORT_EVERY_S = 5;
/** A song that goes on after a longer pause is another listen. */
const PAUSE_MAX_MS = 30 * 60_000;
/** The song after an interrupted one is reported with it. */
const JOINED_MS = 1_000;
/** Listens whose report was not received yet, with the state of the player. */
const UNSENT_MAX = 50;

/**
 * Measures which seconds of each track sound, reports them to the server and writes the history. A report that fails is
 * sent again with the next one, when the browser is online again, and after a reload.
 */
export function usePlayReports() {
  const report = useReportListens();
  const fetchRelease = useFetchRelease();
  const reports = useMemo(() => createPlayReports(report, fetchRelease), [report, fetchRelease]);
  useEffect(() => {
    const sendUnsent = () => void reports.sendUnsent();
    const stop = new AbortController();
    sendUnsent();
    window.addEventListener('online', sendUnsent, { signal: stop.signal });
    const leave = () => {
      reports.interrupted();
      sendUnsent();
    };
    window.addEventListener('pagehide', leave, { signal: stop.signal });
    return () => stop.abort();
  }, [reports]);
  return reports;
}

function createPlayReports(reportListens: ReportListens, fetchRelease: FetchRelease) {
  let listen: Omit<PlayReport, 'seconds' | 'ranges'> | undefined;
  let progress: ListenProgress = startProgress(0);
  let reported = progress;
  let advancedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inFlight = new Set<PlayReport>();

  function startListen({ trackid, duration }: Pick<Song, 'trackid' | 'duration'>, position: number | undefined): void {
    const source = findSource(isAtEnd(progress));
    listen = { trackid, listenid: createUuid(), startedat: new Date().toISOString(), source };
    progress = startProgress(duration, position);
    reported = progress;
    advancedAt = Date.now();
  }

  function report(delayMs = 0): void {
    if (!listen) return;
    reported = progress;
    const { seconds, ranges } = progress;
    const { listenid } = listen;
    const entry = { ...listen, seconds, ranges };
    usePlayer.setState(({ unsent }) => ({
      unsent: [...unsent.filter((other) => other.listenid !== listenid), entry].slice(-UNSENT_MAX),
    }));
    clearTimeout(timer);
    if (delayMs === 0) void sendUnsent();
    else timer = setTimeout(() => void sendUnsent(), delayMs);
  }

  /** A report that the server refuses is dropped: it would be refused again. */
  async function sendUnsent(): Promise<void> {
    clearTimeout(timer);
    const isOld = ({ startedat }: PlayReport) => Date.now() - Date.parse(startedat) > LISTEN_REPORTED_WITHIN_MS;
    const { unsent } = usePlayer.getState();
    const entries = unsent.filter((entry) => !inFlight.has(entry) && !isOld(entry)).slice(0, LISTENING_AT_ONCE_MAX);
    const done = new Set(unsent.filter(isOld));
    if (entries.length > 0) {
      for (const entry of entries) inFlight.add(entry);
      try {
        const codes = await reportListens(entries);
        for (const [index, entry] of entries.entries()) {
          const code = codes[index];
          if (code !== undefined) logError('A play could not be reported', new Error(code));
          if (!isSentAgain(code)) done.add(entry);
        }
      } catch (error) {
        logError('A play could not be reported', error);
        // A node of the version before does not know the call.
        const isKept =
          isTemporary(error) || isSentAgain(getRefusalCode(error)) || getRefusalCode(error) === 'NOT_FOUND';
        if (!isKept) for (const entry of entries) done.add(entry);
      } finally {
        for (const entry of entries) inFlight.delete(entry);
      }
    }
    if (done.size > 0) usePlayer.setState((player) => ({ unsent: player.unsent.filter((entry) => !done.has(entry)) }));
  }

  return {
    started(song: Song, position: number) {
      interrupted();
      startListen(song, position);
      report();
      void addToHistory(song, fetchRelease);
    },
    advanced(seconds: number) {
      if (listen && Date.now() - advancedAt > PAUSE_MAX_MS)
        startListen({ ...listen, duration: progress.duration }, progress.position);
      advancedAt = Date.now();
      const before = progress;
      const { isMuted, volume } = usePlayer.getState();
      progress = advanceProgress(before, seconds, !isMuted && volume > 0);
      if (progress.seconds - reported.seconds >= REPORT_EVERY_S || crossesThreshold(before, progress)) report();
    },
    seeking() {
      progress = skipProgress(progress);
      interrupted();
    },
    /** A pause, a seek or the end of a song. */
    interrupted,
    sendUnsent,
  };

  function interrupted(): void {
    // After a pause no song follows.
    if (progress.seconds > reported.seconds) report(usePlayer.getState().isPlaying ? JOINED_MS : 0);
  }
}

const isSentAgain = (code: string | undefined): boolean => code === 'UNAUTHENTICATED' || code === 'TOO_MANY_REQUESTS';

const isAtEnd = ({ position = 0, duration }: ListenProgress): boolean => position > 0 && position >= duration - 1;

/** `follows`: the song before ended by itself, so that the queue started this one. */
function findSource(follows: boolean): PlayReport['source'] {
  if (usePlayer.getState().queuePosition) return 'desk';
  const { items, selectedItem } = useQueue.getState();
  if (items.some(({ uuid, type }) => uuid === selectedItem && type === 'playlist')) return 'playlist';
  const { pathname } = window.location;
  if (follows || !/^\/(releases|search)\b/.test(pathname)) return 'queue';
  if (pathname.startsWith(`${paths.releases}/`)) return 'release';
  return pathname === paths.releases ? 'gallery' : 'search';
}

async function addToHistory({ releaseid, trackid }: Song, fetchRelease: FetchRelease): Promise<void> {
  const playedat = new Date().toISOString();
  try {
    const detail = await fetchRelease(releaseid);
    const { songs, downloaded: _downloaded, promoinfo: _promoinfo, attachments: _attachments, ...release } = detail;
    const track = songs.find((song) => song.trackid === trackid);
    if (track) useHistory.setState((history) => addPlay(history, release, track, playedat));
  } catch (error) {
    logError('A track could not be added to the history', error);
  }
}
