import { availableParallelism } from 'node:os';
import type { AppContext } from '../platform/context.ts';
import { openDecodePool } from './decodePool.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { openWorkspace, removeLeftovers } from './leftovers.ts';
import type { ImportOptions } from './releaseMetadata.ts';

export type ImportContext = Pick<AppContext, 'db' | 'storage' | 'now' | 'config'>;

export interface ImportFailure {
  path: string;
  reason: string;
}

export interface ImportProgress {
  doneBytes: number;
  totalBytes: number;
  doneReleases: number;
  totalReleases: number;
}

export interface ImportSettings extends ImportOptions {
  /** Decoder threads. Default: one per core, limited by memory. */
  threads?: number;
  /** Ignores an installed ffmpeg. */
  embedded?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  onWarning?: (path: string, warning: string) => void;
}

export type ImportRun = Awaited<ReturnType<typeof startImportRun>>;

export async function startImportRun(
  context: ImportContext,
  settings: ImportSettings,
  addProgress: (bytes: number) => void,
) {
  const { db, now, config } = context;
  await removeLeftovers(context);
  const workspace = await openWorkspace(context);
  const ffmpeg = settings.embedded ? undefined : await findFfmpeg(config.ffmpegPath);
  const threadsMax = ffmpeg ? THREADS_MAX.ffmpeg : THREADS_MAX.embedded;
  const pool = openDecodePool(settings.threads ?? Math.min(threadsMax, availableParallelism()));
  const { label, packages, available } = settings;
  return {
    ...workspace,
    db,
    now,
    config,
    pool,
    ffmpeg,
    options: { label, packages, available } satisfies ImportOptions,
    folderByIdentity: new Map<string, string>(),
    failed: [] as ImportFailure[],
    warn: settings.onWarning ?? (() => {}),
    addProgress,
    async close() {
      await pool.close();
      await workspace.close();
    },
  };
}

/**
 * Keeps an import below 500 MB: 180 MB for the main thread, 40 MB per worker thread, and with ffmpeg one or two
 * processes of 50 MB per thread.
 */
const THREADS_MAX = { ffmpeg: 3, embedded: 6 };
