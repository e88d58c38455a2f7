import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { insertAudit } from '../../platform/audit/audit.ts';
import type { AppContext } from '../../platform/context.ts';
import { inBatches } from '../../platform/database/page.ts';
import type { Detection } from '../mark/detect.ts';
import { type CodeOwner, findCodeOwner, listCodes, listTracedMarks, type TracedMark } from '../run/soundMarkQueries.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import { type DecodePool, openDecodePool } from '../workers/decodePool.ts';
import { openWorkspace, removeAbandonedWorkspaces } from '../workspace/workspace.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'config' | 'now'>;

/** What the sound of a file says. `people` is how many accounts have a code. */
export type SoundTrace =
  | (Extract<Detection, { kind: 'made-for' }> & { title: string; owner: CodeOwner | undefined; people: number })
  | (Extract<Detection, { kind: 'mix' }> & { title: string; owners: (CodeOwner | undefined)[]; people: number })
  | Extract<Detection, { kind: 'unreadable' }>
  | { kind: 'no-sound'; reason: string };

/** In the audit trail. */
const NOBODY = 'nobody';
const PAGE_SIZE = 50;
/** Prints of other songs fit less. */
const CORRELATION_MIN = 0.12;
const SONGS_MAX = 3;

/**
 * Reads what the sound of a file says. Undefined when nothing was ever marked here. Each person who is named is a line of
 * the audit trail, as is a run that names nobody.
 * @param release internal id of the release that it is of; null: any
 * @param actor in the audit trail
 */
export async function traceSound(
  context: Context,
  path: string,
  release: number | null,
  actor: string,
): Promise<SoundTrace | undefined> {
  const found = await readSound(context, path, release);
  if (!found) return undefined;
  const owners = found.kind === 'made-for' ? [found.owner] : found.kind === 'mix' ? found.owners : [];
  const subjects = owners.length > 0 ? owners.map((owner) => owner?.playerid ?? NOBODY) : [NOBODY];
  for (const subject of subjects)
    await insertAudit(context.db, { at: context.now(), actor, action: 'account.trace-sound', subject });
  return found;
}

/** In a worker, with its limits. */
async function readSound(context: Context, path: string, release: number | null): Promise<SoundTrace | undefined> {
  const { db, config } = context;
  if ((await listTracedMarks(db, null, 0, 1)).length === 0) return undefined;
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  if (!ffmpeg) return { kind: 'no-sound', reason: 'ffmpeg is missing.' };
  await removeAbandonedWorkspaces(context);
  const { tempDir, close } = await openWorkspace(context);
  const pool = openDecodePool(1);
  const originals: string[] = [];
  try {
    const marks = await findMarks(context, pool, { path, release, ffmpeg });
    const songs = [];
    for (const { id, original, key, segments, prints, trackids } of marks) {
      const file = join(tempDir, `${id}${extname(original)}`);
      originals.push(file);
      await pipeline(await context.storage.read(original), createWriteStream(file));
      const song = {
        trackId: id,
        original: file,
        key,
        segments,
        prints: await buffer(await context.storage.read(prints)),
      };
      songs.push({ ...song, candidates: await listCodes(db, trackids) });
    }
    const found = await pool.detect({ suspect: path, songs, ffmpeg });
    if (found.kind === 'unreadable') return found;
    const mark = marks.find(({ id }) => id === found.trackId);
    const { title = '', trackids = [] } = mark ?? {};
    const people = songs.find(({ trackId }) => trackId === found.trackId)?.candidates.length ?? 0;
    if (found.kind === 'made-for')
      return { ...found, title, people, owner: await findCodeOwner(db, found.code, trackids) };
    const owners = await Array.fromAsync(found.codes, (code) => findCodeOwner(db, code, trackids));
    return { ...found, title, people, owners };
  } catch (error) {
    if (!(error instanceof DeliveryRefusal)) throw error;
    return { kind: 'no-sound', reason: error.message };
  } finally {
    await pool.close();
    for (const file of originals) await rm(file, { force: true });
    await close();
  }
}

/** The marked sounds that the file fits best. */
async function findMarks(
  { db, storage }: Context,
  pool: DecodePool,
  { path, release, ffmpeg }: { path: string; release: number | null; ffmpeg: string },
): Promise<TracedMark[]> {
  const found: { mark: TracedMark; fit: number }[] = [];
  for await (const marks of inBatches<TracedMark>((last) => listTracedMarks(db, release, last?.id ?? 0, PAGE_SIZE))) {
    const prints = await Array.fromAsync(marks, async (mark) => buffer(await storage.read(mark.prints)));
    const fits = await pool.findMarked({ suspect: path, prints, ffmpeg });
    for (const [index, mark] of marks.entries()) {
      const fit = fits[index] ?? 0;
      if (fit > CORRELATION_MIN) found.push({ mark, fit });
    }
  }
  return found
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, SONGS_MAX)
    .map(({ mark }) => mark);
}
