import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { addFlac } from '../../catalogue/publishTrackQueries.ts';
import type { AppContext } from '../../platform/context.ts';
import { alone, defineJob } from '../../platform/jobs/job.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import { listWavsWithoutFlac, type PcmFile } from '../run/mediaQueries.ts';
import { encodeFlac, findFfmpeg } from '../sound/ffmpeg.ts';
import { storeGeneratedFile } from '../workspace/storeFile.ts';
import { openWorkspace, removeAbandonedWorkspaces } from '../workspace/workspace.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'config' | 'now' | 'log'>;

const PAGE_SIZE = 100;
/** The next run continues. */
const ENCODED_MAX = 1_000;

/** Makes a FLAC of each WAV that has none, the newest first, where the installation offers FLAC and ffmpeg is installed. */
export async function encodeFlacs(context: Context): Promise<void> {
  const { db, config } = context;
  const ffmpeg = config.flac ? await findFfmpeg(config.ffmpegPath) : undefined;
  if (!ffmpeg) return;
  let files = await listWavsWithoutFlac(db, null, PAGE_SIZE);
  if (files.length === 0) return;
  await removeAbandonedWorkspaces(context);
  const workspace = await openWorkspace(context);
  try {
    for (let encoded = 0; files.length > 0 && encoded < ENCODED_MAX; encoded += files.length) {
      for (const file of files) await addFlacOf(context, workspace, ffmpeg, file);
      files = await listWavsWithoutFlac(db, files.at(-1)?.newest ?? null, PAGE_SIZE);
    }
  } finally {
    await workspace.close();
  }
}

async function addFlacOf(
  { db, storage, log }: Context,
  workspace: Awaited<ReturnType<typeof openWorkspace>>,
  ffmpeg: string,
  { file, data_offset: offset, data_bytes: bytes, sample_rate: sampleRate, channels, bits }: PcmFile,
): Promise<void> {
  // A file that is missing may be restored.
  if (!(await storage.stat(file))) return;
  const [path, target] = [join(workspace.tempDir, 'sound.wav'), join(workspace.tempDir, 'sound.flac')];
  try {
    await pipeline(await storage.read(file), createWriteStream(path));
    await encodeFlac(ffmpeg, { path, offset, bytes, sampleRate, channels, bits }, target);
    const data_offset = await findFrames(target);
    const stored = await storeGeneratedFile(workspace.storage, target, 'flac', 'audio/flac');
    const flac = { ...stored, data_offset, data_bytes: stored.bytes - data_offset };
    await db.transaction().execute((db) => addFlac(db, file, flac));
  } catch (error) {
    if (!(error instanceof DeliveryRefusal)) throw error;
    log.warn({ err: error, file }, 'A FLAC could not be made');
  } finally {
    await rm(path, { force: true });
    await rm(target, { force: true });
  }
}

const LAST_BLOCK = 0x80;

/** Where the metadata blocks of a FLAC end (RFC 9639 §8.1). */
async function findFrames(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    for (let position = 4; ; ) {
      const head = await readAt(file, position, 4);
      position += 4 + head.readUIntBE(1, 3);
      if (head.readUInt8(0) & LAST_BLOCK) return position;
    }
  } finally {
    await file.close();
  }
}

export const flacJob = defineJob('flac', encodeFlacs, { schedule: '*/5 * * * *', ...alone(240) });
