import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { type Published, publishRelease } from '../catalogue/publish.ts';
import type { DraftTrack, ReleaseDraft } from '../catalogue/releaseDraft.ts';
import { readSidecar, resolveDeliveryFile } from './deliveryFiles.ts';
import { DeliveryRefusal, MEDIA_BYTES_MAX } from './deliveryRules.ts';
import { type Attempt, readLyrics, storeAttachments, storePromo } from './extras.ts';
import type { ImportRun } from './importRun.ts';
import { storeArtistPictures, storeLabelLogo, storeReleaseCover } from './pictures.ts';
import { findExistingRelease, listReplacedKeys, type TrackMedia } from './queries.ts';
import { buildReleaseMetadata, getReleaseType, RELEASE_WORK_PREFIX, type ReleaseMetadata } from './releaseMetadata.ts';
import { type MediaFile, storeTrackMedia } from './renditions.ts';
import type { DeliveryFolder } from './scan.ts';
import { hashFile } from './storeFile.ts';

export interface ImportedRelease extends Published {
  title: string;
  tracks: number;
}

/** Part of the fingerprint: a new value imports unchanged deliveries again. */
const RECIPE = 'import-2';

interface Job {
  run: ImportRun;
  folder: DeliveryFolder;
  sidecar: Delivery;
  files: MediaFile[];
  refusedPaths: Set<string>;
  attempt: Attempt;
}

/** Imports one release. Adds refusals to the failures of the run; gives undefined when nothing could be imported. */
export async function importRelease(run: ImportRun, folder: DeliveryFolder): Promise<ImportedRelease | undefined> {
  const refusedPaths = new Set<string>();
  const attempt = createAttempt(run, folder, refusedPaths);
  for (const path of folder.unrecognized)
    addFailure(run, join(folder.root, path), 'This is not audio and no other file of a delivery.');
  const { sidecar: sidecarPath } = folder;
  const sidecar = sidecarPath === null ? {} : await attempt(sidecarPath, () => readSidecar(folder.root, sidecarPath));
  if (!sidecar) return undefined;
  const files = await inspectFiles(run, folder, attempt);
  if (files.length === 0) {
    addFailure(run, folder.root, 'None of its files is audio that can be imported.');
    return undefined;
  }
  reportMissingTracks(run, folder, sidecar);
  const { release, warnings } = buildReleaseMetadata(folder.name, files.map(toTrackFile), sidecar, run.options);
  for (const warning of warnings) run.warn(folder.root, warning);
  const identity = identityOf(release, sidecar, files);
  if (!claimIdentity(run, identity, folder)) return undefined;
  const job: Job = { run, folder, sidecar, files, refusedPaths, attempt };
  const fileHashes = await hashDelivery(job);
  const existing = await findExistingRelease(run.db, identity);
  if (existing?.fingerprint === fingerprintOf(job, fileHashes)) {
    for (const { bytes } of files) run.addProgress(bytes);
    const { releaseid, title, tracks } = existing;
    return { releaseid, title, tracks, result: 'unchanged' };
  }
  const mediaByPath = await storeMediaFiles(job);
  const extras = await storeExtras(job, release);
  const tracks = await buildTracks(job, release, identity, mediaByPath);
  if (tracks.length === 0) return undefined;
  const draft: ReleaseDraft = {
    ...release,
    ...extras,
    identity,
    fingerprint: fingerprintOf(job, fileHashes),
    available: release.available ?? existing?.available_at ?? run.now(),
    release_type: release.release_type ?? typeOf(tracks),
    tracks,
  };
  await run.recordKeys(await listReplacedKeys(run.db, draft));
  const published = await publishRelease(run.db, draft, run.now());
  return { ...published, title: draft.title, tracks: tracks.length };
}

function createAttempt(run: ImportRun, folder: DeliveryFolder, refusedPaths: Set<string>): Attempt {
  return async (path, step) => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof DeliveryRefusal)) throw error;
      refusedPaths.add(path);
      addFailure(run, join(folder.root, path), error.message);
      return undefined;
    }
  };
}

function addFailure(run: ImportRun, path: string, reason: string): void {
  run.failed.push({ path, reason });
}

async function inspectFiles(run: ImportRun, folder: DeliveryFolder, attempt: Attempt): Promise<MediaFile[]> {
  const files = await Promise.all(
    folder.media.map(({ path, disc }) =>
      attempt(path, async () => {
        const { absolutePath } = await resolveDeliveryFile(folder.root, path, MEDIA_BYTES_MAX);
        return { ...(await run.pool.inspect(absolutePath)), path, absolutePath, disc };
      }),
    ),
  );
  return files.filter((file) => file !== undefined);
}

