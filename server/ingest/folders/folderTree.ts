import type { Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER_DEPTH_MAX } from '../../catalogue/document/deliveryRules.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import { resemblesSidecar } from '../read/sidecarNames.ts';

export interface FolderTree {
  /** Absolute. */
  path: string;
  name: string;
  /** Names of visible regular files, sorted. */
  files: string[];
  folders: FolderTree[];
  /** Entries that may be meant as its sidecar; `name` may be hidden. */
  sidecars: SidecarEntry[];
  /** Names of its DDEX ERN messages. */
  messages: string[];
  /** What was not read: links, devices, unreadable and deep folders. */
  unread: { path: string; reason: string }[];
}

export interface SidecarEntry {
  path: string;
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
}

const collator = new Intl.Collator('en', { numeric: true });
/** Sorts "2" before "10", independent of the locale of the machine. */
export const compareNames = (a: string, b: string) => collator.compare(a, b) || (a < b ? -1 : 1);

const kindOf = (entry: Dirent): SidecarEntry['kind'] => {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
};

/** Folders that systems, network drives and archivers make; most begin with a dot. */
const SYSTEM_FOLDER =
  /^(\..*|__MACOSX|@(eaDir|tmp|recycle|recently-snapshot|sharebin|__thumb|appstore|database|SynoResource)|#(recycle|snapshot)|\$RECYCLE\.BIN|RECYCLER|System Volume Information|lost\+found|FOUND\.\d{3}|Network Trash Folder|Temporary Items|TheVolumeSettingsFolder)$/i;

/** Reads a folder with all that it contains, except those of systems. Never follows a link. */
export async function readTree(path: string, name: string, depth = 0): Promise<FolderTree> {
  const tree: FolderTree = { path, name, files: [], folders: [], sidecars: [], messages: [], unread: [] };
  if (depth > FOLDER_DEPTH_MAX) {
    tree.unread.push({ path, reason: `The folder is more than ${FOLDER_DEPTH_MAX} levels deep.` });
    return tree;
  }
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (!entries) tree.unread.push({ path, reason: 'The folder cannot be read.' });
  tree.sidecars = await findSidecars(path, entries ?? []);
  for (const entry of (entries ?? []).toSorted((a, b) => compareNames(a.name, b.name))) {
    const kind = kindOf(entry);
    const entryPath = join(path, entry.name);
    const isHidden = kind === 'folder' ? SYSTEM_FOLDER.test(entry.name) : entry.name.startsWith('.');
    if (tree.sidecars.some(({ path }) => path === entryPath) && kind !== 'file') continue;
    if (kind === 'link')
      tree.unread.push({ path: entryPath, reason: 'Links are not followed: put the file itself here.' });
    else if (kind === 'other') tree.unread.push({ path: entryPath, reason: 'It is neither a file nor a folder.' });
    else if (isHidden) continue;
    else if (kind === 'file' && (await isErnFile(entryPath))) tree.messages.push(entry.name);
    else if (kind === 'file') tree.files.push(entry.name);
    else tree.folders.push(await readTree(entryPath, entry.name, depth + 1));
  }
  return tree;
}

/** Lists what may be meant as a sidecar in one folder. */
export async function listSidecars(path: string): Promise<SidecarEntry[]> {
  return findSidecars(path, await readdir(path, { withFileTypes: true }).catch(() => []));
}

async function findSidecars(folder: string, entries: Dirent[]): Promise<SidecarEntry[]> {
  const found: SidecarEntry[] = [];
  for (const entry of entries) {
    const kind = kindOf(entry);
    const [path, name] = [join(folder, entry.name), entry.name];
    if (!resemblesSidecar(name) || (kind === 'folder' && !/json/i.test(name))) continue;
    const original = name.startsWith('._') && entries.some((other) => other.name === name.slice(2));
    if (!(original && kind === 'file' && (await isAppleDouble(path)))) found.push({ path, name, kind });
  }
  return found;
}

const APPLE_DOUBLE = 0x00051607;

/** Whether macOS wrote the file, for what its own file system keeps beside the content (RFC 1740). */
async function isAppleDouble(path: string): Promise<boolean> {
  const head = await readHead(path, 4);
  return head.length === 4 && head.readUInt32BE(0) === APPLE_DOUBLE;
}

/** Whether it is an XML file whose beginning names a message of DDEX ERN about releases. */
async function isErnFile(path: string): Promise<boolean> {
  if (!/\.xml$/i.test(path)) return false;
  const head = await readHead(path, 16_384);
  return /<(?:[\w.-]+:)?(?:NewRelease|PurgeRelease|CatalogList)Message[\s>]/.test(
    head.toString('latin1').replaceAll('\0', ''),
  );
}

/** Nothing of a file that cannot be opened. */
async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r').catch(() => undefined);
  try {
    return file ? await readAt(file, 0, bytes) : Buffer.alloc(0);
  } finally {
    await file?.close();
  }
}

export const allFolders = (tree: FolderTree): FolderTree[] => [tree, ...tree.folders.flatMap(allFolders)];
