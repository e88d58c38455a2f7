import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { FileEntry } from '@zip.js/zip.js';
import { DeliveryRefusal, formatBytes, type ImportFailure } from '../../catalogue/document/deliveryRules.ts';
import type { AppContext } from '../../platform/context.ts';
import { isZipError, openZip } from '../../platform/storage/openZip.ts';
import { requireSpareBytes } from '../workspace/spareBytes.ts';
import { isAttachmentFolder } from './folderNames.ts';
import { findPathProblem, foldPath } from './uploadPath.ts';
import { createFolderChoice, type ZipFolder } from './zipHalves.ts';

export interface UnzipJob {
  root: string;
  /** Inside the root. */
  paths: string[];
  /** Of all that is unpacked. */
  bytesMax: number;
  /** Where it needs room. */
  config: Pick<AppContext['config'], 'dataDir' | 'freeSpaceMinMegabytes'>;
}

const ENTRIES_MAX = 2_000;
/** Of all zips of a delivery. */
const ALL_ENTRIES_MAX = 10_000;
/** Unpacked bytes for each byte of the zip. Deflate reaches 1,032; audio and pictures stay below 10. */
const RATIO_MAX = 100;
/** Of a local header, without the name. Source: APPNOTE 4.3.7 */
const HEADER_BYTES = 30;
/** Small files, such as texts, may be packed better. */
const RATIO_FREE_BYTES = 16 * 1024 ** 2;
/** What macOS adds. */
const IGNORED = /(^|\/)(__MACOSX\/|\.DS_Store$|\._[^/]*$)/;

/** Whether a zip is unpacked: those in attachments go out as they are. */
export const isUnpackedZip = (path: string): boolean =>
  /\.zip$/i.test(path) && !path.split('/').some(isAttachmentFolder);

interface Entry {
  path: string;
  file: FileEntry;
}

/** Runs in a thread of the decode pool. `onProgress` gets bytes that are unpacked. */
export async function unpackZips(
  { root, paths, bytesMax, config }: UnzipJob,
  onProgress: (bytes: number) => void,
): Promise<ImportFailure[]> {
  const problems: ImportFailure[] = [];
  const findFolder = createFolderChoice();
  let room = bytesMax;
  let entries = ALL_ENTRIES_MAX;
  const requireSpace = (bytes: number) => requireSpareBytes({ config }, bytes);
  for (const path of paths) {
    const zip = join(root, path);
    try {
      const unpacked = await unpackZip(zip, {
        findFolder: (entries) => findFolder(zip, entries),
        bytesMax: room,
        entriesMax: Math.min(ENTRIES_MAX, entries),
        requireSpace,
        onProgress,
      });
      room -= unpacked.bytes;
      entries -= unpacked.files;
      problems.push(...unpacked.problems.map((problem) => ({ ...problem, path: `${path}/${problem.path}` })));
    } catch (error) {
      if (!(error instanceof DeliveryRefusal)) throw error;
      problems.push({ path, reason: error.message });
    }
    await rm(zip);
  }
  return problems;
}

interface UnpackOptions {
  findFolder: (entries: Entry[]) => ZipFolder;
  bytesMax: number;
  entriesMax: number;
  requireSpace: (bytes: number) => Promise<void>;
  onProgress: (bytes: number) => void;
}

/**
 * Unpacks a zip into a folder. Gives its unpacked size and what was not taken, by its path in the zip.
 * @throws DeliveryRefusal when nothing of it is taken
 */
