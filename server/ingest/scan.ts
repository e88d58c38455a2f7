import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { allFolders, compareNames, type FolderTree, listSidecars, readTree, type SidecarEntry } from './folderTree.ts';
import { explainNotTaken } from './otherFormats.ts';
import { SIDECAR } from './sidecar.ts';
import { mentionsJson } from './sidecarNames.ts';

/** A folder (or a single file) that becomes one release. Its paths are relative to `root`, with `/`. */
export interface DeliveryFolder {
  root: string;
  /** Name of the folder, or of the single file without extension. */
  name: string;
  media: DeliveryFile[];
  images: string[];
  lyrics: string[];
  attachments: string[];
  hasSidecar: boolean;
  /** Path of its DDEX ERN message. */
  message: string | null;
  promo: string | null;
  /** Pictures in other folders, for the promotional text alone. */
  promoImages: string[];
  unrecognized: string[];
}

export interface DeliveryFile {
  path: string;
  /** Number in the name of its disc folder. */
  disc: number | null;
}

export interface ScanResult {
  folders: DeliveryFolder[];
  failed: { path: string; reason: string }[];
}

const MEDIA = new Set(
  '.wav .wave .bwf .rf64 .flac .aif .aiff .aifc .mp3 .ogg .oga .opus .m4a .m4b .mp4 .aac .mov .m4v .webm'.split(' '),
);
const IMAGES = new Set('.jpg .jpeg .png .webp .gif .tif .tiff .avif'.split(' '));
const IGNORED =
  /^(e?h?thumbs(_vista)?\.db|desktop\.ini|icon\r|.*\.(m3u8?|pls|cue|log|sfv|md5|ffp|sha256|nfo|url|webloc|lnk))$/i;
const DISC_FOLDER = /^(?:cd|disc|disk|disque|vinyl|lp)[ _-]*(\d{1,2})\b/i;
const EXTRA_FOLDER = /^(lyrics|attachments)$/i;
const REFUSED = 'Nothing of the delivery was imported.';

/** Finds the releases below the given paths. Never follows a link. */
export async function scanPaths(paths: string[]): Promise<ScanResult> {
  const result: ScanResult = { folders: [], failed: [] };
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
  addDeliveries(tree, await listSidecars(dirname(root)), result);
  if (result.folders.length + result.failed.length === before)
    result.failed.push({ path, reason: 'No audio was found in it.' });
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
    result.folders.push({ ...createFolder(folder, basename(root, extname(root))), media });
  }
}

/**
 * Adds the deliveries of a tree, with a failure for each one whose audience is not certain.
 * @param above what may be meant as a sidecar in the folders above
 */
function addDeliveries(tree: FolderTree, above: SidecarEntry[], result: ScanResult): void {
  const delivery = buildDelivery(tree);
  const isDelivery = delivery.media.length > 0 || delivery.message !== null;
  const isOwn =
    delivery.message === null ? (folder: FolderTree) => isPart(folder) || !containsMedia(folder) : hasNoMessage;
  const own = isDelivery ? tree.folders.filter(isOwn) : [];
  if (isDelivery) {
    const problems = findProblems(tree, delivery, own, above);
    result.failed.push(...problems, ...(delivery.message === null ? listLostMedia(own) : []));
    if (problems.length === 0) result.folders.push(delivery);
  } else {
    for (const file of delivery.unrecognized) {
      const reason = explainNotTaken(file);
      if (reason) result.failed.push({ path: `${tree.path}/${file}`, reason });
    }
    for (const { path } of tree.sidecars) result.failed.push({ path, reason: 'There is no audio beside it.' });
  }
  for (const folder of tree.folders)
    if (!own.includes(folder)) addDeliveries(folder, [...above, ...tree.sidecars], result);
}

/** Audio below a disc folder belongs to no release. */
function listLostMedia(own: FolderTree[]): ScanResult['failed'] {
  const discs = own.filter(({ name }) => DISC_FOLDER.test(name));
  const lost = discs.flatMap(({ folders }) => folders).filter(containsMedia);
  return lost.map(({ path }) => ({ path, reason: 'A folder inside a disc folder is not read.' }));
}

const hasNoMessage = (tree: FolderTree) => allFolders(tree).every(({ messages }) => messages.length === 0);
const isPart = ({ name }: FolderTree) => DISC_FOLDER.test(name) || EXTRA_FOLDER.test(name);
const isImage = (name: string) => IMAGES.has(extname(name).toLowerCase());
const isMedia = (name: string) => MEDIA.has(extname(name).toLowerCase());
const containsMedia = (tree: FolderTree) => allFolders(tree).some(({ files }) => files.some(isMedia));

