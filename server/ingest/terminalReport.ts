import type { WriteStream } from 'node:tty';
import { printable } from '../platform/process/printable.ts';
import type { ImportResult } from './importFolders.ts';
import type { ImportProgress } from './importRun.ts';

const BAR_CHARACTERS = 30;
const REDRAW_MS = 100;

/** Draws a progress bar on a terminal; elsewhere prints one line per tenth. */
export function createTerminalReport(out: Pick<WriteStream, 'write'> & { isTTY?: boolean }) {
  let isDrawn = false;
  let drawnAt = 0;
  let lastTenth = -1;
  const clear = () => {
    if (isDrawn) out.write('\r\u001b[K');
    isDrawn = false;
  };
  const print = (line: string) => {
    clear();
    out.write(`${printable(line)}\n`);
  };
  return {
    print,
    progress(progress: ImportProgress) {
      const share = progress.totalBytes > 0 ? Math.min(1, progress.doneBytes / progress.totalBytes) : 0;
      const tenth = Math.floor(share * 10);
      const isComplete = progress.doneReleases === progress.totalReleases;
      if (!out.isTTY) {
        if (tenth !== lastTenth) out.write(`${formatProgress(progress, share)}\n`);
        lastTenth = tenth;
      } else if (isComplete || performance.now() - drawnAt > REDRAW_MS) {
        drawnAt = performance.now();
        isDrawn = true;
        const bar = '█'.repeat(Math.round(share * BAR_CHARACTERS)).padEnd(BAR_CHARACTERS, '░');
        out.write(`\r\u001b[K[${bar}] ${formatProgress(progress, share)}`);
      }
    },
    warning: (path: string, warning: string) => print(`${path}: ${warning}`),
    end({ releases, failed }: ImportResult) {
      const count = (result: string) => releases.filter((release) => release.result === result).length;
      for (const { path, reason } of failed) print(`${path}: ${reason}`);
      print(
        `${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged, ${failed.length} refused.`,
      );
    },
  };
}

function formatProgress({ doneBytes, totalBytes, doneReleases, totalReleases }: ImportProgress, share: number): string {
  const mb = (bytes: number) => Math.round(bytes / 1024 ** 2);
  return `${Math.floor(share * 100)} % · ${mb(doneBytes)} of ${mb(totalBytes)} MB · ${doneReleases} of ${totalReleases} releases`;
}