async function unpackZip(
  path: string,
  { findFolder, bytesMax, entriesMax, requireSpace, onProgress }: UnpackOptions,
): Promise<{ bytes: number; files: number; problems: ImportFailure[] }> {
  const file = await open(path);
  try {
    // `findPathProblem` validates names, one by one.
    const { bytes: zipBytes, zip } = await openZip(file);
    const files: FileEntry[] = [];
    let hasSlash = false;
    for await (const entry of zip.getEntriesGenerator()) {
      if (files.length === entriesMax)
        throw new DeliveryRefusal(
          `A zip has at most ${ENTRIES_MAX} files, and all zips of a delivery ${ALL_ENTRIES_MAX} together.`,
        );
      hasSlash ||= entry.filename.includes('/');
      if (!entry.directory) files.push(entry);
    }
    // Windows PowerShell 5 writes backslashes between folders, against the specification of zips (APPNOTE 4.4.17).
    const pathOf = ({ filename }: FileEntry) => (hasSlash ? filename : filename.replaceAll('\\', '/'));
    const entries = files
      .map((file) => ({ path: pathOf(file), file }))
      .filter(({ path }) => !IGNORED.test(path) && !path.endsWith('/'));
    const bytes = entries.reduce((sum, { file }) => sum + file.uncompressedSize, 0);
    if (isOverlapping(files))
      throw new DeliveryRefusal('Two of its files share the same bytes: it is no zip of music.');
    if (bytes > bytesMax)
      throw new DeliveryRefusal(
        `Unpacked, it has ${formatBytes(bytes)}, and its delivery has room for ${formatBytes(bytesMax)}.`,
      );
    if (bytes > RATIO_FREE_BYTES && bytes > zipBytes * RATIO_MAX)
      throw new DeliveryRefusal('It would unpack to far more than any music does.');
    await requireSpace(bytes);
    return { bytes, files: files.length, problems: await unpackEntries(entries, findFolder(entries), onProgress) };
  } catch (error) {
    throw !(error instanceof DeliveryRefusal) && isZipError(error)
      ? new DeliveryRefusal('This zip is damaged, or no zip.')
      : error;
  } finally {
    await file.close();
  }
}

/** Entries that share bytes multiply them: no program that writes zips makes such ones. */
function isOverlapping(files: FileEntry[]): boolean {
  const parts = files.map(({ offset, compressedSize }) => ({ offset, end: offset + HEADER_BYTES + compressedSize }));
  parts.sort((a, b) => a.offset - b.offset);
  return parts.some(({ end }, index) => end > (parts[index + 1]?.offset ?? end));
}

async function unpackEntries(
  entries: Entry[],
  folder: ZipFolder,
  onProgress: (bytes: number) => void,
): Promise<ImportFailure[]> {
  const problems: ImportFailure[] = [];
  const taken = new Set<string>();
  for (const { path, file } of entries) {
    const content = `${file.crc32} ${file.uncompressedSize}`;
    // The other half of a folder may have it, too.
    if (!taken.has(foldPath(path)) && folder.contents.get(path) === content) continue;
    const problem = findProblem(path, file) ?? (taken.has(foldPath(path)) ? 'The zip has this file twice.' : undefined);
    taken.add(foldPath(path));
    const failure = problem ?? (await unpack(file, join(folder.path, path), onProgress));
    if (failure === undefined) folder.contents.set(path, content);
    else problems.push({ path, reason: failure });
  }
  return problems;
}

function findProblem(path: string, { encrypted, symlink }: FileEntry): string | undefined {
  if (encrypted) return 'It is protected by a password.';
  if (symlink) return 'Links are not followed: put the file itself there.';
  if (extname(path).toLowerCase() === '.zip')
    return 'A zip inside a zip is not unpacked: deliver it beside the other one.';
  return findPathProblem(path);
}

/** Gives what is wrong with the entry. */
async function unpack(
  entry: FileEntry,
  path: string,
  onProgress: (bytes: number) => void,
): Promise<string | undefined> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const onprogress = async (bytes: number) => onProgress(bytes);
    await entry.getData(Writable.toWeb(createWriteStream(path, { flags: 'wx' })), { onprogress });
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // What is there was delivered, too.
    if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code ?? '')) return 'The delivery has a file or folder of this name.';
    if (code !== undefined) throw error;
    await rm(path, { force: true });
    return 'It is damaged in the zip.';
  }
}
