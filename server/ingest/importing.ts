import { availableParallelism } from 'node:os';
import type { AppContext } from '../platform/context.ts';
import type { ImportOptions } from './described.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { openWorkplace, removeLeftovers, type Workplace } from './leftovers.ts';
import { openPool, type Pool } from './pool.ts';

/** The parts of the world that an import uses. */
export type ImportWorld = Pick<AppContext, 'db' | 'storage' | 'now' | 'config'>;

/** Something that could not be taken, in words for the sender. */
export interface Failure {
  path: string;
  reason: string;
}

/** Told often; for a bar. */
export interface ImportProgress {
  /** Of delivered audio and video, handled so far and altogether. */
  doneBytes: number;
  totalBytes: number;
  doneReleases: number;
  totalReleases: number;
}

/** How one run is to go. */
export interface ImportSettings extends ImportOptions {
  /** Threads that decode; without it one per core, as far as memory allows. */
  threads?: number;
  /** Does without ffmpeg even where there is one. */
  embedded?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** What was odd and was decided, one line each. */
  onWarning?: (path: string, warning: string) => void;
}

/** One run of the importer: its threads, its temporary folder, what it has seen. */
export interface Importing extends ImportWorld, Pick<Workplace, 'tempDir' | 'note'> {
  pool: Pool;
  ffmpeg: string | undefined;
  options: ImportOptions;
  /** Identities of this run, with the folder that has each. */
  seen: Map<string, string>;
  failed: Failure[];
  warn(path: string, warning: string): void;
  /** A part of a file is done. */
  advance(bytes: number): void;
  close(): Promise<void>;
}

/** Prepares a run and removes what runs that were killed left behind. */
export async function startImporting(
  context: ImportWorld,
  settings: ImportSettings,
  advance: (bytes: number) => void,
): Promise<Importing> {
  const { db, now, config } = context;
  await removeLeftovers(context);
  const { leave, ...workplace } = await openWorkplace(context);
  const ffmpeg = settings.embedded ? undefined : await findFfmpeg(config.ffmpegPath);
  const pool = openPool(settings.threads ?? threadsFor(ffmpeg));
  const { label, packages, available } = settings;
  return {
    ...workplace,
    db,
    now,
    config,
    pool,
    ffmpeg,
    options: { label, packages, available },
    seen: new Map(),
    failed: [],
    warn: settings.onWarning ?? (() => {}),
    advance,
    async close() {
      await pool.close();
      await leave();
    },
  };
}

/**
 * Threads beside 180 MB of our own so that an import stays under 500 MB: one takes 40 MB, and with ffmpeg one or two
 * processes of 50 MB, which use cores of their own.
 */
const threadsFor = (ffmpeg: string | undefined) =>
  Math.min(ffmpeg ? THREADS_MAX.ffmpeg : THREADS_MAX.embedded, availableParallelism());
const THREADS_MAX = { ffmpeg: 3, embedded: 6 };
