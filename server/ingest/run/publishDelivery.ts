import type { FewerTracks } from '../../catalogue/deliveryTarget.ts';
import { listDraftFiles } from '../../catalogue/document/draftFiles.ts';
import type { DraftTrack, ReleaseDraft } from '../../catalogue/document/releaseDraft.ts';
import { listReplacedKeys } from '../../catalogue/document/storedFileQueries.ts';
import type { ClaimedRelease } from '../../catalogue/names/ownerQueries.ts';
import { type Published, publishRelease } from '../../catalogue/publish.ts';
import type { DeliveryChanges } from '../../catalogue/redelivery/deliveryChanges.ts';
import { planDelivery } from '../../catalogue/redelivery/deliveryPlan.ts';
import type { StateRefusal } from '../../catalogue/releaseLife.ts';
import { deliveredKeyOf } from '../read/inspect.ts';
import type { ReleaseMetadata } from '../read/releaseMetadata.ts';
import type { DecidedImport } from './decideImport.ts';
import type { ImportRun } from './importRun.ts';
import { deleteDecodedMedia } from './mediaQueries.ts';
import type { StoredDelivery } from './storeDelivery.ts';

export interface ImportedRelease {
  /** Undefined: a check found that it would be created. */
  releaseid?: string;
  title: string;
  artist: string;
  tracks: number;
  /** As delivered, in order. */
  tracklist: ({ file: string } & Pick<DraftTrack, 'title' | 'version' | 'isrc'>)[];
  result: Published['result'] | 'would create' | 'would update';
  /** Of a release that exists. */
  changes?: DeliveryChanges;
}

/** Last step: writes the release in one transaction. A check returns what it would change, and writes nothing. */
export async function publishDelivery(stored: StoredDelivery): Promise<ImportedRelease> {
  const { run, folder, files, release, known, namesakes, twins, draft, storedTracks } = stored;
  if (!known && namesakes.length > 0)
    run.warnOperator(
      folder.path,
      `Another owner (${namesakes.join(', ')}) has a release with the same UPC, id or audio.`,
    );
  const summary = summarize(release, storedTracks);
  const publishing = {
    ...run,
    twins,
    recordingOf: run.recordingOf?.trackid,
    now: run.now(),
    isDraft: run.draftOf !== undefined,
    target: run.targetId,
    owner: run.draftOf?.labelId,
  };
  if (run.isCheck) {
    const { changes, held, releaseid, isUnchanged } = await planDelivery(run.db, draft, known, publishing);
    report(run, folder.path, changes, held);
    if (!known) return { ...summary, result: 'would create' };
    return { ...summary, releaseid, ...(isUnchanged ? { result: 'unchanged' } : { result: 'would update', changes }) };
  }
  await run.noteFiles(await listReplacedKeys(run.db, known?.id, draft.labels));
  await requireStoredFiles(run, draft);
  const { releaseid, result, changes, held } = await publishRelease(run.db, draft, publishing);
  report(run, folder.path, changes, held);
  await run.db.transaction().execute((db) => deleteDecodedMedia(db, { files: files.map(deliveredKeyOf) }, run.now()));
  return { ...summary, releaseid, result, ...(result === 'updated' && { changes }) };
}

/** Instead of the steps that follow: the delivery was imported before, and nothing of it changed. */
export function keepRelease(
  { run, files, release }: DecidedImport,
  { releaseid, title }: ClaimedRelease,
): ImportedRelease {
  for (const { bytes } of files) run.addProgress(bytes);
  return { ...summarize(release, release.tracks), releaseid, title, result: 'unchanged' };
}

const summarize = ({ title, artist }: ReleaseMetadata, tracks: ReleaseMetadata['tracks']) => ({
  title,
  artist,
  tracks: tracks.length,
  tracklist: tracks.map(({ path, title, version, isrc }) => ({ file: path, title, version, isrc })),
});

/** Fails when the import was suspended for longer than the grace time and its files were deleted meanwhile. */
async function requireStoredFiles(run: ImportRun, draft: ReleaseDraft): Promise<void> {
  const deleted = await run.noteFiles(listDraftFiles(draft));
  if (deleted.length > 0) throw new Error(`Stored files of "${draft.title}" were deleted meanwhile: import it again.`);
}

function report(run: ImportRun, path: string, changes: DeliveryChanges, held: StateRefusal | undefined): void {
  const { fewer } = changes;
  if (fewer && run.fewer !== 'remove') {
    run.reportFewer?.(fewer);
    // In the console, the delivery says it.
    if (!run.draftOf) run.warn(path, describeExchange({ ...changes, fewer }));
  }
  if (!held) return;
  const what = held.message.replace(/: nothing was changed\.$/, '');
  const how = run.draftOf ? 'Use them in the editor.' : 'Import it again with --yes.';
  run.warn(path, `${what} by this delivery: its dates wait to be confirmed. ${how}`);
}

function describeExchange({ fewer, exchanged, added }: DeliveryChanges & { fewer: FewerTracks }): string {
  const count = (number: number, name: string) => `${number} ${name}${number === 1 ? '' : 's'}`;
  return `It holds ${fewer.delivered} of ${count(fewer.tracks, 'track')}: exchange ${count(exchanged.length, 'recording')}, add ${count(added.length, 'track')}, and leave everything else as it is. With --remove-tracks the release has ${count(fewer.delivered, 'track')} from now on.`;
}
