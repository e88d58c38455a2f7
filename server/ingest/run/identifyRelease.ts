import { createHash } from 'node:crypto';
import type { Delivery } from '@promenade/contract/delivery';
import { type DeliveryTarget, findTarget, type TwinChoice } from '../../catalogue/deliveryTarget.ts';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { foldName } from '../../catalogue/names/artistNames.ts';
import { resolveFormerNames } from '../../catalogue/names/names.ts';
import { deliveredKeyOf, type MediaFile } from '../read/inspect.ts';
import { buildReleaseMetadata, hasName, type ImportOptions, type ReleaseMetadata } from '../read/releaseMetadata.ts';
import type { Claim } from './importRun.ts';
import type { ReadDelivery } from './readDelivery.ts';

export interface IdentifiedRelease extends ReadDelivery, Omit<DeliveryTarget, 'label'> {
  release: ReleaseMetadata;
  /** By which a later delivery of its owner finds it. */
  identity: string;
  twins: TwinChoice;
}

/**
 * Second step: says which release it is, and which one of the catalogue it updates. A delivery that names no label takes
 * that of the release that it continues.
 * @throws DeliveryRefusal
 */
export async function identifyRelease(delivery: ReadDelivery): Promise<IdentifiedRelease> {
  const { run, folder, sidecar, files } = delivery;
  const build = (options: ImportOptions) => buildReleaseMetadata(folder.name, files.map(toTrackFile), sidecar, options);
  const { release, warnings } = build(run.options);
  for (const warning of warnings) run.warn(folder.path, warning);
  for (const { absolutePath, tags } of files) for (const warning of tags.warnings) run.warn(absolutePath, warning);
  const identity = identityOf(release, sidecar, files);
  const { artist, title } = release;
  const { labels } = await resolveFormerNames(run.db, {}, release.label ? [release.label.name] : []);
  const claim = {
    label: labels[0] ?? null,
    identity,
    artist,
    title,
    files: files.map(deliveredKeyOf),
    target: run.targetId,
  };
  // Without an artist or a title it may be anything, so nothing is its twin.
  const twins = hasName(release) ? run.twins : 'new';
  const { label, known, namesakes } = await findTarget(run.db, claim, twins);
  if (run.recordingOf && !known) throw new DeliveryRefusal('This release does not exist any more.');
  const isOfLabel = release.label !== null || label === null;
  const named = isOfLabel ? release : build({ ...run.options, label }).release;
  return { ...delivery, release: named, identity, known, namesakes, twins };
}

const toTrackFile = ({ path, disc, tags, media }: MediaFile) => ({
  path,
  disc,
  tags,
  assettype: media.format === 'video' ? ('video' as const) : ('audio' as const),
});

/** Identifies the release in a later import of its owner: by UPC, else the id of the sidecar, else its audio. */
function identityOf(release: ReleaseMetadata, sidecar: Delivery, files: MediaFile[]): string {
  if (release.upc) return `upc:${release.upc.replace(/^0+/, '')}`;
  if (sidecar.id) return `id:${sidecar.id}`;
  const digest = createHash('sha256');
  for (const hash of files.map((file) => file.hash).sort()) digest.update(hash);
  return `audio:${digest.digest('hex')}`;
}

/**
 * Waits for the import of an earlier folder with the same claim: one that fails gives its claims back.
 * @throws DeliveryRefusal when another folder of this run has the same identity, or makes it a twin
 */
export async function claimIdentity(
  { run: { claims, draftOf }, release: { label, artist, title }, identity, twins }: IdentifiedRelease,
  claim: Claim,
): Promise<void> {
  const owner = foldName(label?.name ?? '');
  const sameRelease = `${owner}\n${identity}`;
  const twin = `${owner}\n${foldName(artist)}\n${foldName(title)}`;
  const [other, namesake] = [claims.get(sameRelease), claims.get(twin)];
  if (other && (await other.isImported))
    throw new DeliveryRefusal(`It is the same release as ${other.root}, which was imported in this run.`);
  if (twins !== 'new' && namesake && (await namesake.isImported)) {
    const way = draftOf ? 'deliver it apart' : 'use --new';
    throw new DeliveryRefusal(
      `It has the same label, artist and title as ${namesake.root}, which was imported in this run: ${way} to keep both.`,
    );
  }
  claims.set(sameRelease, claim).set(twin, claim);
}