const toTrackFile = ({ path, disc, tags, media }: MediaFile) => ({
  path,
  disc,
  tags,
  assettype: media.format === 'video' ? ('video' as const) : ('audio' as const),
});

function reportMissingTracks(run: ImportRun, folder: DeliveryFolder, sidecar: Delivery): void {
  const paths = new Set(folder.media.map(({ path }) => path.normalize('NFC')));
  for (const { file } of sidecar.tracks ?? []) {
    if (!paths.has(file.normalize('NFC')))
      addFailure(run, join(folder.root, file), 'release.json names this file, but it is not there.');
  }
}

/** Identifies the release in a later import: by UPC, else the id of the sidecar, else its audio. */
function identityOf(release: ReleaseMetadata, sidecar: Delivery, files: MediaFile[]): string {
  if (release.upc) return `upc:${release.upc.replace(/^0+/, '')}`;
  if (sidecar.id) return `id:${release.label?.name.toLowerCase() ?? ''}:${sidecar.id}`;
  const digest = createHash('sha256');
  for (const hash of files.map((file) => file.hash).sort()) digest.update(hash);
  return `audio:${digest.digest('hex')}`;
}

function claimIdentity(run: ImportRun, identity: string, folder: DeliveryFolder): boolean {
  const claimedBy = run.folderByIdentity.get(identity);
  if (claimedBy === undefined) run.folderByIdentity.set(identity, folder.root);
  else addFailure(run, folder.root, `It is the same release as ${claimedBy}, which was imported in this run.`);
  return claimedBy === undefined;
}

type FileHash = [path: string, hash: string];

/** Hashes every file of the release, sorted by path. */
async function hashDelivery({ folder, sidecar, files }: Job): Promise<FileHash[]> {
  const paths = [
    folder.sidecar,
    folder.promo,
    ...folder.images,
    ...folder.lyrics,
    ...folder.attachments,
    sidecar.cover,
    sidecar.label?.logo,
    ...(sidecar.attachments ?? []).map(({ file }) => file),
    ...(sidecar.tracks ?? []).map(({ lyrics }) => lyrics),
  ];
  const hashes: FileHash[] = files.map(({ path, hash }) => [path, hash]);
  for (const path of new Set(paths.filter((value) => typeof value === 'string'))) {
    const file = await resolveDeliveryFile(folder.root, path, Number.POSITIVE_INFINITY).catch(() => undefined);
    hashes.push([path, file ? await hashFile(file.absolutePath) : 'missing']);
  }
  return hashes.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Excludes refused files, so that a repaired file changes the fingerprint and each run reports a broken one again. */
function fingerprintOf({ run, folder, refusedPaths }: Job, fileHashes: FileHash[]): string {
  const accepted = fileHashes.filter(([path]) => !refusedPaths.has(path));
  return createHash('sha256')
    .update(JSON.stringify([RECIPE, folder.name, run.options, accepted]))
    .digest('hex');
}

async function storeMediaFiles({ run, files, attempt }: Job): Promise<Map<string, TrackMedia>> {
  const mediaByPath = new Map<string, TrackMedia>();
  await Promise.all(
    files.map(async (file) => {
      const media = await attempt(file.path, () => storeTrackMedia(run, file));
      if (media) mediaByPath.set(file.path, media);
    }),
  );
  return mediaByPath;
}

async function storeExtras({ run, folder, sidecar, files, attempt }: Job, release: ReleaseMetadata) {
  const embedded = files.find(({ picture }) => picture !== null)?.picture ?? null;
  const sources = { folder, sidecar, release, embedded, attempt };
  return {
    ...(await storeReleaseCover(run, sources)),
    labels: await storeLabelLogo(run, sources),
    artistPictures: await storeArtistPictures(run, release.artists),
    attachments: await storeAttachments(run, folder, sidecar, attempt),
    ...(await storePromo(run, folder, attempt)),
  };
}

async function buildTracks(
  { folder, attempt }: Job,
  release: ReleaseMetadata,
  identity: string,
  mediaByPath: Map<string, TrackMedia>,
): Promise<DraftTrack[]> {
  const tracks: DraftTrack[] = [];
  for (const metadata of release.tracks) {
    const { path, lyricsFile: _lyricsFile, ...track } = metadata;
    const media = mediaByPath.get(path);
    if (!media) continue;
    const lyrics = await readLyrics(folder, metadata, attempt);
    const work = track.work?.replace(RELEASE_WORK_PREFIX, `${identity}/`) ?? null;
    tracks.push({ ...track, ...media, lyrics, work });
  }
  return tracks;
}

function typeOf(tracks: DraftTrack[]): ReleaseDraft['release_type'] {
  const audio = tracks.filter(({ assettype }) => assettype === 'audio');
  return getReleaseType(
    audio.length,
    audio.reduce((sum, { duration }) => sum + duration, 0),
  );
}
