import { createHash } from 'node:crypto';
import { FewerRefusal, requireGrantedPackages, requirePackages } from '../../catalogue/deliveryTarget.ts';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import type { ReleaseDraft } from '../../catalogue/document/releaseDraft.ts';
import type { ClaimedRelease } from '../../catalogue/names/ownerQueries.ts';
import { findMarkets, listUnknownAddresses } from '../../catalogue/publishQueries.ts';
import { type SortedFiles, sortFiles } from '../folders/sortFiles.ts';
import { resolveDeliveryFile } from '../read/deliveryFiles.ts';
import type { ImportOptions } from '../read/releaseMetadata.ts';
import { listNamedFiles } from '../read/sidecar.ts';
import { hashFile } from '../workspace/storeFile.ts';
import type { IdentifiedRelease } from './identifyRelease.ts';
import { leaveOut } from './readDelivery.ts';

/** Part of the fingerprint: a new value imports unchanged deliveries again. */
const RECIPE = 'import-5';

export interface DecidedImport extends IdentifiedRelease {
  /** Who gets it: what the release says, as far as this run may say it. */
  audience: Pick<ReleaseDraft, 'packages' | 'addresses' | 'markets'> & { recipients: string[] };
  sorted: SortedFiles;
  /** The release, when the same delivery was imported before and nothing is to be done. */
  unchanged: ClaimedRelease | undefined;
  /** Of all that is delivered, without what was refused until it is called. */
  getFingerprint: () => string;
}

/**
 * Third step: decides for whom the release is and whether anything has to be done, before a file is rendered.
 * @throws DeliveryRefusal
 */
export async function decideImport(identified: IdentifiedRelease): Promise<DecidedImport> {
  const { run, folder, sidecar, files, release, known, takedown, refusedPaths } = identified;
  const packages = await decidePackages(identified);
  const fileHashes = await hashDelivery(identified);
  if (run.draftOf && release.excluded.length > 0)
    throw new DeliveryRefusal(
      'release.json excludes addresses: leave "excluded" out, and exclude people in the console.',
    );
  const unknown = await reportUnknownAddresses(identified);
  const markets = await findMarkets(run.db, sidecar.markets ?? []);
  for (const { name, id } of markets)
    if (id === null) run.warn(folder.path, `The market "${name}" is no country and was left out.`);
  const sorted = sortFiles(folder, sidecar, release.tracks);
  leaveOut(identified, sorted.leftOut);
  const options = {
    ...run.options,
    ...(release.label && { label: release.label.name }),
    ...(unknown.length > 0 && { unknown }),
  };
  const getFingerprint = () => fingerprintOf(folder.name, options, fileHashes, refusedPaths);
  const counts = { delivered: files.length, tracks: known?.tracks ?? 0 };
  const isFewer = !run.recordingOf && counts.delivered < counts.tracks;
  const isSame = known?.fingerprint === getFingerprint() && !run.recordingOf;
  const unchanged = isSame && !(isFewer && run.fewer === 'remove') ? known : undefined;
  if (known && takedown && !unchanged) throw new DeliveryRefusal(takedown);
  // Publishing asks again when one of its files was refused.
  if (isFewer && run.fewer === 'ask' && !run.isCheck && !unchanged) throw new FewerRefusal(counts);
  const audience = {
    packages,
    markets: markets.flatMap(({ id }) => id ?? []),
    // A label is not told who has an account: its addresses stay addresses.
    ...(run.draftOf ? { addresses: release.recipients, recipients: [] } : { recipients: release.recipients }),
  };
  return { ...identified, audience, sorted, unchanged, getFingerprint };
}

async function decidePackages({ run, release }: IdentifiedRelease): Promise<string[]> {
  const { db, draftOf } = run;
  const packages = draftOf && release.keepsAudience ? [] : release.packages;
  if (draftOf) await requireGrantedPackages(db, draftOf.labelId, packages);
  else if (!run.createPackages) await requirePackages(db, packages, false);
  return packages;
}

async function reportUnknownAddresses({ run, folder, release }: IdentifiedRelease): Promise<string[]> {
  const unknown = run.draftOf ? [] : await listUnknownAddresses(run.db, release.recipients);
  if (unknown.length > 0) {
    const more = unknown.length > 3 ? ` and ${unknown.length - 3} more` : '';
    const recipients = `${unknown.slice(0, 3).join(', ')}${more}`;
    run.warn(folder.path, `Recipients without an account: ${recipients}. Deliver it again when they have one.`);
  }
  return unknown;
}

type FileHash = [path: string, hash: string];

/** Hashes every file of the release, sorted by path. */
async function hashDelivery({ folder, sidecar, files }: IdentifiedRelease): Promise<FileHash[]> {
  const { root, sidecar: sidecarPath, message, promo, images, promoImages, lyrics, attachments, documents } = folder;
  const extras = [...images, ...promoImages, ...lyrics, ...attachments, ...documents];
  const paths = [sidecarPath, message, promo, ...extras, ...listNamedFiles(sidecar)];
  const hashes: FileHash[] = files.flatMap((file) => [file, ...file.others]).map(({ path, hash }) => [path, hash]);
  for (const path of new Set(paths.filter((value) => value !== null))) {
    const file = await resolveDeliveryFile(root, path, Number.POSITIVE_INFINITY).catch(() => undefined);
    hashes.push([path, file ? await hashFile(file.absolutePath) : 'missing']);
  }
  return hashes.sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Excludes refused files, so that a repaired file changes the fingerprint and each run reports a broken one again.
 * @param options `unknown`: recipients without an account; the fingerprint changes when one of them has got an account
 */
function fingerprintOf(
  name: string,
  { label, packages, available, unknown }: ImportOptions & { unknown?: string[] },
  fileHashes: FileHash[],
  refusedPaths: ReadonlySet<string>,
): string {
  const accepted = fileHashes.filter(([path]) => !refusedPaths.has(path));
  return createHash('sha256')
    .update(JSON.stringify([RECIPE, name, { label, packages, available, unknown }, accepted]))
    .digest('hex');
}
