import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { updateSizes } from '../../catalogue/publishTrackQueries.ts';
import type { AppContext } from '../../platform/context.ts';
import { alone, defineJob } from '../../platform/jobs/job.ts';
import { DAY_MS, daysBefore } from '../../platform/process/days.ts';
import { deleteUnusedMarks, hasSoundMarks, listUnmarkedSounds, updateMarkedTracks } from '../run/soundMarkQueries.ts';
import { type MarkRun, markSound, requireMarking } from '../run/soundMarks.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import { openDecodePool } from '../workers/decodePool.ts';
import { openWorkspace, removeAbandonedWorkspaces } from '../workspace/workspace.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'config' | 'now'>;

interface Options {
  /** Internal id: marks its sound alone, also before the release is marked, and what was refused before, too. */
  release?: number;
  /** Receives what cannot be marked, and why. */
  onRefused: (title: string, reason: string) => void;
  /** Default: threads of its own. */
  pool?: MarkRun['pool'];
}

const PAGE_SIZE = 50;

/**
 * Marks the sound of releases that shall be marked and are not yet, one after the other. What is done stays when it is
 * stopped; the next run continues. Gives how many were marked.
 * @throws DeliveryRefusal when this service may not mark sound
 */
export async function markReleases(context: Context, { release, onRefused, pool }: Options): Promise<number> {
  const { db, now, config } = context;
  const refusedSince = new Date(release === undefined ? now().getTime() - DAY_MS : now().getTime());
  const list = () => listUnmarkedSounds(db, { release, before: refusedSince, limit: PAGE_SIZE });
  const tried = new Set<string>();
  let sounds = await list();
  if (sounds.length === 0) return 0;
  await removeAbandonedWorkspaces(context);
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  requireMarking({ config, ffmpeg });
  const workspace = await openWorkspace(context);
  const own = pool ? undefined : openDecodePool(1);
  const threads = pool ?? own;
  let marked = 0;
  try {
    while (threads && sounds.length > 0) {
      for (const sound of sounds)
        try {
          tried.add(sound.original);
          await markSound({ ...context, ...workspace, pool: threads, ffmpeg }, sound);
          await db.transaction().execute((db) => updateSizes(db, sound.original));
          marked += 1;
        } catch (error) {
          if (!(error instanceof DeliveryRefusal)) throw error;
          onRefused(sound.title, error.message);
        }
      sounds = (await list()).filter(({ original }) => !tried.has(original));
    }
  } finally {
    await own?.close();
    await workspace.close();
  }
  return marked;
}

const MARK_MONTHS = 24;

/** Deletes pairs that no marked release needs, and the secrets of sounds that nobody took since the ledger begins. */
export async function tidyMarks({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const unusedBefore = now();
  unusedBefore.setUTCMonth(unusedBefore.getUTCMonth() - MARK_MONTHS);
  await db.transaction().execute(async (db) => {
    await updateMarkedTracks(db, now());
    await deleteUnusedMarks(db, { madeBefore: daysBefore(now(), 1), unusedBefore }, now());
  });
}

export const soundMarksJob = defineJob(
  'sound-marks',
  async (context) => {
    if (!context.config.markSound && !(await hasSoundMarks(context.db))) return;
    await tidyMarks(context);
    if (!context.config.markSound) return;
    const onRefused = (title: string, reason: string) => context.log.warn({ title, reason }, 'Sound was not marked');
    await markReleases(context, { onRefused });
  },
  { schedule: '*/5 * * * *', ...alone(240) },
);
