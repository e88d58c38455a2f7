import { join } from 'node:path';
import { PICTURE_BYTES_MAX } from '../../catalogue/document/deliveryRules.ts';
import {
  type DraftTrack,
  deliveredFileOf,
  type ReleaseDraft,
  type TrackMedia,
} from '../../catalogue/document/releaseDraft.ts';
import { marksNewReleases } from '../../catalogue/names/ownerQueries.ts';
import { findCover, findCoverPdf } from '../folders/covers.ts';
import { listUnusedPictures } from '../folders/sortFiles.ts';
import { OTHER_SOURCE } from '../folders/sources.ts';
import { drawInitials } from '../pictures/initials.ts';
import { storeCover, storeGivenCover, storeGivenLogo, storePicture } from '../pictures/pictures.ts';
import { readDeliveryFile } from '../read/deliveryFiles.ts';
import type { MediaFile } from '../read/inspect.ts';
import { getReleaseType, RELEASE_WORK_PREFIX, type ReleaseMetadata } from '../read/releaseMetadata.ts';
import type { DecidedImport } from './decideImport.ts';
import { leaveOut } from './readDelivery.ts';
import { findTrackMedia, storeTrackMedia } from './renditions.ts';
import { markSound, requireMarking } from './soundMarks.ts';
import { storeAttachments } from './storeAttachments.ts';
import { readLyrics, storePromo } from './texts.ts';

export interface StoredDelivery extends DecidedImport {
  draft: ReleaseDraft;
  /** Of the tracks that could be taken. */
  storedTracks: ReleaseMetadata['tracks'];
}

/** Fourth step: renders and stores all files of the release. Gives undefined when none of its tracks can be taken. */
export async function storeDelivery(decided: DecidedImport): Promise<StoredDelivery | undefined> {
  const { run, release, isUnsaid, known, identity, audience, getFingerprint } = decided;
  const mediaByPath = await storeMediaFiles(decided);
  const extras = await storeExtras(decided);
  const tracks = await buildTracks(decided, mediaByPath);
  if (tracks.length === 0) return undefined;
  const mark =
    release.mark ?? known?.mark ?? (release.label !== null && (await marksNewReleases(run.db, release.label.name)));
  if (mark || known?.isMarked) await markTracks(decided, tracks);
  const { guessed, ...facts } = release;
  const draft: ReleaseDraft = {
    ...facts,
    ...(isUnsaid && { keepsUnsaid: guessed }),
    ...extras,
    ...audience,
    identity,
    fingerprint: getFingerprint(),
    available: release.available ?? known?.available_at ?? run.now(),
    ...(release.available === null && { keepsDate: true as const }),
    candownload: release.candownload ?? known?.candownload ?? true,
    allow_sharing: release.allow_sharing ?? known?.allow_sharing ?? true,
    commenting_enabled: release.commenting_enabled ?? known?.commenting_enabled ?? true,
    mark,
    release_type: release.release_type ?? typeOf(tracks),
    tracks,
  };
  return { ...decided, draft, storedTracks: release.tracks.filter(({ path }) => mediaByPath.has(path)) };
}

/** Of a track whose best source is refused, the next one counts. Gives what is stored by the path of the best one. */
async function storeMediaFiles(decided: DecidedImport): Promise<Map<string, TrackMedia>> {
  const { run, files, attempt } = decided;
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
          leaveOut(decided, [{ path: source.path, reason: OTHER_SOURCE }]);
        } else taken = await attempt(source.path, () => storeTrackMedia(run, source, limitOf(file)));
      }
      if (taken) mediaByPath.set(file.path, taken);
    }),
  );
  release();
  for (const result of stored) if (result.status === 'rejected') throw result.reason;
  return mediaByPath;
}

