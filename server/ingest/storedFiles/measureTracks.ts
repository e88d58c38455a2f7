import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { type Analysis, NO_ANALYSIS } from '../../catalogue/document/releaseDraft.ts';
import { setAnalysis } from '../../catalogue/publishTrackQueries.ts';
import type { AppContext } from '../../platform/context.ts';
import { alone, defineJob } from '../../platform/jobs/job.ts';
import { ANALYSIS_VERSION } from '../analysis/analysis.ts';
import { listUnmeasuredFiles } from '../run/mediaQueries.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import { openDecodePool } from '../workers/decodePool.ts';
import { openWorkspace, removeAbandonedWorkspaces } from '../workspace/workspace.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'config' | 'now'>;

const MEASURED_MAX = 1_000;

/**
 * Measures the tracks that an earlier version imported, one after the other, from their stored originals.
 * @param max about how many files a run measures; the next run continues
 * @throws StorageUnavailable: what is measured stays, and the next run continues
 */
export async function measureTracks(context: Context, max = MEASURED_MAX): Promise<void> {
  const { db, storage, config } = context;
  let files = await listUnmeasuredFiles(db, ANALYSIS_VERSION, null, max);
  let measured = 0;
  if (files.length === 0) return;
  await removeAbandonedWorkspaces(context);
  const { tempDir, close } = await openWorkspace(context);
  const pool = openDecodePool(1);
  try {
    const ffmpeg = await findFfmpeg(config.ffmpegPath);
    while (files.length > 0 && measured < max) {
      for (const { file } of files) {
        // A file that is missing may be restored.
        if (!(await storage.stat(file))) continue;
        const path = join(tempDir, `original${extname(file)}`);
        await pipeline(await storage.read(file), createWriteStream(path));
        await setAnalysis(db, file, await pool.measure(path, ffmpeg).catch(giveUp));
        await rm(path);
        measured++;
      }
      files = await listUnmeasuredFiles(db, ANALYSIS_VERSION, files.at(-1)?.newest ?? null, max);
    }
  } finally {
    await pool.close();
    await close();
  }
}

/** What cannot be decoded any more is not tried again. */
function giveUp(error: unknown): Analysis {
  if (error instanceof DeliveryRefusal) return { ...NO_ANALYSIS, analysis_version: ANALYSIS_VERSION };
  throw error;
}

export const analysisJob = defineJob('analysis', (context) => measureTracks(context), {
  schedule: '37 * * * *',
  ...alone(240),
});
