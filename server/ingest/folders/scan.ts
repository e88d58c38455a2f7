import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import type { ImportFailure } from '../../catalogue/document/deliveryRules.ts';
import { SIDECAR } from '../read/sidecar.ts';
import { mentionsJson } from '../read/sidecarNames.ts';
import { isCoverFile } from './covers.ts';
import { explainFile, type FileKind, getFileKind, rankPressText } from './fileKinds.ts';
import { allFolders, compareNames, listSidecars, readTree, type SidecarEntry } from './folderTree.ts';
import { findReleaseFolders, type ReleaseFolders } from './releaseFolders.ts';

/** The files of one release. Their paths are relative to `root`, with `/`. */
export interface DeliveryFolder {
  root: string;
  /** Absolute path of the folder that names it, for sentences about the whole release. */
  path: string;
  /** Name of the folder, or of the single file without extension. */
  name: string;
  media: DeliveryFile[];
  images: string[];
  /** Texts that are lyrics by their names or folders. */
  lyrics: string[];
  attachments: string[];
  /** Texts and PDFs outside of `attachments/`. */
  documents: string[];
  /** Path of its `release.json`. */
  sidecar: string | null;
  /** Path of its DDEX ERN message. */
  message: string | null;
  promo: string | null;
  /** Pictures that are no covers by their names and folders, for the promotional text alone. */
  promoImages: string[];
  /** Files that cannot be taken although they may be music. */
  unrecognized: string[];
  leftOut: ImportFailure[];
}

export interface DeliveryFile {
  path: string;
  /** Number in the name of its disc folder. */
  disc: number | null;
}

export interface ScanResult {
  folders: DeliveryFolder[];
  failed: ImportFailure[];
  /** What belongs to no release, and is no error. */
  leftOut: ImportFailure[];
}

const REFUSED = 'Nothing of the delivery was imported.';
const SHARED = 'It is beside several releases and has the name of none: put it into the folder of its release.';

/** Finds the releases below the given paths. Never follows a link. */
export async function scanPaths(paths: string[]): Promise<ScanResult> {
  const result: ScanResult = { folders: [], failed: [], leftOut: [] };
  for (const path of paths) {
    const root = resolve(path);
    const stats = await lstat(root).catch(() => undefined);
    if (!stats) result.failed.push({ path, reason: 'There is no such file or folder.' });
    else if (stats.isDirectory()) await scanFolder(path, root, result);
    else if (stats.isFile()) await scanFile(root, result);
    else result.failed.push({ path, reason: 'It is neither a file nor a folder; links are not followed.' });
  }
  return { ...result, folders: withoutDuplicates(result.folders) };
}

async function scanFolder(path: string, root: string, result: ScanResult): Promise<void> {
  const before = result.folders.length + result.failed.length;
  const tree = await readTree(root, basename(root));
  for (const { unread } of allFolders(tree)) result.failed.push(...unread);
  const { releases, shared } = findReleaseFolders(tree);
  const above = await listSidecars(dirname(root));
  for (const release of releases) addRelease(release, above, result);
  for (const { path, files, sidecars } of shared) {
    for (const sidecar of sidecars) result.failed.push({ path: sidecar.path, reason: 'There is no audio beside it.' });
    const others = files.filter((file) => sidecars.every(({ name }) => name !== file));
    for (const file of others) addShared(join(path, file), root, releases.length > 0, result);
  }
  if (result.folders.length + result.failed.length === before)
    result.failed.push({ path, reason: 'No audio was found in it.' });
}

function addShared(path: string, root: string, hasReleases: boolean, { failed, leftOut }: ScanResult): void {
  const kind = getFileKind(relative(root, path));
  if (kind === 'refused') failed.push({ path, reason: explainFile(path) });
  else if (hasReleases && kind !== 'system')
    leftOut.push({ path, reason: kind === 'left out' ? explainFile(path) : SHARED });
}

/** A file alone is a release, but not where a sidecar would restrict who receives it. */
async function scanFile(root: string, result: ScanResult): Promise<void> {
  const folder = dirname(root);
  const [sidecar] = [...(await listSidecars(folder)), ...(await listSidecars(dirname(folder)))];
  if (sidecar) {
    const reason = `A single file is imported without ${sidecar.path}: import the folder instead.`;
    result.failed.push({ path: root, reason });
  } else {
    const media = [{ path: basename(root), disc: null }];
    result.folders.push({ ...createFolder(folder, folder, basename(root, extname(root))), media });
  }
}

/** Adds a release, or failures when its audience is not certain. */
function addRelease(release: ReleaseFolders, above: SidecarEntry[], result: ScanResult): void {
  const delivery = buildDelivery(release);
  if (delivery.media.length === 0 && delivery.message === null) {
    for (const path of delivery.unrecognized)
      result.failed.push({ path: join(delivery.root, path), reason: explainFile(path) });
    for (const { path } of release.folders.flatMap(({ tree }) => tree.sidecars))
      result.failed.push({ path, reason: 'There is no audio beside it.' });
    return;
  }
  const problems = findProblems(release, delivery, above);
  result.failed.push(...problems);
  if (problems.length === 0) result.folders.push(delivery);
}

