import { useMemo } from 'react';
import { type FetchRelease, useFetchRelease } from '../catalogue/data.ts';
import { logError } from '../platform/logError.ts';
import { addPlay } from './history.ts';
import { type ReportPlay, useReportPlay } from './historyData.ts';
import { useHistory } from './historyStore.ts';
import {
  advanceProgress,
  crossesThreshold,
  type ListenProgress,
  skipProgress,
  startProgress,
} from './listenProgress.ts';
import type { Song } from './queue/queue.ts';

/** Measures how much of each track is listened to, reports it to the server and writes the history. Failures are only logged. */
export function usePlayReports() {
  const report = useReportPlay();
  const fetchRelease = useFetchRelease();
  return useMemo(() => createPlayReports(report, fetchRelease), [report, fetchRelease]);
}

function createPlayReports(reportPlay: ReportPlay, fetchRelease: FetchRelease) {
  let trackid = '';
  let progress: ListenProgress = startProgress(0);
  const report = (seconds: number) =>
    reportPlay(trackid, seconds).catch((error: unknown) => logError('A play could not be reported', error));
  return {
    started(song: Song) {
      trackid = song.trackid;
      progress = startProgress(song.duration);
      void report(0);
      void addToHistory(song, fetchRelease);
    },
    advanced(seconds: number) {
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
    logError('A track could not be added to the history', error);
  }
}
