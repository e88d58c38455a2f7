import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportFailure } from '../../catalogue/document/deliveryRules.ts';
import { addToInstallationFact, IMPORTS_FACT } from '../../platform/process/installation.ts';
import type { DeliveryFolder, ScanResult } from '../folders/scan.ts';
import { importRelease } from './importRelease.ts';
import { type ImportContext, type ImportSettings, startImportRun } from './importRun.ts';
import type { ImportedRelease } from './publishDelivery.ts';

export interface ImportResult {
  releases: ImportedRelease[];
  failed: ImportFailure[];
  /** What a release does without: no errors. */
  leftOut: ImportFailure[];
}

/**
 * Imports folders of audio into the catalogue. Each release is written in one transaction after all its files are
 * stored, so a killed run leaves no partial release and the next run completes it.
 */
export async function importFolders(
  context: ImportContext,
  paths: string[],
  settings: ImportSettings = {},
): Promise<ImportResult> {
  const progress = { doneBytes: 0, totalBytes: 0, doneReleases: 0, totalReleases: 0 };
  const reportProgress = () => settings.onProgress?.({ ...progress });
  const run = await startImportRun(context, settings, (bytes) => {
    progress.doneBytes += bytes;
    reportProgress();
  });
  const releases: (ImportedRelease | undefined)[] = [];
  let scan: ScanResult;
  try {
    scan = await run.pool.scan(paths);
    progress.totalBytes = await countMediaBytes(scan.folders);
    progress.totalReleases = scan.folders.length;
    reportProgress();
    const claims = scan.folders.map(() => Promise.withResolvers<void>());
    // One release more than threads keeps the threads busy while one release is written to the database.
    await forEachConcurrently(scan.folders, run.pool.size + 1, async (folder, index) => {
      const begin = claims[index - 1]?.promise ?? Promise.resolve();
      const turn = { begin, end: () => claims[index]?.resolve(begin) };
      releases[index] = await importRelease(run, folder, turn);
      progress.doneReleases++;
      reportProgress();
    });
  } finally {
    // What could not be tidied up must not hide what was imported and refused.
    await run.close().catch((error: unknown) => run.reportError(error));
  }
  const imported = releases.filter((release) => release !== undefined);
  if (!run.isCheck)
    await countResults(context, imported, scan.folders.length - imported.length + scan.failed.length).catch(
      (error: unknown) => run.reportError(error),
    );
  return { releases: imported, failed: [...scan.failed, ...run.failed], leftOut: [...scan.leftOut, ...run.leftOut] };
}

/** For the metrics of all nodes: an import is a process of its own. */
async function countResults({ db }: ImportContext, imported: ImportedRelease[], failed: number): Promise<void> {
  const counts: Record<string, number> = failed > 0 ? { failed } : {};
  for (const { result } of imported) counts[result] = (counts[result] ?? 0) + 1;
  if (imported.length + failed > 0) await addToInstallationFact(db, IMPORTS_FACT, counts);
}

async function countMediaBytes(folders: DeliveryFolder[]): Promise<number> {
  let total = 0;
  for (const { root, media } of folders) {
    for (const { path } of media) total += (await stat(join(root, path)).catch(() => undefined))?.size ?? 0;
  }
  return total;
}

export async function forEachConcurrently<T>(
  items: T[],
  limit: number,
  step: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const remaining = items.entries();
  const worker = async () => {
    for (const [index, item] of remaining) await step(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}
