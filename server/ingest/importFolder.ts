import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { type Published, publishRelease } from '../catalogue/publish.ts';
import type { DraftTrack, ReleaseDraft } from '../catalogue/releaseDraft.ts';
import { describeRelease, releaseType } from './describe.ts';
import { type DescribedRelease, type DescribedTrack, OWN_WORK } from './described.ts';
import { type Attempt, readLyrics, storeAttachments, storePromo } from './extras.ts';
import type { Importing } from './importing.ts';
import { hashFile } from './inspect.ts';
import { MEDIA_BYTES_MAX } from './limits.ts';
import { locateOwn } from './ownFile.ts';
import { drawArtists, storeLabel, storeReleaseCover } from './pictures.ts';
import { findKnownRelease, findReplaced, type KnownRelease, type SoundPart } from './queries.ts';
import { DeliveryRefused } from './refused.ts';
import type { DeliveredFolder } from './scan.ts';
import { readSidecar } from './sidecar.ts';
import { type Media, storeSound } from './sounds.ts';

/** A line of the result. */
export interface ImportedRelease extends Published {
  title: string;
  tracks: number;
}

/** Changes all fingerprints when the same delivery would give other rows. */
const RECIPE = 'import-2';

/** Imports one release; undefined when nothing of it could be taken. What is refused is added to the run's failures. */
export async function importFolder(
  importing: Importing,
  folder: DeliveredFolder,
): Promise<ImportedRelease | undefined> {
  const refused = new Set<string>();
  const attempt = attempts(importing, folder, refused);
  for (const path of folder.strange)
    refuse(importing, join(folder.root, path), 'This is not audio, and nothing that belongs to a delivery.');
  const { sidecar: file } = folder;
  const sidecar: Delivery | undefined = file === null ? {} : await attempt(file, () => readSidecar(folder.root, file));
  if (!sidecar) return undefined;
  const media = await inspectAll(importing, folder, attempt);
  if (media.length === 0) {
    refuse(importing, folder.root, 'None of its files is audio that can be taken.');
    return undefined;
  }
  nameMissing(importing, folder, sidecar);
  const { release, warnings } = describeRelease(folder.name, media.map(forDescription), sidecar, importing.options);
  for (const warning of warnings) importing.warn(folder.root, warning);
  const identity = identityOf(release, sidecar, media);
  if (!claim(importing, identity, folder)) return undefined;
  const parts = await fingerprintParts(folder, sidecar, media);
  const known = await findKnownRelease(importing.db, identity);
  if (known?.fingerprint === fingerprint(importing, folder, parts, refused)) return unchanged(importing, known, media);
  const sounds = await storeAll(importing, media, attempt);
  const files = await storeFiles({ importing, folder, sidecar, release, media, attempt });
  const tracks = await tracksOf({ folder, identity, release, sounds, attempt });
  if (tracks.length === 0) return undefined;
  const draft: ReleaseDraft = {
    ...release,
    ...files,
    identity,
    fingerprint: fingerprint(importing, folder, parts, refused),
    available: release.available ?? known?.available_at ?? importing.now(),
    release_type: release.release_type ?? typeOf(tracks),
    tracks,
  };
  await importing.note(await findReplaced(importing.db, draft));
  const published = await publishRelease(importing.db, draft, importing.now());
  return { ...published, title: draft.title, tracks: tracks.length };
}

function attempts(importing: Importing, folder: DeliveredFolder, refused: Set<string>): Attempt {
  return async (path, step) => {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof DeliveryRefused)) throw error;
      refused.add(path);
      refuse(importing, join(folder.root, path), error.message);
      return undefined;
    }
  };
}

function refuse(importing: Importing, path: string, reason: string): void {
  importing.failed.push({ path, reason });
}

/** Hash, format and tags of every file; the pool keeps all cores busy. */
async function inspectAll(importing: Importing, folder: DeliveredFolder, attempt: Attempt): Promise<Media[]> {
  const inspected = await Promise.all(
    folder.media.map(({ path, disc }) =>
      attempt(path, async () => {
        const { place } = await locateOwn(folder.root, path, MEDIA_BYTES_MAX);
        return { ...(await importing.pool.run('inspect', { path: place })), path, place, disc };
      }),
    ),
  );
  return inspected.filter((each) => each !== undefined);
}

const forDescription = ({ path, disc, tags, media }: Media) => ({
  path,
  disc,
  tags,
  assettype: media.format === 'video' ? ('video' as const) : ('audio' as const),
});

function nameMissing(importing: Importing, folder: DeliveredFolder, sidecar: Delivery): void {
  const there = new Set(folder.media.map(({ path }) => path.normalize('NFC')));
  for (const { file } of sidecar.tracks ?? []) {
    if (!there.has(file.normalize('NFC')))
      refuse(importing, join(folder.root, file), 'release.json names this file, but it is not there.');
  }
}

