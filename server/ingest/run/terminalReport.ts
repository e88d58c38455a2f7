import type { WriteStream } from 'node:tty';
import type { DeliveryChanges } from '../../catalogue/redelivery/deliveryChanges.ts';
import { printable } from '../../platform/process/printable.ts';
import type { ImportResult } from './importFolders.ts';
import type { ImportProgress } from './importRun.ts';
import type { ImportedRelease } from './publishDelivery.ts';

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
    end({ releases, failed, leftOut }: ImportResult, isCheck = false) {
      const count = (result: string) => releases.filter((release) => release.result === result).length;
      for (const { path, reason } of leftOut) print(`${path}: left out. ${reason}`);
      for (const { path, reason } of failed) print(`${path}: ${reason}`);
      if (isCheck) for (const line of releases.flatMap(describeCheck)) print(line);
      const [create, update] = isCheck
        ? (['would create', 'would update'] as const)
        : (['created', 'updated'] as const);
      const counts = [create, update, 'unchanged'].map((result) => `${count(result)} ${result}`);
      if (leftOut.length > 0) counts.push(`${leftOut.length} left out`);
      print(`${counts.join(', ')}, ${failed.length} refused.${isCheck ? ' Nothing was changed.' : ''}`);
    },
  };
}

/** Each release with its tracks. */
const describeCheck = ({ result, title, artist, releaseid, tracklist, changes }: ImportedRelease): string[] => [
  `${result}: "${title}" by ${artist}${releaseid === undefined ? '' : ` (release ${releaseid})`}`,
  ...tracklist.map(({ file, title, version, isrc }, index) => {
    const name = version ? `${title} (${version})` : title;
    return `  ${index + 1}. ${name}, ${isrc ?? 'no ISRC'}, ${file}`;
  }),
  ...(changes ? describeChanges(changes) : []),
];

const describeChanges = ({ exchanged, added, removed, kept, facts }: DeliveryChanges): string[] => [
  ...exchanged.map((title) => `  another recording: ${title}`),
  ...added.map((title) => `  new: ${title}`),
  ...removed.map((title) => `  removed: ${title}`),
  ...kept.map((title) => `  stays: ${title}`),
  ...facts.map(({ track, field, before, after }) => {
    const name = track === null ? field : `${track}, ${field}`;
    return before === undefined && after === undefined
      ? `  changes: ${name}`
      : `  changes: ${name}: ${JSON.stringify(before ?? null)} → ${JSON.stringify(after ?? null)}`;
  }),
];

function formatProgress({ doneBytes, totalBytes, doneReleases, totalReleases }: ImportProgress, share: number): string {
  const mb = (bytes: number) => Math.round(bytes / 1024 ** 2);
  return `${Math.floor(share * 100)} % · ${mb(doneBytes)} of ${mb(totalBytes)} MB · ${doneReleases} of ${totalReleases} releases`;
}
