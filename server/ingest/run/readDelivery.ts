import { join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { DeliveryRefusal, type ImportFailure, MEDIA_BYTES_MAX } from '../../catalogue/document/deliveryRules.ts';
import { explainFile } from '../folders/fileKinds.ts';
import type { DeliveryFolder } from '../folders/scan.ts';
import { chooseSources, createIsTaken, OTHER_SOURCE } from '../folders/sources.ts';
import { resolveDeliveryFile } from '../read/deliveryFiles.ts';
import type { MediaFile } from '../read/inspect.ts';
import { createIsNamed, readSidecar, SIDECAR } from '../read/sidecar.ts';
import type { Attempt, ImportRun } from './importRun.ts';
import { readErn } from './readErn.ts';

/** What a folder says and holds; the steps of an import add to it. */
export interface ReadDelivery {
  run: ImportRun;
  /** With the media that its message takes. */
  folder: DeliveryFolder;
  sidecar: Delivery;
  /** Whether its tags and names alone say what it is. */
  isUnsaid: boolean;
  /** The best source of each track. */
  files: MediaFile[];
  /** Why it is refused when the release is already there. */
  takedown: string | undefined;
  attempt: Attempt;
  /** Of what was refused so far. */
  refusedPaths: ReadonlySet<string>;
}

/**
 * First step: reads message, sidecar, tags and formats. Gives undefined when there is nothing to import; the failures of
 * the run say why.
 */
export async function readDelivery(run: ImportRun, delivered: DeliveryFolder): Promise<ReadDelivery | undefined> {
  const refusedPaths = new Set<string>();
  const attempt = createAttempt(run, delivered, refusedPaths);
  const { message, sidecar: path } = delivered;
  const own = path ? await attempt(path, () => readSidecar(delivered.root, path)) : {};
  const ern = message ? await attempt(message, () => readErn(run, delivered, message, attempt)) : undefined;
  if (!own || (message && !ern)) return undefined;
  for (const warning of ern?.warnings ?? []) run.warn(delivered.path, warning);
  const folder = ern?.folder ?? delivered;
  const sidecar = { ...ern?.sidecar, ...own };
  reportUnrecognized(run, folder, sidecar);
  const files = chooseSources(await inspectFiles(run, folder, attempt), sidecar);
  const missing = reportMissingTracks(run, folder, sidecar);
  if (files.length === 0) {
    if (missing === 0)
      run.failed.push({ path: folder.path, reason: 'None of its files is audio that can be imported.' });
    return undefined;
  }
  if (run.recordingOf && files.length > 1) throw new DeliveryRefusal('Another recording of a track is one file.');
  return { run, folder, sidecar, isUnsaid: !path && !message, files, takedown: ern?.takedown, attempt, refusedPaths };
}

/** Reports files of the delivery as left out of the release. */
export function leaveOut({ run, folder }: ReadDelivery, files: ImportFailure[]): void {
  for (const { path, reason } of files) run.leftOut.push({ path: join(folder.root, path), reason });
}

function createAttempt(run: ImportRun, folder: DeliveryFolder, refusedPaths: Set<string>): Attempt {
  return async (path, step) => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof DeliveryRefusal)) throw error;
      refusedPaths.add(path);
      run.failed.push({ path: join(folder.root, path), reason: error.message });
      return undefined;
    }
  };
}

async function inspectFiles(run: ImportRun, folder: DeliveryFolder, attempt: Attempt): Promise<MediaFile[]> {
  const files = await Promise.all(
    folder.media.map(({ path, disc }) =>
      attempt(path, async () => {
        const { absolutePath } = await resolveDeliveryFile(folder.root, path, MEDIA_BYTES_MAX);
        return { ...(await run.pool.inspect(absolutePath)), path, absolutePath, disc, others: [] };
      }),
    ),
  );
  return files.filter((file) => file !== undefined);
}

function reportUnrecognized(run: ImportRun, folder: DeliveryFolder, sidecar: Delivery): void {
  const isNamed = createIsNamed(sidecar);
  const isTaken = createIsTaken(folder);
  for (const path of folder.unrecognized) {
    const at = join(folder.root, path);
    if (isTaken(path)) run.leftOut.push({ path: at, reason: OTHER_SOURCE });
    else if (!isNamed(path)) run.failed.push({ path: at, reason: explainFile(path) });
  }
}

/** Returns how many files of tracks are not there. */
function reportMissingTracks(run: ImportRun, folder: DeliveryFolder, sidecar: Delivery): number {
  const paths = new Set(folder.media.map(({ path }) => path.normalize('NFC')));
  const missing = (sidecar.tracks ?? []).filter(({ file }) => !paths.has(file));
  for (const { file, stream_only } of missing) {
    // Perhaps a file of another name, which everyone could download.
    if (stream_only)
      throw new DeliveryRefusal(`release.json makes ${file} stream-only, but it is not there. Nothing was imported.`);
    const reason = `${folder.message ?? SIDECAR} names this file, but it is not there.`;
    run.failed.push({ path: join(folder.root, file), reason });
  }
  return missing.length;
}