async function storeExtras(decided: DecidedImport) {
  const { run, folder, sidecar, files } = decided;
  const embedded = files.find(({ picture }) => picture !== null)?.picture ?? null;
  const { promo, promoImages } = await storePromo(decided);
  const cover = sidecar.cover ?? (await findCover(folder.root, folder.images, embedded ? promoImages : []));
  leaveOut(decided, listUnusedPictures(folder, sidecar, [cover, ...promoImages]));
  const pdf = cover || embedded ? undefined : findCoverPdf([...folder.documents, ...folder.attachments]);
  if (pdf) run.warn(join(folder.root, pdf), 'A cover as PDF is not taken: convert it to JPEG or PNG.');
  return {
    ...(await storeReleaseCover(decided, cover, embedded)),
    labels: await storeLabelLogo(decided),
    artistPictures: await storeArtistPictures(decided),
    attachments: await storeAttachments(decided),
    ...promo,
  };
}

/** Uses the given file, else the embedded picture, else initials. @param file a picture of the delivery */
async function storeReleaseCover(
  { run: { storage, warn }, folder, release, attempt }: DecidedImport,
  file: string | undefined,
  embedded: Uint8Array | null,
) {
  const store = async (picture: Buffer, path: string) => {
    const { warning, ...cover } = await storeGivenCover(storage, picture);
    if (warning) warn(join(folder.root, path), warning);
    return cover;
  };
  const fromFile =
    file &&
    (await attempt(file, async () => store(await readDeliveryFile(folder.root, file, PICTURE_BYTES_MAX), file)));
  if (fromFile) return fromFile;
  const name = `${folder.media[0]?.path ?? ''} (embedded picture)`;
  const fromTag = embedded && (await attempt(name, () => store(Buffer.from(embedded), name)));
  if (fromTag) return fromTag;
  const drawn = await storeCover(storage, drawInitials(release.title));
  return { ...drawn, cover_width: null, cover_height: null, cover_drawn: true };
}

async function storeLabelLogo({ run, folder, release, attempt }: DecidedImport): Promise<ReleaseDraft['labels']> {
  if (!release.label) return [];
  const { name, logo, contact } = release.label;
  const logoHash =
    logo === null
      ? undefined
      : await attempt(logo, async () =>
          storeGivenLogo(run.storage, await readDeliveryFile(folder.root, logo, PICTURE_BYTES_MAX)),
        );
  const logo_hash = logoHash ?? (await storePicture(run.storage, 'logos', drawInitials(name)));
  return [{ name, contact, logo_hash, drawn: logoHash === undefined }];
}

/** Draws the initials of each artist, used for artists of whom no cover was delivered; gives the hashes by name. */
const storeArtistPictures = async ({ run, release }: DecidedImport): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Array.fromAsync(release.artists, async (name) => [
      name,
      await storePicture(run.storage, 'artists', drawInitials(name)),
    ]),
  );

/** Before the release is published, so that nobody gets plain sound. @throws DeliveryRefusal */
async function markTracks({ run, folder }: DecidedImport, tracks: DraftTrack[]): Promise<void> {
  requireMarking(run);
  if (run.isCheck)
    run.warn(
      folder.path,
      'Its sound is marked at the import, which changes it inaudibly, takes about four times as long and about three times the room; it is offered as MP3 and WAV alone.',
    );
  for (const track of tracks.filter(({ assettype }) => assettype === 'audio')) {
    const original = deliveredFileOf(track);
    if (original?.endsWith('.mp3'))
      run.warn(folder.path, `"${track.title}" is an MP3: it is marked by encoding it again.`);
    if (original && !run.isCheck)
      await markSound(run, { original, title: `"${track.title}" by ${track.artist}`, renditions: track.renditions });
  }
}

async function buildTracks(decided: DecidedImport, mediaByPath: Map<string, TrackMedia>): Promise<DraftTrack[]> {
  const { release, identity, sorted } = decided;
  const tracks: DraftTrack[] = [];
  for (const metadata of release.tracks) {
    const { path, lyricsFile: _lyricsFile, lyricsText: _lyricsText, ...track } = metadata;
    const media = mediaByPath.get(path);
    if (!media) continue;
    const lyrics = await readLyrics(decided, metadata, sorted.lyrics.get(path));
    const work = track.work?.replace(RELEASE_WORK_PREFIX, `${release.label?.name ?? ''}/${identity}/`) ?? null;
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
