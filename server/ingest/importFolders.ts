import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImportedRelease, importRelease } from './importRelease.ts';
import { type ImportContext, type ImportFailure, type ImportSettings, startImportRun } from './importRun.ts';
import { type DeliveryFolder, scanPaths } from './scan.ts';

export interface ImportResult {
  releases: ImportedRelease[];
  failed: ImportFailure[];
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
  const scan = await scanPaths(paths);
  const progress = {
    doneBytes: 0,
    totalBytes: await countMediaBytes(scan.folders),
    doneReleases: 0,
    totalReleases: scan.folders.length,
  };
  const reportProgress = () => settings.onProgress?.({ ...progress });
  const run = await startImportRun(context, settings, (bytes) => {
    progress.doneBytes += bytes;
    reportProgress();
  });
  reportProgress();
  const releases: (ImportedRelease | undefined)[] = [];
  const claims = scan.folders.map(() => Promise.withResolvers<void>());
  try {
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
  return {
    releases: releases.filter((release) => release !== undefined),
    failed: [...scan.failed, ...run.failed],
  };
}

async function countMediaBytes(folders: DeliveryFolder[]): Promise<number> {
  let total = 0;
  for (const { root, media } of folders) {
    for (const { path } of media) total += (await stat(join(root, path)).catch(() => undefined))?.size ?? 0;
  }
  return total;
}

async function forEachConcurrently<T>(
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
