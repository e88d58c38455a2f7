import { useMemo } from 'react';
import { logged } from '../platform/logged.ts';
import { type AskRelease, useAskRelease } from '../releases/data.ts';
import { begun, type Hearing, heardUntil, jumped, passesMark } from './heard.ts';
import { played } from './history.ts';
import { type ReportPlay, useReportPlay } from './historyData.ts';
import { useHistory } from './historyStore.ts';
import type { Song } from './queue.ts';

/** Told by the audio element; none of it ever reaches the sound. */
export interface Reports {
  started(song: Song): void;
  /** The clock of the element, in seconds. */
  clock(seconds: number): void;
  /** The clock is about to jump. */
  jumped(): void;
}

/** Counts what is heard, tells the server, and writes the history. */
export function useReports(): Reports {
  const report = useReportPlay();
  const askRelease = useAskRelease();
  return useMemo(() => makeReports(report, askRelease), [report, askRelease]);
}

function makeReports(report: ReportPlay, askRelease: AskRelease): Reports {
  let trackid = '';
  let hearing: Hearing = begun(0);
  const tell = (seconds: number) =>
    report(trackid, seconds).catch((failure: unknown) => logged('A play could not be reported', failure));
  return {
    started(song) {
      trackid = song.trackid;
      hearing = begun(song.duration);
      void tell(0);
      void remember(song, askRelease);
    },
    clock(seconds) {
      const before = hearing;
      hearing = heardUntil(before, seconds);
      if (passesMark(before, hearing)) void tell(hearing.seconds);
    },
    jumped() {
      hearing = jumped(hearing);
    },
  };
}

/** The queue holds display snapshots only; the history shows whole releases and tracks. */
async function remember({ releaseid, trackid }: Song, askRelease: AskRelease): Promise<void> {
  const playedat = new Date().toISOString();
  try {
    const { songs, promoinfo: _promoinfo, attachments: _attachments, ...release } = await askRelease(releaseid);
    const track = songs.find((one) => one.trackid === trackid);
    if (track) useHistory.setState((history) => played(history, release, track, playedat));
  } catch (failure) {
    logged('A song could not be written to the history', failure);
  }
}
