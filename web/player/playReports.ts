import { useMemo } from 'react';
import { logged } from '../platform/logged.ts';
import { type FetchRelease, useFetchRelease } from '../releases/data.ts';
import { addPlay } from './history.ts';
import { type ReportPlay, useReportPlay } from './historyData.ts';
import { useHistory } from './historyStore.ts';
import { advanceProgress, crossesThreshold, type ListenProgress, skipProgress, startProgress } from './listenProgress.ts';
import type { Song } from './queue.ts';

/** Receives the events of the audio element. Failures are only logged and never affect playback. */
export interface PlayReports {
  started(song: Song): void;
  advanced(seconds: number): void;
  seeking(): void;
}

/** Measures how much of each track is listened to, reports it to the server and writes the history. */
export function usePlayReports(): PlayReports {
  const report = useReportPlay();
  const fetchRelease = useFetchRelease();
  return useMemo(() => createPlayReports(report, fetchRelease), [report, fetchRelease]);
}

function createPlayReports(reportPlay: ReportPlay, fetchRelease: FetchRelease): PlayReports {
  let trackid = '';
  let progress: ListenProgress = startProgress(0);
  const report = (seconds: number) =>
    reportPlay(trackid, seconds).catch((error: unknown) => logged('A play could not be reported', error));
  return {
    started(song) {
      trackid = song.trackid;
      progress = startProgress(song.duration);
      void report(0);
      void addToHistory(song, fetchRelease);
    },
    advanced(seconds) {
      const before = progress;
      progress = advanceProgress(before, seconds);
      if (crossesThreshold(before, progress)) void report(progress.seconds);
    },
    seeking() {
      progress = skipProgress(progress);
    },
  };
}

async function addToHistory({ releaseid, trackid }: Song, fetchRelease: FetchRelease): Promise<void> {
  const playedat = new Date().toISOString();
  try {
    const { songs, promoinfo: _promoinfo, attachments: _attachments, ...release } = await fetchRelease(releaseid);
    const track = songs.find((song) => song.trackid === trackid);
    if (track) useHistory.setState((history) => addPlay(history, release, track, playedat));
  } catch (error) {
    logged('A track could not be added to the history', error);
  }
}