function identityOf(release: DescribedRelease, sidecar: Delivery, media: Media[]): string {
  if (release.upc) return `upc:${release.upc.replace(/^0+/, '')}`;
  if (sidecar.id) return `id:${release.label?.name.toLowerCase() ?? ''}:${sidecar.id}`;
  const hash = createHash('sha256');
  for (const each of media.map((file) => file.hash).sort()) hash.update(each);
  return `audio:${hash.digest('hex')}`;
}

function claim(importing: Importing, identity: string, folder: DeliveredFolder): boolean {
  const other = importing.seen.get(identity);
  if (other === undefined) importing.seen.set(identity, folder.root);
  else refuse(importing, folder.root, `It is the same release as ${other}, which was imported in this run.`);
  return other === undefined;
}

type Part = [path: string, hash: string];

/** Every file that the release is made of, by content. */
async function fingerprintParts(folder: DeliveredFolder, sidecar: Delivery, media: Media[]): Promise<Part[]> {
  const named = [sidecar.cover, sidecar.label?.logo, ...(sidecar.attachments ?? []).map(({ file }) => file)];
  const lyrics = (sidecar.tracks ?? []).map((track) => track.lyrics);
  const paths = [
    folder.sidecar,
    folder.promo,
    ...folder.images,
    ...folder.lyrics,
    ...folder.attachments,
    ...named,
    ...lyrics,
  ];
  const parts: Part[] = media.map(({ path, hash }) => [path, hash]);
  for (const path of new Set(paths.filter((each) => typeof each === 'string'))) {
    const found = await locateOwn(folder.root, path, Number.POSITIVE_INFINITY).catch(() => undefined);
    parts.push([path, found ? await hashFile(found.place) : 'missing']);
  }
  return parts.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What was refused does not count: mended, it makes the release another one, and until then each run names it again. */
function fingerprint({ options }: Importing, folder: DeliveredFolder, parts: Part[], refused: Set<string>): string {
  const kept = parts.filter(([path]) => !refused.has(path));
  return createHash('sha256')
    .update(JSON.stringify([RECIPE, folder.name, options, kept]))
    .digest('hex');
}

function unchanged(importing: Importing, { releaseid, title, tracks }: KnownRelease, media: Media[]): ImportedRelease {
  for (const { bytes } of media) importing.advance(bytes);
  return { releaseid, title, tracks, result: 'unchanged' };
}

async function storeAll(importing: Importing, media: Media[], attempt: Attempt): Promise<Map<string, SoundPart>> {
  const sounds = new Map<string, SoundPart>();
  await Promise.all(
    media.map(async (each) => {
      const sound = await attempt(each.path, () => storeSound(importing, each));
      if (sound) sounds.set(each.path, sound);
    }),
  );
  return sounds;
}

interface FilesAsked {
  importing: Importing;
  folder: DeliveredFolder;
  sidecar: Delivery;
  release: DescribedRelease;
  media: Media[];
  attempt: Attempt;
}

async function storeFiles({ importing, media, ...asked }: FilesAsked) {
  const embedded = media.find(({ picture }) => picture !== null)?.picture ?? null;
  const pictured = { ...asked, embedded };
  return {
    ...(await storeReleaseCover(importing, pictured)),
    labels: await storeLabel(importing, pictured),
    artistPictures: await drawArtists(importing, asked.release.artists),
    attachments: await storeAttachments(importing, asked.folder, asked.sidecar, asked.attempt),
    ...(await storePromo(importing, asked.folder, asked.attempt)),
  };
}

interface TracksAsked {
  folder: DeliveredFolder;
  identity: string;
  release: DescribedRelease;
  sounds: Map<string, SoundPart>;
  attempt: Attempt;
}

/** Tracks whose file could be used, in their order. */
async function tracksOf({ folder, identity, release, sounds, attempt }: TracksAsked): Promise<DraftTrack[]> {
  const tracks: DraftTrack[] = [];
  for (const described of release.tracks) {
    const sound = sounds.get(described.path);
    if (!sound) continue;
    const lyrics = await readLyrics(folder, described, attempt);
    tracks.push({
      ...facts(described),
      ...sound,
      lyrics,
      work: described.work?.replace(OWN_WORK, `${identity}/`) ?? null,
    });
  }
  return tracks;
}

function facts({ path: _path, lyricsFile: _file, ...track }: DescribedTrack) {
  return track;
}

function typeOf(tracks: DraftTrack[]): ReleaseDraft['release_type'] {
  const audio = tracks.filter(({ assettype }) => assettype === 'audio');
  return releaseType(
    audio.length,
    audio.reduce((sum, { duration }) => sum + duration, 0),
  );
}
