import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CheckedRelease, type DeliveryProblem } from '@promenade/contract/uploads';
import type { ImportFailure } from '../../catalogue/document/deliveryRules.ts';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseUnavailable } from '../../platform/database/availability.ts';
import { notifyChange } from '../../platform/database/changes.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { isDiskFull } from '../../platform/process/diskFull.ts';
import { sanitizeFileName } from '../../platform/storage/fileName.ts';
import { type Storage, StorageUnavailable } from '../../platform/storage/storage.ts';
import { compareNames } from '../folders/folderTree.ts';
import { isUnpackedZip } from '../folders/unpackZip.ts';
import type { ImportContext, ImportProgress } from '../run/importRun.ts';
import { deleteDecodedMedia } from '../run/mediaQueries.ts';
import { type DecodePool, openDecodePool } from '../workers/decodePool.ts';
import type { JobContext } from '../workers/sharedDecoders.ts';
import { requireSpareBytes } from '../workspace/spareBytes.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { checkQueue, type DeliveryImport, deleteParts, importQueue } from './deliveries.ts';
import * as queries from './deliveryQueries.ts';

type Context = ImportContext & Pick<AppContext, 'log'>;

const PROGRESS_MS = 500;
/** Files; a bucket answers several requests as fast as one. */
const ASSEMBLED_AT_ONCE = 4;

/**
 * Makes a draft release of each release folder of a delivery, or only checks what it would make. A repeated run decodes
 * nothing that was decoded; what was imported is unchanged.
 * @throws when it shall be tried again
 */
export async function importDelivery(
  context: Context,
  { deliveryid, actor }: DeliveryImport,
  isCheck = false,
): Promise<void> {
  const { db, storage, now, log } = context;
  const delivery = await queries.findImport(db, deliveryid);
  if (delivery?.state !== 'importing' || (isCheck && !delivery.is_check)) return;
  const runs = delivery.runs + 1;
  await db.transaction().execute(async (db) => {
    await queries.updateDelivery(db, delivery.id, { runs }, now());
    if (runs > 1) await notifyChange(db, { type: 'delivery', deliveryid });
  });
  const { tempDir, close } = await openWorkspace(context, isCheck);
  const files = await queries.listFiles(db, delivery.id);
  // A folder is named as a release, `Vol. 2` for example; a file has an ending.
  const isFile = files.some(({ path }) => path === delivery.name);
  const root = join(tempDir, sanitizeFileName(basename(delivery.name, isFile ? extname(delivery.name) : '')));
  const pool = context.decodePool ?? openDecodePool(1);
  let result: Outcome;
  try {
    const problems = await assembleFiles(context, pool, files, root);
    const isMany = delivery.release_id !== null && (await pool.scan([root])).folders.length > 1;
    result = isMany
      ? refuse([...problems, { path: '', reason: 'One release is delivered again by one folder.' }])
      : await importFiles(context, delivery, { root, actor, problems, isCheck });
  } catch (error) {
    if (isTemporary(error)) throw error;
    log.error({ err: error, deliveryid }, 'Delivery could not be imported');
    const reason = isDiskFull(error)
      ? 'There is no room for this delivery. Please tell an operator.'
      : 'Something went wrong. Please try again, or tell an operator.';
    result = refuse([{ path: '', reason }]);
  } finally {
    if (pool !== context.decodePool) await pool.close();
    await close();
  }
  const { refused, ...changes } = result;
  const isDone = result.state === 'imported';
  const parts = await db.transaction().execute(async (db) => {
    await queries.updateDelivery(db, delivery.id, { progress: 1, ...changes }, now());
    await queries.refuseFiles(db, delivery.id, refused);
    await notifyChange(db, { type: 'delivery', deliveryid });
    if (!isDone) return [];
    // What of its audio no release took.
    await deleteDecodedMedia(db, { deliveryId: delivery.id }, now());
    return queries.clearParts(db, delivery.id);
  });
  await deleteParts(storage, parts);
}

type Outcome = Pick<queries.DeliveryUpdate, 'twin_id' | 'release_id' | 'checked' | 'fewer'> & {
  state: 'uploading' | 'imported' | 'refused';
  /** What was refused, warnings, and what was left out. */
  problems: DeliveryProblem[];
  refused: ImportFailure[];
};

const isTemporary = (error: unknown): error is Error =>
  error instanceof DatabaseUnavailable || error instanceof StorageUnavailable;

/** Writes the files of a delivery into a folder and unpacks zips. Gives what could not be unpacked. */
async function assembleFiles(
  { storage, config }: Context,
  pool: DecodePool,
  files: queries.StoredUpload[],
  root: string,
): Promise<ImportFailure[]> {
  const complete = files.filter(({ received, bytes }) => received === bytes);
  await requireSpareBytes(
    { config },
    complete.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  await mkdir(root);
  const { forEachConcurrently } = await import('../run/importFolders.ts');
  await forEachConcurrently(complete, ASSEMBLED_AT_ONCE, async ({ path, parts }) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await assembleFile(storage, parts, join(root, path));
  });
  const zips = complete.map(({ path }) => path).filter(isUnpackedZip);
  if (zips.length === 0) return [];
  const { dataDir, freeSpaceMinMegabytes, deliveries } = config;
  const space = { dataDir, freeSpaceMinMegabytes };
  return pool.unzip({ root, paths: zips.toSorted(compareNames), bytesMax: deliveries.bytesMax, config: space });
}

