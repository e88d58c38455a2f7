import { createHash } from 'node:crypto';
import type { Delivery } from '@promenade/contract/delivery';
import type { TwinChoice } from '../../catalogue/deliveryTarget.ts';
import { resolveDeliveryFile } from '../read/deliveryFiles.ts';
import { foldName } from '../read/parseNames.ts';
import type { ImportOptions, ReleaseMetadata } from '../read/releaseMetadata.ts';
import type { DeliveryFolder } from '../read/scan.ts';
import type { MediaFile } from '../sound/renditions.ts';
import { hashFile } from '../storedFiles/storeFile.ts';
import { DeliveryRefusal } from './deliveryRules.ts';
import type { Claim, ImportRun } from './importRun.ts';

/** Part of the fingerprint: a new value imports unchanged deliveries again. */
const RECIPE = 'import-5';

/** Identifies the release in a later import of its owner: by UPC, else the id of the sidecar, else its audio. */
export function identityOf(release: ReleaseMetadata, sidecar: Delivery, files: MediaFile[]): string {
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
  { claims, draftOf }: Pick<ImportRun, 'claims' | 'draftOf'>,
  { label, artist, title }: ReleaseMetadata,
  identity: string,
  twins: TwinChoice,
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

type FileHash = [path: string, hash: string];

interface Contents {
  folder: DeliveryFolder;
  sidecar: Delivery;
  files: MediaFile[];
}

/** Files that the sidecar names, except audio and video. */
export const listNamedFiles = ({ cover, label, attachments = [], tracks = [] }: Delivery): string[] =>
  [cover, label?.logo, ...attachments.map(({ file }) => file), ...tracks.map(({ lyrics }) => lyrics)].filter(
    (path) => path !== undefined,
  );

/** Hashes every file of the release, sorted by path. */
export async function hashDelivery({ folder, sidecar, files }: Contents): Promise<FileHash[]> {
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
export function fingerprintOf(
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
