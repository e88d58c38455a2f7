import { join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import {
  FewerRefusal,
  findTarget,
  PublishRefusal,
  requireGrantedPackages,
  requirePackages,
  TwinRefusal,
} from '../../catalogue/deliveryTarget.ts';
import { listDraftFiles } from '../../catalogue/document/draftFiles.ts';
import type { DraftTrack, ReleaseDraft, TrackMedia } from '../../catalogue/document/releaseDraft.ts';
import { resolveFormerNames } from '../../catalogue/names/names.ts';
import { type Published, publishRelease } from '../../catalogue/publish.ts';
import { findMarkets, listUnknownAddresses } from '../../catalogue/publishQueries.ts';
import { type DeliveryChanges, planDelivery } from '../../catalogue/redelivery/deliveryPlan.ts';
import type { StateRefusal } from '../../catalogue/releaseLife.ts';
import { isDiskFull } from '../../platform/process/diskFull.ts';
import { readErn } from '../ern/readErn.ts';
import { findCover, findCoverPdf } from '../folders/covers.ts';
import { reportMissingTracks, reportUnrecognized } from '../folders/reportFiles.ts';
import { listUnusedPictures, type SortedFiles, sortFiles } from '../folders/sortFiles.ts';
import { chooseSources, OTHER_SOURCE } from '../folders/sources.ts';
import { readLyrics, storeAttachments, storePromo } from '../pictures/extras.ts';
import { storeArtistPictures, storeLabelLogo, storeReleaseCover } from '../pictures/pictures.ts';
import { resolveDeliveryFile } from '../read/deliveryFiles.ts';
import {
  buildReleaseMetadata,
  getReleaseType,
  hasName,
  type ImportOptions,
  RELEASE_WORK_PREFIX,
  type ReleaseMetadata,
} from '../read/releaseMetadata.ts';
import type { DeliveryFolder } from '../read/scan.ts';
import { readSidecar } from '../read/sidecar.ts';
import { deleteDecodedMedia } from '../sound/decodedMediaQueries.ts';
import { deliveredKeyOf, findTrackMedia, type MediaFile, storeTrackMedia } from '../sound/renditions.ts';
import { claimIdentity, fingerprintOf, hashDelivery, identityOf } from './deliveryIdentity.ts';
import { DeliveryRefusal, type ImportFailure, MEDIA_BYTES_MAX } from './deliveryRules.ts';
import type { Attempt, Claim, ImportRun } from './importRun.ts';
import { listReplacedKeys } from './queries.ts';

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

/** Deliveries claim their identities in the order of the folders. */
export interface Turn {
  /** Resolves when the folders before have claimed theirs. */
  begin: Promise<void>;
  end(): void;
}

interface Job {
  run: ImportRun;
  folder: DeliveryFolder;
  sidecar: Delivery;
  files: MediaFile[];
  refusedPaths: Set<string>;
  attempt: Attempt;
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
    imported = await publishDelivery(run, folder, turn, { root: folder.path, isImported });
  } catch (error) {
    const isRefusal = error instanceof PublishRefusal || error instanceof DeliveryRefusal;
    if (!isRefusal) run.reportError(error);
    if (error instanceof TwinRefusal && run.reportTwin) run.reportTwin(error.twinId);
    else if (error instanceof FewerRefusal && run.reportFewer) run.reportFewer(error.fewer);
    else addFailure(run, folder.path, isRefusal ? error.message : describeError(run, error));
  } finally {
    resolve(imported !== undefined);
    turn.end();
  }
  return imported;
}