/** Without exactly one certain sidecar a delivery would go to everyone (requirements decision 31). */
function findProblems(
  tree: FolderTree,
  delivery: DeliveryFolder,
  own: FolderTree[],
  above: SidecarEntry[],
): ScanResult['failed'] {
  const inside = [tree.sidecars, ...own.flatMap(allFolders).map(({ sidecars }) => sidecars)].flat();
  const problems = inside
    .filter((entry) => !isSidecar(tree, entry))
    .map((entry) => ({ path: entry.path, reason: `${describeLookAlike(entry, tree)} ${REFUSED}` }));
  if (tree.messages.length > 1)
    problems.push({ path: tree.path, reason: `It has several messages: ${tree.messages.join(', ')}. ${REFUSED}` });
  if (problems.length > 0 || delivery.hasSidecar) return problems;
  const unclear = delivery.unrecognized.filter(mentionsJson);
  if (unclear.length > 0)
    return unclear.map((file) => ({
      path: `${tree.path}/${file}`,
      reason: `If it says who receives the delivery, it must be called ${SIDECAR}. ${REFUSED}`,
    }));
  const below = tree.folders.flatMap(allFolders);
  const elsewhere = above[0] ?? below.flatMap(({ sidecars }) => sidecars)[0];
  if (elsewhere)
    return [{ path: tree.path, reason: `It has no ${SIDECAR}, but there is ${elsewhere.path}. ${REFUSED}` }];
  const [unread] = [tree, ...below].flatMap((folder) => folder.unread);
  if (unread)
    return [{ path: tree.path, reason: `It has no ${SIDECAR}, and ${unread.path} could not be read. ${REFUSED}` }];
  return [];
}

const isSidecar = (tree: FolderTree, { name, kind, path }: SidecarEntry) =>
  name === SIDECAR && kind === 'file' && dirname(path) === tree.path;

function describeLookAlike({ name, kind, path }: SidecarEntry, tree: FolderTree): string {
  if (name !== SIDECAR) return `It looks like a ${SIDECAR}, but has another name.`;
  if (kind === 'file') return `It must be in ${tree.path}, beside the audio.`;
  return dirname(path) === tree.path && kind === 'link'
    ? `A ${SIDECAR} that is a link is not read: put the file itself here.`
    : `A ${SIDECAR} must be a regular file.`;
}

function buildDelivery(tree: FolderTree): DeliveryFolder {
  const delivery = createFolder(tree.path, tree.name);
  for (const file of tree.files) addFile(delivery, file, null);
  const [message] = tree.messages;
  if (message !== undefined) {
    const folders = tree.folders.filter(hasNoMessage).flatMap(allFolders);
    for (const { path, files } of folders)
      for (const file of files) addFile(delivery, `${relative(tree.path, path)}/${file}`, null);
    const hasSidecar = tree.sidecars.some((entry) => isSidecar(tree, entry));
    return { ...delivery, message, hasSidecar };
  }
  for (const folder of tree.folders) {
    const { name, files } = folder;
    const disc = DISC_FOLDER.exec(name)?.[1];
    const extra = EXTRA_FOLDER.exec(name)?.[1]?.toLowerCase();
    if (disc) for (const file of files) addFile(delivery, `${name}/${file}`, Number(disc));
    if (extra === 'lyrics' || extra === 'attachments') delivery[extra].push(...files.map((file) => `${name}/${file}`));
    if (!isPart(folder) && !containsMedia(folder))
      for (const { path, files } of allFolders(folder))
        delivery.promoImages.push(...files.filter(isImage).map((file) => `${relative(tree.path, path)}/${file}`));
  }
  delivery.media.sort((a, b) => (a.disc ?? 0) - (b.disc ?? 0) || compareNames(a.path, b.path));
  return { ...delivery, hasSidecar: tree.sidecars.some((entry) => isSidecar(tree, entry)) };
}

function addFile(delivery: DeliveryFolder, path: string, disc: number | null): void {
  const name = basename(path).toLowerCase();
  const extension = extname(name);
  if (MEDIA.has(extension)) delivery.media.push({ path, disc });
  else if (IMAGES.has(extension)) delivery.images.push(path);
  else if (delivery.promo === null && /^promo\.html?$/i.test(path)) delivery.promo = path;
  else if (path !== SIDECAR && !IGNORED.test(name)) delivery.unrecognized.push(path);
}

const createFolder = (root: string, name: string): DeliveryFolder => ({
  root,
  name,
  media: [],
  images: [],
  lyrics: [],
  attachments: [],
  hasSidecar: false,
  message: null,
  promo: null,
  promoImages: [],
  unrecognized: [],
});

/** Two of the given paths may contain the same folder. */
function withoutDuplicates(folders: DeliveryFolder[]): DeliveryFolder[] {
  const keys = new Set<string>();
  return folders.filter(({ root, media }) => {
    const key = `${root}\0${media.map(({ path }) => path).join('\0')}`;
    return !keys.has(key) && keys.add(key);
  });
}
