import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImportedRelease, importFolder } from './importFolder.ts';
import { type Failure, type ImportSettings, type ImportWorld, startImporting } from './importing.ts';
import { removeLeftovers } from './leftovers.ts';
import { type DeliveredFolder, scanPaths } from './scan.ts';

/** The shape of `import --json`. */
export interface ImportResult {
  releases: ImportedRelease[];
  /** Files and folders that could not be taken, each with its reason. */
  failed: Failure[];
}

/**
 * Brings folders of real audio into the catalogue. A release is written when all its files are safe, in one transaction;
 * a run that was killed leaves none by halves, and the next one completes it.
 */
export async function importFolders(
  context: ImportWorld,
  paths: string[],
  settings: ImportSettings = {},
): Promise<ImportResult> {
  const scan = await scanPaths(paths);
  const progress = {
    doneBytes: 0,
    totalBytes: await mediaBytes(scan.folders),
    doneReleases: 0,
    totalReleases: scan.folders.length,
  };
  const tell = () => settings.onProgress?.({ ...progress });
  const importing = await startImporting(context, settings, (bytes) => {
    progress.doneBytes += bytes;
    tell();
  });
  tell();
  const releases: (ImportedRelease | undefined)[] = [];
  try {
    // One release more than threads: while one is written to the database, the threads have work.
    await severalAtOnce(scan.folders, importing.pool.size + 1, async (folder, at) => {
      releases[at] = await importFolder(importing, folder);
      progress.doneReleases++;
      tell();
    });
  } finally {
    await importing.close();
  }
  await removeLeftovers(context);
  return {
    releases: releases.filter((release) => release !== undefined),
    failed: [...scan.failed, ...importing.failed],
  };
}

async function mediaBytes(folders: DeliveredFolder[]): Promise<number> {
  let bytes = 0;
  for (const { root, media } of folders) {
    for (const { path } of media)
      bytes += await stat(join(root, path)).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return bytes;
}

/** The first error ends it: no further folder is begun. */
async function severalAtOnce<T>(items: T[], most: number, step: (item: T, at: number) => Promise<void>): Promise<void> {
  const left = items.entries();
  let ended = false;
  const worker = async () => {
    for (const [at, item] of left) {
      if (ended) return;
      await step(item, at).catch((error: unknown) => {
        ended = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
}
