import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { FOLDER_DEPTH_MAX } from './deliveryRules.ts';

/** A folder (or a single file) that becomes one release. Its paths are relative to `root`, with `/`. */
export interface DeliveryFolder {
  root: string;
  /** Name of the folder, or of the single file without extension. */
  name: string;
  media: DeliveryFile[];
  images: string[];
  lyrics: string[];
  attachments: string[];
  sidecar: string | null;
  promo: string | null;
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
  '.wav .wave .bwf .rf64 .flac .aif .aiff .aifc .mp3 .ogg .oga .opus .m4a .mp4 .aac .mov .m4v .webm'.split(' '),
);
const IMAGES = new Set('.jpg .jpeg .png .webp .gif .tif .tiff .avif'.split(' '));
const IGNORED = /^(thumbs\.db|desktop\.ini|.*\.(m3u8?|pls|cue|log|sfv|md5|ffp|sha256|nfo|url|webloc|lnk))$/i;
const DISC_FOLDER = /^(?:cd|disc|disk|disque|vinyl|lp)[ _-]*(\d{1,2})\b/i;

/** Finds the releases below the given paths. Never follows a link. */
export async function scanPaths(paths: string[]): Promise<ScanResult> {
  const result: ScanResult = { folders: [], failed: [] };
  for (const path of paths) {
    const root = resolve(path);
    const stats = await lstat(root).catch(() => undefined);
    if (!stats) result.failed.push({ path, reason: 'There is no such file or folder.' });
    else if (stats.isDirectory()) {
      const before = result.folders.length + result.failed.length;
      await scanFolder(root, 0, result);
      if (result.folders.length + result.failed.length === before)
        result.failed.push({ path, reason: 'No audio was found in it.' });
    } else if (stats.isFile()) {
      const file = { path: basename(root), disc: null };
      result.folders.push(createFolder(dirname(root), basename(root, extname(root)), [file]));
    } else result.failed.push({ path, reason: 'It is neither a file nor a folder; links are not followed.' });
  }
  return { ...result, folders: withoutDuplicates(result.folders) };
}

async function scanFolder(root: string, depth: number, result: ScanResult): Promise<void> {
  if (depth > FOLDER_DEPTH_MAX) {
    result.failed.push({ path: root, reason: `The folder is more than ${FOLDER_DEPTH_MAX} levels deep.` });
    return;
  }
  const { files, folders } = await listFolder(root, result);
  const discs = folders.filter((folder) => DISC_FOLDER.test(folder));
  const delivery = createFolder(root, basename(root));
  for (const file of files) addFile(delivery, file, null);
  for (const disc of discs) {
    const inDisc = await listFolder(join(root, disc), result);
    for (const file of inDisc.files) addFile(delivery, `${disc}/${file}`, Number(DISC_FOLDER.exec(disc)?.[1]));
  }
  const scanned = new Set(discs);
  if (delivery.media.length > 0 || delivery.sidecar) {
    for (const folder of ['lyrics', 'attachments'] as const) {
      if (!folders.includes(folder)) continue;
      scanned.add(folder);
      const inFolder = await listFolder(join(root, folder), result);
      delivery[folder].push(...inFolder.files.map((file) => `${folder}/${file}`));
    }
    delivery.media.sort((a, b) => (a.disc ?? 0) - (b.disc ?? 0) || compareNames(a.path, b.path));
    result.folders.push(delivery);
  }
  for (const folder of folders) if (!scanned.has(folder)) await scanFolder(join(root, folder), depth + 1, result);
}

async function listFolder(folder: string, result: ScanResult): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (!entries) result.failed.push({ path: folder, reason: 'The folder cannot be read.' });
  const visible = (entries ?? []).filter(({ name }) => !name.startsWith('.') && name !== '__MACOSX');
  const namesOf = (selected: typeof visible) => selected.map(({ name }) => name).sort(compareNames);
  return {
    files: namesOf(visible.filter((entry) => entry.isFile())),
    folders: namesOf(visible.filter((entry) => entry.isDirectory())),
  };
}

function addFile(delivery: DeliveryFolder, path: string, disc: number | null): void {
  const name = basename(path).toLowerCase();
  const extension = extname(name);
  if (MEDIA.has(extension)) delivery.media.push({ path, disc });
  else if (IMAGES.has(extension)) delivery.images.push(path);
  else if (path === 'release.json') delivery.sidecar = path;
  else if (path === 'promo.html') delivery.promo = path;
  else if (!IGNORED.test(name)) delivery.unrecognized.push(path);
}

const createFolder = (root: string, name: string, media: DeliveryFile[] = []): DeliveryFolder => ({
  root,
  name,
  media,
  images: [],
  lyrics: [],
  attachments: [],
  sidecar: null,
  promo: null,
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

const collator = new Intl.Collator('en', { numeric: true });
/** Sorts "2" before "10", independent of the locale of the machine. */
export const compareNames = (a: string, b: string) => collator.compare(a, b) || (a < b ? -1 : 1);