async function publishDelivery(
  run: ImportRun,
  delivered: DeliveryFolder,
  turn: Turn,
  claim: Claim,
): Promise<ImportedRelease | undefined> {
  const refusedPaths = new Set<string>();
  const attempt = createAttempt(run, delivered, refusedPaths);
  const { message, sidecar: path } = delivered;
  const own = path ? await attempt(path, () => readSidecar(delivered.root, path)) : {};
  const ern = message
    ? await attempt(message, () => readErn(run.pool, delivered, message, run.now(), attempt))
    : undefined;
  if (!own || (message && !ern)) return undefined;
  for (const warning of ern?.warnings ?? []) run.warn(delivered.path, warning);
  const folder = ern?.folder ?? delivered;
  const sidecar = { ...ern?.sidecar, ...own };
  reportUnrecognized(run, folder, sidecar);
  const files = chooseSources(await inspectFiles(run, folder, attempt), sidecar);
  const missing = reportMissingTracks(run, folder, sidecar);
  if (files.length === 0) {
    if (missing === 0) addFailure(run, folder.path, 'None of its files is audio that can be imported.');
    return undefined;
  }
  if (run.recordingOf && files.length > 1) throw new DeliveryRefusal('Another recording of a track is one file.');
  const job: Job = { run, folder, sidecar, files, refusedPaths, attempt };
  const { release, identity, known, namesakes, twins } = await identifyRelease(job);
  if (run.recordingOf && !known) throw new DeliveryRefusal('This release does not exist any more.');
  await turn.begin;
  await claimIdentity(run, release, identity, twins, claim);
  turn.end();
  const { draftOf } = run;
  const packages = draftOf && release.keepsAudience ? [] : release.packages;
  if (draftOf) await requireGrantedPackages(run.db, draftOf.labelId, packages);
  else if (!run.createPackages) await requirePackages(run.db, packages, false);
  const fileHashes = await hashDelivery(job);
  // A label is not told who has an account: its addresses stay addresses.
  const audience = draftOf ? { addresses: release.recipients, recipients: [] } : {};
  if (draftOf && release.excluded.length > 0)
    throw new DeliveryRefusal(
      'release.json excludes addresses: leave "excluded" out, and exclude people in the console.',
    );
  const unknown = draftOf ? [] : await listUnknownAddresses(run.db, release.recipients);
  if (unknown.length > 0) {
    const more = unknown.length > 3 ? ` and ${unknown.length - 3} more` : '';
    const recipients = `${unknown.slice(0, 3).join(', ')}${more}`;
    run.warn(folder.path, `Recipients without an account: ${recipients}. Deliver it again when they have one.`);
  }
  const markets = await findMarkets(run.db, sidecar.markets ?? []);
  for (const { name, id } of markets)
    if (id === null) run.warn(folder.path, `The market "${name}" is no country and was left out.`);
  const options = {
    ...run.options,
    ...(release.label && { label: release.label.name }),
    ...(unknown.length > 0 && { unknown }),
  };
  const sorted = sortFiles(folder, sidecar, release.tracks);
  leaveOut(job, sorted.leftOut);
  const getFingerprint = () => fingerprintOf(folder.name, options, fileHashes, refusedPaths);
  const counts = { delivered: files.length, tracks: known?.tracks ?? 0 };
  const isFewer = !run.recordingOf && counts.delivered < counts.tracks;
  const isKnown = known?.fingerprint === getFingerprint() && !run.recordingOf;
  if (known && isKnown && !(isFewer && run.fewer === 'remove')) {
    for (const { bytes } of files) run.addProgress(bytes);
    const { releaseid, title } = known;
    return { ...summarize(release, release.tracks), releaseid, title, result: 'unchanged' };
  }
  if (known && ern?.takedown) throw new DeliveryRefusal(ern.takedown);
  // Before its files are rendered; publishing asks again when one of them was refused.
  if (isFewer && run.fewer === 'ask' && !run.isCheck) throw new FewerRefusal(counts);
  const mediaByPath = await storeMediaFiles(job);
  const extras = await storeExtras(job, release, sorted);
  const tracks = await buildTracks(job, release, identity, mediaByPath, sorted);
  if (tracks.length === 0) return undefined;
  if (!known && namesakes.length > 0)
    run.warnOperator(
      folder.path,
      `Another owner (${namesakes.join(', ')}) has a release with the same UPC, id or audio.`,
    );
  const summary = summarize(
    release,
    release.tracks.filter(({ path }) => mediaByPath.has(path)),
  );
  const { guessed, ...facts } = release;
  const draft: ReleaseDraft = {
    ...facts,
    ...(!delivered.sidecar && !delivered.message && { keepsUnsaid: guessed }),
    ...extras,
    ...audience,
    packages,
    markets: markets.flatMap(({ id }) => id ?? []),
    identity,
    fingerprint: getFingerprint(),
    available: release.available ?? known?.available_at ?? run.now(),
    ...(release.available === null && { keepsDate: true as const }),
    candownload: release.candownload ?? known?.candownload ?? true,
    allow_sharing: release.allow_sharing ?? known?.allow_sharing ?? true,
    commenting_enabled: release.commenting_enabled ?? known?.commenting_enabled ?? true,
    release_type: release.release_type ?? typeOf(tracks),
    tracks,
  };
  const publishing = {
    ...run,
    twins,
    recordingOf: run.recordingOf?.trackid,
    now: run.now(),
    isDraft: draftOf !== undefined,
    target: targetOf(run),
    owner: draftOf?.labelId,
  };
  if (run.isCheck) {
    const plan = await planDelivery(run.db, draft, known, publishing);
    reportExchange(run, folder.path, plan.changes);
    reportHeld(run, folder.path, plan.held);
    if (!known) return { ...summary, result: 'would create' };
    const { releaseid, isUnchanged, changes } = plan;
    return { ...summary, releaseid, ...(isUnchanged ? { result: 'unchanged' } : { result: 'would update', changes }) };
  }
  await run.noteFiles(await listReplacedKeys(run.db, known?.id, draft.labels));
  await requireStoredFiles(run, draft);
  const { releaseid, result, changes, held } = await publishRelease(run.db, draft, publishing);
  reportExchange(run, folder.path, changes);
  reportHeld(run, folder.path, held);
  await run.db.transaction().execute((db) => deleteDecodedMedia(db, { files: files.map(deliveredKeyOf) }, run.now()));
  return { ...summary, releaseid, result, ...(result === 'updated' && { changes }) };
}

