import { copyFile, link, lstat, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { FOLDER_DEPTH_MAX, type ImportFailure } from '../../catalogue/document/deliveryRules.ts';
import { isDiskFull } from '../../platform/process/diskFull.ts';
import { openProcessFolder } from '../../platform/process/processFolder.ts';
import { allFolders, compareNames, listSidecars, readTree } from '../folders/folderTree.ts';
import { isUnpackedZip, unpackZips } from '../folders/unpackZip.ts';
import { SIDECAR } from '../read/sidecar.ts';
import { mentionsJson } from '../read/sidecarNames.ts';
import { type ImportResult, importFolders } from '../run/importFolders.ts';
import type { ImportContext, ImportSettings } from '../run/importRun.ts';
import { requireSpareBytes } from '../workspace/spareBytes.ts';

// Zips and folders with zips are imported from a copy of the tree in which the zips are unpacked. Its files are links to
// the originals, which nothing writes to.

/** A folder in which zips are unpacked. */
interface Copy {
  root: string;
  /** What it stands for in sentences. */
  original: string;
  /** Paths inside the root. */
  zips: string[];
}

/** Imports folders and files as `importFolders` does, with their zips unpacked as those of the console. */
export async function importPaths(
  context: ImportContext,
  paths: string[],
  settings: ImportSettings,
): Promise<ImportResult> {
  const { plain, single, folders } = await sortPaths(paths);
  if (single.size + folders.size === 0) return importFolders(context, paths, settings);
  const failed: ImportFailure[] = [];
  const originals: [copy: string, original: string][] = [];
  const clean = (text: string) =>
    originals.reduce((cleaned, [copy, original]) => cleaned.replaceAll(copy, original), text);
  const cleanAll = (failures: ImportFailure[]) =>
    failures.map(({ path, reason }) => ({ path: clean(path), reason: clean(reason) }));
  const temporary = await openProcessFolder(join(context.config.dataDir, 'tmp'));
  try {
    const copies: Copy[] = [];
    const makeRoot = async (original: string) => {
      const parent = join(temporary.path, String(copies.length));
      await mkdir(parent);
      return join(parent, basename(original) || 'zips');
    };
    for (const [folder, zips] of single) {
      const [sidecar] = [...(await listSidecars(folder)), ...(await listSidecars(dirname(folder)))];
      const reason = `A zip is imported without ${sidecar?.path}: import the folder instead.`;
      if (sidecar) failed.push(...zips.map((path) => ({ path, reason })));
      else copies.push(await linkZips(await makeRoot(folder), folder, zips));
    }
    for (const [folder, zips] of folders) copies.push(await linkFolder(context, await makeRoot(folder), folder, zips));
    for (const copy of copies) {
      const { problems, unread } = await unpack(context, copy);
      failed.push(...problems);
      if (unread) originals.push([join(dirname(copy.root), SIDECAR), unread]);
      originals.push([copy.root, copy.original], [dirname(copy.root), dirname(copy.original)]);
    }
    const result = await importFolders(context, [...plain, ...copies.map(({ root }) => root)], {
      ...settings,
      onWarning: (path, warning) => settings.onWarning?.(clean(path), clean(warning)),
      onOperatorWarning: (path, warning) => settings.onOperatorWarning?.(clean(path), clean(warning)),
    });
    return { ...result, failed: [...failed, ...cleanAll(result.failed)], leftOut: cleanAll(result.leftOut) };
  } finally {
    await temporary.close();
  }
}

/** `single`: zips that were given themselves, by their folder; `folders`: the zips in each folder that was given. */
async function sortPaths(paths: string[]) {
  const plain: string[] = [];
  const single = new Map<string, string[]>();
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const source = resolve(path);
    const stats = await lstat(source).catch(() => undefined);
    const zips = stats?.isDirectory() ? await listZips(source) : [];
    if (zips.length > 0) folders.set(source, zips);
    else if (stats?.isFile() && isUnpackedZip(basename(source)))
      single.set(dirname(source), [...(single.get(dirname(source)) ?? []), source]);
    else plain.push(path);
  }
  return { plain, single, folders };
}

async function listZips(folder: string): Promise<string[]> {
  const tree = await readTree(folder, basename(folder));
  const files = allFolders(tree).flatMap(({ path, files }) => files.map((file) => relative(folder, join(path, file))));
  return files.filter(isUnpackedZip);
}

async function linkZips(root: string, original: string, zips: string[]): Promise<Copy> {
  await mkdir(root);
  const names = [...new Set(zips.map((zip) => basename(zip)))];
  for (const name of names) await symlink(join(original, name), join(root, name));
  return { root, original, zips: names };
}

async function linkFolder(context: ImportContext, root: string, original: string, zips: string[]): Promise<Copy> {
  await linkTree(context, root, original, new Set(zips.map((zip) => join(original, zip))));
  // A sidecar in the folder above restricts the copy as it restricts the original.
  for (const { path, name } of await listSidecars(dirname(original))) await symlink(path, join(dirname(root), name));
  return { root, original, zips };
}

/** What is neither a file nor a readable folder becomes a link, which no import follows. */
async function linkTree(
  context: ImportContext,
  target: string,
  source: string,
  zips: Set<string>,
  depth = 0,
): Promise<void> {
  const entries =
    depth > FOLDER_DEPTH_MAX ? undefined : await readdir(source, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return symlink(source, target);
  await mkdir(target);
  for (const entry of entries) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) await linkTree(context, to, from, zips, depth + 1);
    // A zip goes once it is unpacked.
    else if (!entry.isFile() || zips.has(from)) await symlink(from, to);
    else await link(from, to).catch(() => copy(context, from, to));
  }
}

/** Where a file cannot be linked: it is on another disk, or of another user. One that cannot be read becomes a link. */
async function copy({ config }: ImportContext, from: string, to: string): Promise<void> {
  await requireSpareBytes({ config }, (await lstat(from)).size);
  await copyFile(from, to).catch((error: unknown) => {
    if (isDiskFull(error)) throw error;
    return symlink(from, to);
  });
}

/** `unread`: a zip that was not unpacked, or a file of one, and that may say who receives the releases beside it. */
async function unpack(
  { config }: ImportContext,
  { root, original, zips }: Copy,
): Promise<{ problems: ImportFailure[]; unread: string | undefined }> {
  const job = { root, paths: zips.toSorted(compareNames), bytesMax: config.deliveries.bytesMax, config };
  const found = await unpackZips(job, () => {});
  const problems = found.map(({ path, reason }) => ({ path: join(original, path), reason }));
  const unread = found.find(({ path }) => zips.includes(path) || mentionsJson(path))?.path;
  if (!unread) return { problems, unread };
  // Releases without a sidecar are refused by one above them; there may be one already.
  const isAdded = await symlink(unread, join(dirname(root), SIDECAR)).then(
    () => true,
    () => false,
  );
  return { problems, unread: isAdded ? join(original, unread) : undefined };
}
