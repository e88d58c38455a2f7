import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAccount } from '../server/access/queries.ts';
import { importFolders } from '../server/ingest/run/importFolders.ts';
import type { ImportContext } from '../server/ingest/run/importRun.ts';
import { changeState, publishDraft } from '../server/label/releaseState.ts';
import { requireRelease } from '../server/operator/releases.ts';
import type { AppContext } from '../server/platform/context.ts';
import { DAY_MS } from '../server/platform/process/days.ts';
import { labelReleases } from './catalogue.ts';
import { findLabelIds, hasDeliveries, insertRefusedDelivery } from './listeningQueries.ts';
import { type DemoRelease, labels } from './release.ts';

const STAFF = 'label@demo.test';

/**
 * Imports what staff of a label find in the console, with a delivery that was refused. Does nothing when it exists.
 * @param writeFolder writes the delivery and returns its folder
 */
export async function createLabelSide(
  context: AppContext & ImportContext,
  writeFolder: (release: DemoRelease) => Promise<string>,
): Promise<void> {
  const { db, now } = context;
  const [labelId] = await findLabelIds(db, [labels[labelReleases.draft.label].name]);
  const staff = await findAccount(db, STAFF);
  if (labelId === undefined || !staff || (await hasDeliveries(db, labelId))) return;
  const settings = { actor: staff.playerid, embedded: true, draftOf: { labelId, releaseId: undefined } };
  for (const release of Object.values(labelReleases)) {
    const folder = await writeFolder(release);
    if (release === labelReleases.draft) await removeAudience(join(folder, 'release.json'));
    const { failed } = await importFolders(context, [folder], settings);
    const [failure] = failed;
    if (failure) throw new Error(`The demo could not be created: ${failure.path}: ${failure.reason}`);
  }
  const withdrawn = await requireRelease(db, labelReleases.withdrawn.title);
  const available = new Date(now().getTime() + labelReleases.withdrawn.dayOffsets.available * DAY_MS);
  if (withdrawn.state === 'draft')
    await publishDraft(context, withdrawn, { available, mail: null, confirmed: true }, staff.playerid);
  await changeState(context, withdrawn, 'withdrawn', staff.playerid, true);
  await insertRefusedDelivery(db, { labelId, accountid: staff.accountid, now: now() });
}

async function removeAudience(path: string): Promise<void> {
  const { packages: _packages, ...sidecar } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  await writeFile(path, JSON.stringify(sidecar));
}
