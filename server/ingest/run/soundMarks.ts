import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { readStoredWav } from '../../media/download/storedSound.ts';
import type { AppContext } from '../../platform/context.ts';
import { buildFormatChunk } from '../../platform/storage/riff.ts';
import type { DecodePool } from '../workers/decodePool.ts';
import { storeGeneratedFile } from '../workspace/storeFile.ts';
import type { ImportStorage } from '../workspace/workspace.ts';
import { findSoundMark, insertSoundMark, refuseSound, type Sound } from './soundMarkQueries.ts';

export interface MarkRun extends Pick<AppContext, 'db' | 'now' | 'config'> {
  storage: ImportStorage;
  tempDir: string;
  pool: Pick<DecodePool, 'makePairs'>;
  ffmpeg: string | undefined;
}

const CHUNK_HEADER_BYTES = 8;
const FORMATS = ['mp3', 'wav'] as const;

/** @throws DeliveryRefusal with a sentence when this service may not mark sound */
export function requireMarking({ config, ffmpeg }: Pick<MarkRun, 'config' | 'ffmpeg'>): string {
  if (!config.markSound) throw new DeliveryRefusal('Its sound shall be marked, and MARK_SOUND is off.');
  if (!ffmpeg) throw new DeliveryRefusal('Its sound shall be marked, which needs ffmpeg.');
  return ffmpeg;
}

/**
 * Makes and stores both variants of a sound, unless they are stored. A sound that was marked before keeps its secret, so
 * that its copies stay the same.
 * @throws DeliveryRefusal with a sentence when it cannot be marked
 */
export async function markSound(run: MarkRun, { original, title, renditions }: Sound): Promise<void> {
  const ffmpeg = requireMarking(run);
  const { db, storage, pool, now } = run;
  const formats = FORMATS.filter((format) => renditions.some(({ kind }) => kind === format));
  const known = await findSoundMark(db, original);
  if (known && (await areStored(storage, known.files)) && formats.every((format) => known.kinds.includes(format)))
    return;
  const folder = await mkdtemp(join(run.tempDir, 'mark-'));
  try {
    const path = join(folder, `original${extname(original)}`);
    await pipeline(await storage.read(original), createWriteStream(path));
    const key = known?.key ?? randomBytes(32);
    const made = await pool
      .makePairs({ original: path, key, folder, formats, ffmpeg })
      .catch(async (error: unknown) => {
        if (error instanceof DeliveryRefusal) await refuseSound(db, { original, title, reason: error.message }, now());
        throw error;
      });
    const printsPath = join(folder, 'prints');
    await pipeline([made.prints], createWriteStream(printsPath));
    const prints = await storeGeneratedFile(storage, printsPath, 'prints', 'application/octet-stream');
    const wav = renditions.find(({ kind }) => kind === 'wav');
    const format = wav
      ? buildFormatChunk((await readStoredWav(storage, wav)).format).subarray(CHUNK_HEADER_BYTES)
      : Buffer.alloc(0);
    const pairs: Parameters<typeof insertSoundMark>[2] = [];
    for (const pair of made.pairs) {
      const { file } = await storeGeneratedFile(storage, pair.file, 'pair', 'application/octet-stream');
      pairs.push({ ...pair, file, format: pair.kind === 'wav' ? format : Buffer.alloc(0) });
    }
    const mark = { original, title, key, segments: made.segments, prints: prints.file };
    await db.transaction().execute((db) => insertSoundMark(db, mark, pairs, now()));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function areStored(storage: ImportStorage, files: string[]): Promise<boolean> {
  for (const file of files) if (!(await storage.has(file))) return false;
  return files.length > 0;
}
