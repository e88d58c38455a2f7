import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { FileEntry } from '@zip.js/zip.js';
import { DeliveryRefusal } from '../deliveryRules.ts';
import type { ImportFailure } from '../importRun.ts';
import { findPathProblem, foldPath } from './uploadPath.ts';

const ENTRIES_MAX = 2_000;
/** Unpacked bytes for each byte of the zip. Deflate reaches 1,032; audio and pictures stay below 10. */
const RATIO_MAX = 100;
/** Small files, such as texts, may be packed better. */
const RATIO_FREE_BYTES = 16 * 1024 ** 2;
/** What macOS adds. */
const IGNORED = /(^|\/)(__MACOSX\/|\.DS_Store$|\._[^/]*$)/;

export interface Unpacked {
  bytes: number;
  problems: ImportFailure[];
}

/**
 * Unpacks a zip into a new folder. Gives its unpacked size and what was not taken, by its path in the zip.
 * @throws DeliveryRefusal when nothing of it is taken
 */
export async function unpackZip(path: string, folder: string, bytesMax: number): Promise<Unpacked> {
  const { ZipReader } = await import('@zip.js/zip.js');
  const file = await open(path);
  try {
    const reader = await createReader(file);
    // `findPathProblem` validates names, one by one.
    const zip = new ZipReader(reader, { useWebWorkers: false, checkCrc32: true, filenameValidation: 'tolerant' });
    const files: FileEntry[] = [];
    for await (const entry of zip.getEntriesGenerator()) {
      if (files.length === ENTRIES_MAX) throw new DeliveryRefusal(`A zip has at most ${ENTRIES_MAX} files.`);
      if (!entry.directory && !IGNORED.test(entry.filename)) files.push(entry);
    }
    const bytes = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (bytes > bytesMax) throw new DeliveryRefusal('Unpacked, it is larger than a delivery may be.');
    if (bytes > RATIO_FREE_BYTES && bytes > reader.size * RATIO_MAX)
      throw new DeliveryRefusal('It would unpack to far more than any music does.');
    return { bytes, problems: await unpackEntries(files, folder) };
  } catch (error) {
    throw isZipError(error) ? new DeliveryRefusal('This zip is damaged, or no zip.') : error;
  } finally {
    await file.close();
  }
}

/** zip.js has errors of no class of its own; those of the system have a code. */
const isZipError = (error: unknown) => !(error instanceof DeliveryRefusal) && !(error as NodeJS.ErrnoException).code;

async function createReader(file: FileHandle) {
  const { Reader } = await import('@zip.js/zip.js');
  const reader = new Reader(file);
  return Object.assign(reader, {
    size: (await file.stat()).size,
    async readUint8Array(position: number, length: number) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
  });
}

async function unpackEntries(files: FileEntry[], folder: string): Promise<ImportFailure[]> {
  const problems: ImportFailure[] = [];
  const taken = new Set<string>();
  for (const entry of files) {
    const path = entry.filename;
    const problem = findProblem(entry) ?? (taken.has(foldPath(path)) ? 'The zip has this file twice.' : undefined);
    taken.add(foldPath(path));
    const failure = problem ?? (await unpack(entry, join(folder, path)));
    if (failure !== undefined) problems.push({ path, reason: failure });
  }
  return problems;
}

function findProblem({ filename, encrypted, symlink }: FileEntry): string | undefined {
  if (encrypted) return 'It is protected by a password.';
  if (symlink) return 'Links are not followed: put the file itself there.';
  if (extname(filename).toLowerCase() === '.zip') return 'A zip inside a zip is not unpacked.';
  return findPathProblem(filename);
}

/** Gives what is wrong with the entry. */
async function unpack(entry: FileEntry, path: string): Promise<string | undefined> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await entry.getData(Writable.toWeb(createWriteStream(path, { flags: 'wx' })));
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
