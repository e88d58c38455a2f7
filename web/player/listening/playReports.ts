import type { ErrorCode } from '@promenade/contract/errors';
import { LISTEN_REPORTED_WITHIN_MS } from '@promenade/contract/limits';
import { useEffect, useMemo } from 'react';
import { type FetchRelease, useFetchRelease } from '../../catalogue/data.ts';
import { getRefusalCode, isTemporary } from '../../platform/errorText.ts';
import { logError } from '../../platform/logError.ts';
import { paths } from '../../platform/paths.ts';
import { usePlayer } from '../playerStore.ts';
import type { Song } from '../queue/queue.ts';
import { useQueue } from '../queue/queueStore.ts';
import { addPlay } from './history.ts';
import { type PlayReport, type ReportPlay, useReportPlay } from './historyData.ts';
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
/** Listens whose report was not received yet, with the state of the player. */
const UNSENT_MAX = 50;

/**
 * Measures which seconds of each track sound, reports them to the server and writes the history. A report that fails is
 * sent again with the next one, when the browser is online again, and after a reload.
 */
export function usePlayReports() {
  const report = useReportPlay();
  const fetchRelease = useFetchRelease();
  const reports = useMemo(() => createPlayReports(report, fetchRelease), [report, fetchRelease]);
  useEffect(() => {
    const sendUnsent = () => void reports.sendUnsent();
    const stop = new AbortController();
    sendUnsent();
    window.addEventListener('online', sendUnsent, { signal: stop.signal });
    window.addEventListener('pagehide', reports.interrupted, { signal: stop.signal });
    return () => stop.abort();
  }, [reports]);
  return reports;
}

function createPlayReports(reportPlay: ReportPlay, fetchRelease: FetchRelease) {
  let listen: Omit<PlayReport, 'seconds' | 'ranges'> | undefined;
  let progress: ListenProgress = startProgress(0);
  let reported = progress;
  let advancedAt = 0;
  const inFlight = new Set<PlayReport>();

  function startListen({ trackid, duration }: Pick<Song, 'trackid' | 'duration'>, position: number | undefined): void {
    const source = findSource(isAtEnd(progress));
    listen = { trackid, listenid: createUuid(), startedat: new Date().toISOString(), source };
    progress = startProgress(duration, position);
    reported = progress;
    advancedAt = Date.now();
  }

  function report(): void {
    if (!listen) return;
    reported = progress;
    const { seconds, ranges } = progress;
    const { listenid } = listen;
    const entry = { ...listen, seconds, ranges };
    usePlayer.setState(({ unsent }) => ({
      unsent: [...unsent.filter((other) => other.listenid !== listenid), entry].slice(-UNSENT_MAX),
    }));
    void sendUnsent();
  }

  /** A report that the server refuses is dropped: it would be refused again. */
  async function sendUnsent(): Promise<void> {
    for (const entry of usePlayer.getState().unsent) {
      if (inFlight.has(entry)) continue;
      inFlight.add(entry);
      try {
        if (Date.now() - Date.parse(entry.startedat) <= LISTEN_REPORTED_WITHIN_MS) await reportPlay(entry);
      } catch (error) {
        logError('A play could not be reported', error);
        if (isTemporary(error) || isSentAgain(getRefusalCode(error))) return;
      } finally {
        inFlight.delete(entry);
      }
      usePlayer.setState(({ unsent }) => ({ unsent: unsent.filter((other) => other !== entry) }));
    }
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
    /** A pause, a seek, the end of a song, or the page is left. */
    interrupted,
    sendUnsent,
  };

  function interrupted(): void {
    if (progress.seconds > reported.seconds) report();
  }
}

const isSentAgain = (code: ErrorCode | undefined): boolean =>
  code === 'UNAUTHENTICATED' || code === 'TOO_MANY_REQUESTS';

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

/** A random UUID (RFC 9562 §5.4); `crypto.randomUUID` is missing on plain http. */
export const createUuid = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0'))
    .join('')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');

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