/** The release that is delivered again, whatever the delivery says about itself. */
const targetOf = ({ draftOf, recordingOf }: ImportRun) => draftOf?.releaseId ?? recordingOf?.releaseId;

function reportExchange(run: ImportRun, root: string, { fewer, exchanged, added }: DeliveryChanges): void {
  if (!fewer || run.fewer === 'remove') return;
  run.reportFewer?.(fewer);
  // In the console, the delivery says it.
  if (run.draftOf) return;
  const count = (number: number, name: string) => `${number} ${name}${number === 1 ? '' : 's'}`;
  run.warn(
    root,
    `It holds ${fewer.delivered} of ${count(fewer.tracks, 'track')}: exchange ${count(exchanged.length, 'recording')}, add ${count(added.length, 'track')}, and leave everything else as it is. With --remove-tracks the release has ${count(fewer.delivered, 'track')} from now on.`,
  );
}

function reportHeld(run: ImportRun, root: string, held: StateRefusal | undefined): void {
  if (!held) return;
  const what = held.message.replace(/: nothing was changed\.$/, '');
  const how = run.draftOf ? 'Use them in the editor.' : 'Import it again with --yes.';
  run.warn(root, `${what} by this delivery: its dates wait to be confirmed. ${how}`);
}

const summarize = ({ title, artist }: ReleaseMetadata, tracks: ReleaseMetadata['tracks']) => ({
  title,
  artist,
  tracks: tracks.length,
  tracklist: tracks.map(({ path, title, version, isrc }) => ({ file: path, title, version, isrc })),
});

/** A delivery that names no label takes that of the release that it continues. */
async function identifyRelease({ run, folder, sidecar, files }: Job) {
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
    target: targetOf(run),
  };
  // Without an artist or a title it may be anything, so nothing is its twin.
  const twins = hasName(release) ? run.twins : 'new';
  const target = await findTarget(run.db, claim, twins);
  if (release.label !== null || target.label === null) return { ...target, identity, release, twins };
  return { ...target, identity, twins, release: build({ ...run.options, label: target.label }).release };
}

