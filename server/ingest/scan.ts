import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { FOLDER_DEPTH_MAX } from './limits.ts';

/** A folder (or a single file) that becomes one release. Paths in it are relative to `root`, with `/`. */
export interface DeliveredFolder {
  root: string;
  /** Name of the folder; of the file where one file was given. */
  name: string;
  /** Audio and video, in the order of discs and names. */
  media: DeliveredFile[];
  images: string[];
  lyrics: string[];
  attachments: string[];
  sidecar: string | null;
  promo: string | null;
  /** Files that are nothing of a delivery. */
  strange: string[];
}

/** An audio or video file by its ending. */
export interface DeliveredFile {
  path: string;
  /** From the name of its folder; null outside of disc folders. */
  disc: number | null;
}

/** What lies below the given paths. */
export interface Scan {
  folders: DeliveredFolder[];
  failed: { path: string; reason: string }[];
}

const MEDIA = new Set(
  '.wav .wave .bwf .rf64 .flac .aif .aiff .aifc .mp3 .ogg .oga .opus .m4a .mp4 .aac .mov .m4v .webm'.split(' '),
);
const IMAGES = new Set('.jpg .jpeg .png .webp .gif .tif .tiff .avif'.split(' '));
/** What programs leave beside audio and nobody misses. */
const PASSED_OVER = /^(thumbs\.db|desktop\.ini|.*\.(m3u8?|pls|cue|log|sfv|md5|ffp|sha256|nfo|url|webloc|lnk))$/i;
const DISC_FOLDER = /^(?:cd|disc|disk|disque|vinyl|lp)[ _-]*(\d{1,2})\b/i;

/** Finds the releases below the given paths. A link is never followed, and nothing outside of a path is looked at. */
export async function scanPaths(paths: string[]): Promise<Scan> {
  const scan: Scan = { folders: [], failed: [] };
  for (const path of paths) {
    const root = resolve(path);
    const found = await lstat(root).catch(() => undefined);
    if (!found) scan.failed.push({ path, reason: 'There is no such file or folder.' });
    else if (found.isDirectory()) {
      const before = scan.folders.length + scan.failed.length;
      await scanFolder(root, 0, scan);
      if (scan.folders.length + scan.failed.length === before)
        scan.failed.push({ path, reason: 'No audio was found in it.' });
    } else if (found.isFile()) scan.folders.push(singleFile(root));
    else scan.failed.push({ path, reason: 'It is neither a file nor a folder; links are not followed.' });
  }
  return { ...scan, folders: withoutDoubles(scan.folders) };
}

async function scanFolder(root: string, depth: number, scan: Scan): Promise<void> {
  if (depth > FOLDER_DEPTH_MAX) {
    scan.failed.push({ path: root, reason: `It lies more than ${FOLDER_DEPTH_MAX} folders deep.` });
    return;
  }
  const { files, folders } = await list(root, scan);
  const discs = folders.filter((folder) => DISC_FOLDER.test(folder));
  const delivered = emptyFolder(root, basename(root));
  for (const file of files) sort(delivered, file, null);
  for (const disc of discs) await addDisc(delivered, disc, scan);
  const own = new Set(discs);
  if (delivered.media.length > 0 || delivered.sidecar) {
    for (const folder of ['lyrics', 'attachments'] as const) {
      if (!folders.includes(folder)) continue;
      own.add(folder);
      const inside = await list(join(root, folder), scan);
      delivered[folder].push(...inside.files.map((file) => `${folder}/${file}`));
    }
    scan.folders.push(ordered(delivered));
  }
  for (const folder of folders) if (!own.has(folder)) await scanFolder(join(root, folder), depth + 1, scan);
}

async function addDisc(delivered: DeliveredFolder, disc: string, scan: Scan): Promise<void> {
  const { files } = await list(join(delivered.root, disc), scan);
  for (const file of files) sort(delivered, `${disc}/${file}`, Number(DISC_FOLDER.exec(disc)?.[1]));
}

async function list(folder: string, scan: Scan): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (!entries) scan.failed.push({ path: folder, reason: 'The folder cannot be read.' });
  const seen = (entries ?? []).filter(({ name }) => !name.startsWith('.') && name !== '__MACOSX');
  const names = (wanted: typeof seen) => wanted.map(({ name }) => name).sort(byName);
  return {
    files: names(seen.filter((entry) => entry.isFile())),
    folders: names(seen.filter((entry) => entry.isDirectory())),
  };
}

function sort(delivered: DeliveredFolder, path: string, disc: number | null): void {
  const name = basename(path).toLowerCase();
  const ending = extname(name);
  if (MEDIA.has(ending)) delivered.media.push({ path, disc });
  else if (IMAGES.has(ending)) delivered.images.push(path);
  else if (path === 'release.json') delivered.sidecar = path;
  else if (path === 'promo.html') delivered.promo = path;
  else if (!PASSED_OVER.test(name)) delivered.strange.push(path);
}

/** A folder without audio is no delivery of its own: what else lies in it is nobody's loss. */
const ordered = (delivered: DeliveredFolder): DeliveredFolder => ({
  ...delivered,
  media: delivered.media.toSorted((a, b) => (a.disc ?? 0) - (b.disc ?? 0) || byName(a.path, b.path)),
});

function singleFile(path: string): DeliveredFolder {
  const delivered = emptyFolder(dirname(path), basename(path, extname(path)));
  return { ...delivered, media: [{ path: basename(path), disc: null }] };
}

const emptyFolder = (root: string, name: string): DeliveredFolder => ({
  root,
  name,
  media: [],
  images: [],
  lyrics: [],
  attachments: [],
  sidecar: null,
  promo: null,
  strange: [],
});

/** The same folder may be reached by two of the given paths. */
function withoutDoubles(folders: DeliveredFolder[]): DeliveredFolder[] {
  const seen = new Set<string>();
  return folders.filter(({ root, media }) => {
    const key = `${root}\0${media.map(({ path }) => path).join('\0')}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** "2" before "10", the same on every machine. */
const collator = new Intl.Collator('en', { numeric: true });
export const byName = (a: string, b: string) => collator.compare(a, b) || (a < b ? -1 : 1);

/**
 * A path that a sidecar or a page names, as a file of this delivery: with `/`, below its root and not through hidden
 * files. Undefined when it points elsewhere. Whether it is a link is for the reader to refuse.
 */
export function ownPath(root: string, named: string): string | undefined {
  if (named.includes('\0') || named.includes('\\')) return undefined;
  const path = relative(root, resolve(root, named)).split(sep).join('/');
  const leaves = path === '' || path.startsWith('/') || path.split('/').some((part) => part.startsWith('.'));
  return leaves ? undefined : path;
}
