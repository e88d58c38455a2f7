import { join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import type { DeliveryFolder } from '../read/scan.ts';
import { SIDECAR } from '../read/sidecar.ts';
import { listNamedFiles } from '../run/deliveryIdentity.ts';
import { DeliveryRefusal } from '../run/deliveryRules.ts';
import type { ImportRun } from '../run/importRun.ts';
import { explainFile } from './fileKinds.ts';
import { createIsTaken, OTHER_SOURCE } from './sources.ts';

export function reportUnrecognized(run: ImportRun, folder: DeliveryFolder, sidecar: Delivery): void {
  const named = new Set(listNamedFiles(sidecar).map((path) => path.normalize('NFC')));
  const isTaken = createIsTaken(folder);
  for (const path of folder.unrecognized) {
    const at = join(folder.root, path);
    if (isTaken(path)) run.leftOut.push({ path: at, reason: OTHER_SOURCE });
    else if (!named.has(path.normalize('NFC'))) run.failed.push({ path: at, reason: explainFile(path) });
  }
}

/** Returns how many files of tracks are not there. */
export function reportMissingTracks(run: ImportRun, folder: DeliveryFolder, sidecar: Delivery): number {
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
