import type { WriteStream } from 'node:tty';
import type { ImportResult } from './importFolders.ts';
import type { ImportProgress } from './importing.ts';

/** What a person at the terminal sees of an import, all of it on stderr. */
export interface Report {
  say(line: string): void;
  progress(progress: ImportProgress): void;
  warning(path: string, warning: string): void;
  end(result: ImportResult): void;
}

const BAR = 30;
const REDRAW_MS = 100;

/** A bar on a terminal; elsewhere one line per tenth, so that a log stays readable. */
export function reportProgress(out: Pick<WriteStream, 'write'> & { isTTY?: boolean }): Report {
  let drawn = '';
  let drawnAt = 0;
  let tenth = -1;
  const clear = () => {
    if (drawn) out.write('\r\u001b[K');
    drawn = '';
  };
  const say = (line: string) => {
    clear();
    out.write(`${line}\n`);
  };
  return {
    say,
    progress(progress) {
      const share = progress.totalBytes > 0 ? Math.min(1, progress.doneBytes / progress.totalBytes) : 0;
      const complete = progress.doneReleases === progress.totalReleases;
      if (!out.isTTY) {
        if (Math.floor(share * 10) === tenth) return;
        tenth = Math.floor(share * 10);
        out.write(`${textOf(progress, share)}\n`);
      } else if (complete || performance.now() - drawnAt > REDRAW_MS) {
        drawnAt = performance.now();
        drawn = `[${'█'.repeat(Math.round(share * BAR)).padEnd(BAR, '░')}] ${textOf(progress, share)}`;
        out.write(`\r\u001b[K${drawn}`);
      }
    },
    warning: (path, warning) => say(`${path}: ${warning}`),
    end({ releases, failed }) {
      clear();
      const count = (result: string) => releases.filter((release) => release.result === result).length;
      for (const { path, reason } of failed) out.write(`${path}: ${reason}\n`);
      out.write(
        `${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged, ${failed.length} refused.\n`,
      );
    },
  };
}

function textOf({ doneBytes, totalBytes, doneReleases, totalReleases }: ImportProgress, share: number): string {
  const mb = (bytes: number) => Math.round(bytes / 1024 ** 2);
  return `${Math.floor(share * 100)} % · ${mb(doneBytes)} of ${mb(totalBytes)} MB · ${doneReleases} of ${totalReleases} releases`;
}
