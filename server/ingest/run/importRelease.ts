import { FewerRefusal, TwinRefusal } from '../../catalogue/deliveryTarget.ts';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { isDiskFull } from '../../platform/process/diskFull.ts';
import type { DeliveryFolder } from '../folders/scan.ts';
import { decideImport } from './decideImport.ts';
import { claimIdentity, identifyRelease } from './identifyRelease.ts';
import type { Claim, ImportRun } from './importRun.ts';
import { type ImportedRelease, keepRelease, publishDelivery } from './publishDelivery.ts';
import { readDelivery } from './readDelivery.ts';
import { storeDelivery } from './storeDelivery.ts';

/** Deliveries claim their identities in the order of the folders. */
export interface Turn {
  /** Resolves when the folders before have claimed theirs. */
  begin: Promise<void>;
  end(): void;
}

/** Imports one release. Adds refusals to the failures of the run; gives undefined when nothing could be imported. */
export async function importRelease(
  run: ImportRun,
  folder: DeliveryFolder,
  turn: Turn,
): Promise<ImportedRelease | undefined> {
  const { promise: isImported, resolve } = Promise.withResolvers<boolean>();
  let imported: ImportedRelease | undefined;
  try {
    imported = await runSteps(run, folder, turn, { root: folder.path, isImported });
  } catch (error) {
    const isRefusal = error instanceof DeliveryRefusal;
    if (!isRefusal) run.reportError(error);
    if (error instanceof TwinRefusal && run.reportTwin) run.reportTwin(error.twinId);
    else if (error instanceof FewerRefusal && run.reportFewer) run.reportFewer(error.fewer);
    else run.failed.push({ path: folder.path, reason: isRefusal ? error.message : describeError(run, error) });
  } finally {
    resolve(imported !== undefined);
    turn.end();
  }
  return imported;
}

/** Each step gives what it was given and what it adds. */
async function runSteps(
  run: ImportRun,
  folder: DeliveryFolder,
  turn: Turn,
  claim: Claim,
): Promise<ImportedRelease | undefined> {
  const read = await readDelivery(run, folder);
  if (!read) return undefined;
  const identified = await identifyRelease(read);
  await turn.begin;
  await claimIdentity(identified, claim);
  turn.end();
  const decided = await decideImport(identified);
  if (decided.unchanged) return keepRelease(decided, decided.unchanged);
  const stored = await storeDelivery(decided);
  return stored && publishDelivery(stored);
}

function describeError({ draftOf }: ImportRun, error: unknown): string {
  const { message = String(error) } = error as { message?: string };
  if (draftOf) return 'Something went wrong here. Please try again, or tell an operator.';
  if (isDiskFull(error)) return 'The disk is full: make room and import it again.';
  return `It could not be imported because of an unexpected error: ${message.split('\n', 1)[0]}`;
}