/** Fails when the import was suspended for longer than the grace time and its files were deleted meanwhile. */
async function requireStoredFiles(run: ImportRun, draft: ReleaseDraft): Promise<void> {
  const deleted = await run.noteFiles(listDraftFiles(draft));
  if (deleted.length > 0) throw new Error(`Stored files of "${draft.title}" were deleted meanwhile: import it again.`);
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

function leaveOut({ run, folder }: Job, files: ImportFailure[]): void {
  for (const { path, reason } of files) run.leftOut.push({ path: join(folder.root, path), reason });
}

function addFailure(run: ImportRun, path: string, reason: string): void {
  run.failed.push({ path, reason });
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

const toTrackFile = ({ path, disc, tags, media }: MediaFile) => ({
  path,
  disc,
  tags,
  assettype: media.format === 'video' ? ('video' as const) : ('audio' as const),
});

/** Of a track whose best source is refused, the next one counts. */
async function storeMediaFiles(job: Job): Promise<Map<string, TrackMedia>> {
  const { run, files, attempt } = job;
  const mediaByPath = new Map<string, TrackMedia>();
  const found = new Map<MediaFile, TrackMedia>();
  for (const file of files) {
    const media = await findTrackMedia(run, file);
    if (media) found.set(file, media);
  }
  const { limitOf, release } = await run.room.reserve(files.filter((file) => !found.has(file)));
  const stored = await Promise.allSettled(
    files.map(async (file) => {
      let taken = found.get(file);
      if (taken) run.addProgress(file.bytes);
      for (const source of taken ? file.others : [file, ...file.others]) {
        if (taken) {
          run.addProgress(source.bytes);
          leaveOut(job, [{ path: source.path, reason: OTHER_SOURCE }]);
        } else taken = await attempt(source.path, () => storeTrackMedia(run, source, limitOf(file)));
      }
      if (taken) mediaByPath.set(file.path, taken);
    }),
  );
  release();
  for (const result of stored) if (result.status === 'rejected') throw result.reason;
  return mediaByPath;
}

async function storeExtras(job: Job, release: ReleaseMetadata, sorted: SortedFiles) {
  const { run, folder, sidecar, files, attempt } = job;
  const embedded = files.find(({ picture }) => picture !== null)?.picture ?? null;
  const { promo, promoImages } = await storePromo(run, folder, sidecar, attempt);
  const cover = sidecar.cover ?? (await findCover(folder.root, folder.images, embedded ? promoImages : []));
  leaveOut(job, listUnusedPictures(folder, sidecar, [cover, ...promoImages]));
  const pdf = cover || embedded ? undefined : findCoverPdf([...folder.documents, ...folder.attachments]);
  if (pdf) run.warn(join(folder.root, pdf), 'A cover as PDF is not taken: convert it to JPEG or PNG.');
  const sources = { folder, release, embedded, cover, attempt };
  return {
    ...(await storeReleaseCover(run, sources)),
    labels: await storeLabelLogo(run, sources),
    artistPictures: await storeArtistPictures(run, release.artists),
    attachments: await storeAttachments(run, folder, sidecar.attachments ?? [], sorted.attachments, attempt),
    ...promo,
  };
}

async function buildTracks(
  { folder, attempt }: Job,
  release: ReleaseMetadata,
  identity: string,
  mediaByPath: Map<string, TrackMedia>,
  { lyrics: delivered }: SortedFiles,
): Promise<DraftTrack[]> {
  const tracks: DraftTrack[] = [];
  for (const metadata of release.tracks) {
    const { path, lyricsFile: _lyricsFile, lyricsText: _lyricsText, ...track } = metadata;
    const media = mediaByPath.get(path);
    if (!media) continue;
    const lyrics = await readLyrics(folder, metadata, delivered.get(path), attempt);
    const work = track.work?.replace(RELEASE_WORK_PREFIX, `${release.label?.name ?? ''}/${identity}/`) ?? null;
    tracks.push({ ...track, ...media, lyrics, work });
  }
  return tracks;
}

function describeError({ draftOf }: ImportRun, error: unknown): string {
  const { message = String(error) } = error as { message?: string };
  if (draftOf) return 'Something went wrong here. Please try again, or tell an operator.';
  if (isDiskFull(error)) return 'The disk is full: make room and import it again.';
  return `It could not be imported because of an unexpected error: ${message.split('\n', 1)[0]}`;
}

function typeOf(tracks: DraftTrack[]): ReleaseDraft['release_type'] {
  const audio = tracks.filter(({ assettype }) => assettype === 'audio');
  return getReleaseType(
    audio.length,
    audio.reduce((sum, { duration }) => sum + duration, 0),
  );
}