/** Without exactly one certain sidecar a delivery would go to everyone (requirements decision 31). */
function findProblems(
  { path, folders, message, sidecarFolders, ...others }: ReleaseFolders,
  delivery: DeliveryFolder,
  above: SidecarEntry[],
): ImportFailure[] {
  const sidecar = delivery.sidecar === null ? undefined : join(delivery.root, delivery.sidecar);
  const home = sidecar ? dirname(sidecar) : (sidecarFolders[0]?.path ?? path);
  const problems = folders
    .flatMap(({ tree }) => tree.sidecars)
    .filter((entry) => entry.path !== sidecar)
    .map((entry) => ({ path: entry.path, reason: `${describeLookAlike(entry, home)} ${REFUSED}` }));
  if (message && message.messages.length > 1)
    problems.push({ path, reason: `It has several messages: ${message.messages.join(', ')}. ${REFUSED}` });
  if (problems.length > 0 || sidecar) return problems;
  const { unrecognized, documents, lyrics, leftOut } = delivery;
  const unclear = [...unrecognized, ...documents, ...lyrics, ...leftOut.map((file) => file.path)].filter(mentionsJson);
  if (unclear.length > 0)
    return unclear.map((file) => ({
      path: join(delivery.root, file),
      reason: `If it says who receives the delivery, it must be called ${SIDECAR}. ${REFUSED}`,
    }));
  const elsewhere = [...others.above, ...others.below].flatMap(({ sidecars }) => sidecars)[0] ?? above[0];
  if (elsewhere) return [{ path, reason: `It has no ${SIDECAR}, but there is ${elsewhere.path}. ${REFUSED}` }];
  const [unread] = [...folders.map(({ tree }) => tree), ...others.below].flatMap((tree) => tree.unread);
  if (unread) return [{ path, reason: `It has no ${SIDECAR}, and ${unread.path} could not be read. ${REFUSED}` }];
  return [];
}

function describeLookAlike({ name, kind, path }: SidecarEntry, folder: string): string {
  if (name !== SIDECAR) return `It looks like a ${SIDECAR}, but has another name.`;
  if (kind === 'file') return `It must be in ${folder}, beside the audio.`;
  return dirname(path) === folder && kind === 'link'
    ? `A ${SIDECAR} that is a link is not read: put the file itself here.`
    : `A ${SIDECAR} must be a regular file.`;
}

function buildDelivery(release: ReleaseFolders): DeliveryFolder {
  const { root, path, name, message, sidecarFolders } = release;
  const pathOf = (file: string) => relative(root, file);
  const [sidecar] = sidecarFolders
    .flatMap(({ sidecars }) => sidecars)
    .filter(({ name, kind }) => name === SIDECAR && kind === 'file');
  const delivery = {
    ...createFolder(root, path, name),
    sidecar: sidecar ? pathOf(sidecar.path) : null,
    message: message ? pathOf(join(message.path, message.messages[0] ?? '')) : null,
  };
  const promos: string[] = [];
  const add = (file: string, disc: number | null, isNear: boolean) => {
    const inside = pathOf(file);
    const kind = getFileKind(inside);
    if (inside === delivery.sidecar) return;
    if (kind === 'media') delivery.media.push({ path: inside, disc });
    else if (kind === 'promo') promos.push(inside);
    else listOf(delivery, kind, isNear || isCoverFile(inside))?.push(inside);
    if (kind === 'left out') delivery.leftOut.push({ path: inside, reason: explainFile(inside) });
  };
  for (const { tree, disc, isNear } of release.folders)
    for (const file of tree.files) add(join(tree.path, file), disc, isNear);
  for (const file of release.files) add(file, null, false);
  const depthOf = (file: string) => file.split('/').length;
  const [promo, ...others] = promos.toSorted(
    (a, b) => (rankPressText(a) ?? 0) - (rankPressText(b) ?? 0) || depthOf(a) - depthOf(b) || compareNames(a, b),
  );
  for (const file of others)
    if (/\.txt$/i.test(file)) delivery.documents.push(file);
    else delivery.leftOut.push({ path: file, reason: explainFile(file) });
  delivery.media.sort((a, b) => (a.disc ?? 0) - (b.disc ?? 0) || compareNames(a.path, b.path));
  return { ...delivery, promo: promo ?? null };
}

function listOf(delivery: DeliveryFolder, kind: FileKind, mayBeCover: boolean): string[] | undefined {
  if (kind === 'image') return mayBeCover ? delivery.images : delivery.promoImages;
  if (kind === 'attachment') return delivery.attachments;
  if (kind === 'lyrics') return delivery.lyrics;
  if (kind === 'document') return delivery.documents;
  return kind === 'refused' ? delivery.unrecognized : undefined;
}

const createFolder = (root: string, path: string, name: string): DeliveryFolder => ({
  root,
  path,
  name,
  media: [],
  images: [],
  lyrics: [],
  attachments: [],
  documents: [],
  sidecar: null,
  message: null,
  promo: null,
  promoImages: [],
  unrecognized: [],
  leftOut: [],
});

/** Two of the given paths may contain the same folder. */
function withoutDuplicates(folders: DeliveryFolder[]): DeliveryFolder[] {
  const keys = new Set<string>();
  return folders.filter(({ root, media }) => {
    const key = `${root}\0${media.map(({ path }) => path).join('\0')}`;
    return !keys.has(key) && keys.add(key);
  });
}
