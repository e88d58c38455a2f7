import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { importFolders } from '../run/importFolders.ts';
import type { ImportContext, ImportSettings } from '../run/importRun.ts';
import { openWorkspace } from '../workspace/workspace.ts';

/**
 * Gives a track the recording of a file; the track keeps its id and everything else of it and of its release stays.
 * @throws Error with a sentence when the file is refused
 */
export async function replaceRecording(
  context: ImportContext,
  recordingOf: NonNullable<ImportSettings['recordingOf']>,
  file: string,
  settings: Pick<ImportSettings, 'actor' | 'embedded' | 'onWarning' | 'onError'>,
): Promise<void> {
  const { tempDir, close } = await openWorkspace(context);
  try {
    // Apart from what lies beside it, which a delivery would belong to.
    const copy = join(tempDir, basename(file));
    await copyFile(file, copy);
    const { failed } = await importFolders(context, [copy], { ...settings, recordingOf });
    if (failed.length > 0) throw new Error(failed.map(({ reason }) => reason).join(' '));
  } finally {
    await close();
  }
}