export const assembleFile = (storage: Storage, parts: string[], target: string): Promise<void> =>
  pipeline(Readable.from(readParts(storage, parts), { objectMode: false }), createWriteStream(target));

/** The content of an upload. @throws CLIENT_GONE once the client is gone that it is read for */
export async function* readParts(storage: Storage, parts: string[], client?: AbortSignal): AsyncGenerator<Buffer> {
  for (const key of parts) {
    if (client?.aborted) throw new Refusal('CLIENT_GONE');
    yield* (await storage.read(key)) as AsyncIterable<Buffer>;
  }
}

async function importFiles(
  context: Context,
  delivery: queries.ImportedDelivery,
  { root, actor, problems, isCheck }: { root: string; actor: string; problems: ImportFailure[]; isCheck: boolean },
): Promise<Outcome> {
  const { db, log } = context;
  const { label_id: labelId, label, twins, release_id, trackid, fewer_choice } = delivery;
  const warnings: ImportFailure[] = [];
  if (trackid !== null && release_id === null)
    return refuse([{ path: '', reason: 'The release does not exist any more.' }]);
  let twin_id: number | null = null;
  let fewer: Outcome['fewer'] = null;
  const errors: unknown[] = [];
  const progress = createProgress(context, delivery);
  const { importFolders } = await import('../run/importFolders.ts');
  const { releases, failed, leftOut } = await importFolders(context, [root], {
    label,
    twins,
    fewer: fewer_choice,
    ...(trackid !== null && release_id !== null && { recordingOf: { releaseId: release_id, trackid } }),
    isCheck,
    keepsDecoded: true,
    draftOf: { labelId, releaseId: release_id ?? undefined, deliveryId: delivery.id },
    actor,
    onProgress: progress.add,
    onWarning: (path, reason) => void warnings.push({ path, reason }),
    onTwin(id) {
      twin_id ??= id;
    },
    onFewer(counts) {
      fewer ??= counts;
    },
    onError(error) {
      errors.push(error);
      log.error({ err: error, deliveryid: delivery.deliveryid }, 'Import error');
    },
  });
  await progress.end();
  const temporary = errors.find(isTemporary);
  if (temporary) throw temporary;
  const inside = (list: ImportFailure[]) => list.map((problem) => withoutFolder(problem, root));
  const refused = [...problems, ...inside(failed)];
  const notes = inside(leftOut).map((note) => ({ ...note, isnote: true }));
  const all = { problems: [...refused, ...inside(warnings), ...notes], refused, fewer };
  const checked = isCheck ? releases.map((release) => CheckedRelease.parse(release)) : null;
  if (twin_id !== null) return { ...all, state: 'uploading', twin_id, checked };
  if (checked?.[0]) return { ...all, state: 'uploading', checked };
  if (fewer !== null && releases.length === 0) return { ...all, state: 'uploading' };
  const releaseid = releases[0]?.releaseid;
  if (releaseid === undefined) return { ...all, state: 'refused' };
  return { ...all, state: 'imported', release_id: await queries.findReleaseId(db, releaseid) };
}

const refuse = (problems: ImportFailure[]): Outcome => ({ state: 'refused', problems, refused: problems });

/** Paths are inside the delivery. */
function withoutFolder({ path, reason }: ImportFailure, root: string): ImportFailure {
  const clean = (text: string) => text.replaceAll(root + sep, '').replaceAll(root, basename(root));
  return { path: path === root ? '' : clean(path), reason: clean(reason) };
}

/** Writes the progress of an import, at most twice a second. */
function createProgress(
  { db, now, log }: Context,
  { id, deliveryid, progress: before }: { id: number; deliveryid: string; progress: number },
) {
  let writtenAt = 0;
  let written = Promise.resolve();
  const write = async (progress: number) => {
    await queries.updateDelivery(db, id, { progress }, now());
    await notifyChange(db, { type: 'delivery', deliveryid });
  };
  return {
    add({ doneBytes, totalBytes }: ImportProgress) {
      const time = performance.now();
      if (time - writtenAt < PROGRESS_MS || totalBytes === 0) return;
      writtenAt = time;
      // Of a repeated run, not less than was said before.
      const progress = Math.max(before, Math.min(1, doneBytes / totalBytes));
      written = written
        .then(() => write(progress))
        .catch((reason: unknown) => log.warn({ err: reason }, 'Could not write the progress of an import'));
    },
    end: () => written,
  };
}

export const importJob: Job<DeliveryImport, JobContext> = {
  ...importQueue,
  run: (context, data) => context.decoders.use((decoders) => importDelivery({ ...context, ...decoders }, data)),
};
/** Says what the import would do. */
export const checkJob: Job<DeliveryImport, JobContext> = {
  ...checkQueue,
  run: (context, data) => context.decoders.use((decoders) => importDelivery({ ...context, ...decoders }, data, true)),
};
