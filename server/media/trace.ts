import { type FileHandle, open } from 'node:fs/promises';
import type { FileEntry } from '@zip.js/zip.js';
import type { AppContext } from '../platform/context.ts';
import { isZipError, openZip } from '../platform/storage/openZip.ts';
import { listTakingTransfers } from './ledgerQueries.ts';
import { parseTakingId, TAKING_ID, TAKING_ID_LENGTH } from './taking.ts';

export interface FoundTakings {
  takings: Buffer[];
  /** Something looks like an id, but was not made by this installation. */
  hasWrongSignature: boolean;
}

type Context = Pick<AppContext, 'db' | 'secrets'>;

/** Tag editors may write texts in UTF-16, two bytes a character. */
const OVERLAP_BYTES = 2 * TAKING_ID_LENGTH;
const READ_BYTES = 4 * 1024 * 1024;
/** Files of a zip. */
const ENTRIES_MAX = 2_000;
/** Unpacked bytes of a zip, and for each byte of a large one: audio stays below 10. */
const UNPACKED_MAX = 20 * 1024 ** 3;
const RATIO_MAX = 100;
const RATIO_FREE_BYTES = 16 * 1024 ** 2;

/** What of a zip was not read, and why. */
type Unread = { path: string; reason: string }[];

/**
 * Finds the ids that a file carries in its tags, wherever they are: the whole file is searched, so that a part of a file
 * works too. A zip is unpacked; one that cannot be is searched as it is.
 */
export async function findTakings(context: Context, path: string): Promise<FoundTakings & { unread: Unread }> {
  const search = createSearch();
  const file = await open(path);
  try {
    const unread = /\.zip$/i.test(path) ? await searchZip(file, search) : undefined;
    if (!unread || unread.some((one) => one.path === ''))
      for await (const chunk of file.createReadStream({ start: 0, autoClose: false, highWaterMark: READ_BYTES }))
        search.add(chunk as Buffer);
    return { ...(await checkIds(context, search.end())), unread: unread ?? [] };
  } finally {
    await file.close();
  }
}

/** Searches the files of a zip. The path is empty for what concerns all of it. */
async function searchZip(file: FileHandle, search: ReturnType<typeof createSearch>): Promise<Unread> {
  const files: FileEntry[] = [];
  const { bytes, zip } = await openZip(file);
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (files.length > ENTRIES_MAX) break;
      if (!entry.directory) files.push(entry);
    }
  } catch (error) {
    if (!isZipError(error)) throw error;
    return [{ path: '', reason: 'It is damaged, or no zip: it was searched without being unpacked.' }];
  }
  const unpacked = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const isTooLarge = unpacked > Math.min(UNPACKED_MAX, Math.max(RATIO_FREE_BYTES, bytes * RATIO_MAX));
  if (files.length > ENTRIES_MAX || isTooLarge)
    return [
      { path: '', reason: 'It has too many files or would be too large: it was searched without being unpacked.' },
    ];
  const unread: Unread = [];
  for (const entry of files) {
    const { filename: path } = entry;
    if (/\.zip$/i.test(path)) unread.push({ path, reason: 'A zip inside a zip is not unpacked.' });
    if (entry.encrypted) unread.push({ path, reason: 'It is protected by a password.' });
    else
      await entry
        .getData(new WritableStream<Uint8Array>({ write: (chunk) => search.add(chunk) }))
        .catch((error: unknown) => {
          if (!isZipError(error)) throw error;
          unread.push({ path, reason: 'It is damaged in the zip.' });
        });
    search.endFile();
  }
  return unread;
}

/** Collects ids of bytes that come in pieces. */
function createSearch() {
  const ids = new Set<string>();
  let pieces: Uint8Array[] = [];
  let length = 0;
  const search = () => {
    const bytes = Buffer.concat(pieces);
    for (const id of listIds(bytes)) ids.add(id);
    const rest = bytes.subarray(Math.max(0, bytes.length - OVERLAP_BYTES));
    [pieces, length] = [[rest], rest.length];
  };
  const endFile = () => {
    search();
    [pieces, length] = [[], 0];
  };
  return {
    add(chunk: Uint8Array) {
      // The chunk may be written to again.
      pieces.push(Buffer.from(chunk));
      length += chunk.length;
      if (length > READ_BYTES) search();
    },
    endFile,
    end() {
      endFile();
      return [...ids];
    },
  };
}

/** The same of bytes in memory, perhaps a part of a file. */
export const findTakingsIn = (context: Context, bytes: Buffer): Promise<FoundTakings> =>
  checkIds(context, [...new Set(listIds(bytes))]);

const listIds = (bytes: Buffer): string[] =>
  [...bytes.toString('latin1').replaceAll('\0', '').matchAll(TAKING_ID)].map(([, id = '']) => id);

async function checkIds({ db, secrets }: Context, ids: string[]): Promise<FoundTakings> {
  const takings: Buffer[] = [];
  let hasWrongSignature = false;
  for (const { taking, isSigned } of ids.map((id) => parseTakingId(secrets, id))) {
    // A former secret may have signed it. Nobody guesses the 128 bits of a row in the ledger.
    if (isSigned || (await listTakingTransfers(db, taking)).length > 0) takings.push(taking);
    else hasWrongSignature = true;
  }
  return { takings, hasWrongSignature };
}
