import { buffer } from 'node:stream/consumers';
import { setStoredContent } from '../catalogue/document/storedFileQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { type FoundFile, hashContent } from '../platform/storage/storage.ts';
import { type FileReference, type KnownFile, listFileReferences, readKnownFiles } from './fileQueries.ts';

type Context = Pick<AppContext, 'db' | 'storage'>;

export interface VerifyResult {
  files: number;
  bytes: number;
  /** How many are missing or wrong. */
  damaged: number;
}

/**
 * Reads every file that a row names and compares its size and hash. Pictures of earlier versions, whose hash is not
 * known, are decoded, and their hash is stored.
 * @param report receives a sentence for each row that names a damaged file
 */
export async function verifyFiles(context: Context, report: (line: string) => void): Promise<VerifyResult> {
  const { db } = context;
  const result: VerifyResult = { files: 0, bytes: 0, damaged: 0 };
  for await (const files of readKnownFiles(db)) {
    const keys = files.map(({ key }) => key);
    const references = Map.groupBy(
      await db.transaction().execute((db) => listFileReferences(db, keys)),
      ({ file }) => file,
    );
    for (const file of files) {
      const names = references.get(file.key);
      if (!names) continue;
      const found = await context.storage.stat(file.key);
      const problem = await findProblem(context, file, found, names);
      result.files += 1;
      result.bytes += found?.bytes ?? 0;
      if (problem === undefined) continue;
      result.damaged += 1;
      for (const name of names) report(`${file.key} ${problem}: ${describe(name)}`);
    }
  }
  return result;
}

/** What is wrong with a file, if anything. */
async function findProblem(
  { db, storage }: Context,
  { key, bytes, sha256 }: KnownFile,
  found: FoundFile | undefined,
  names: FileReference[],
): Promise<string | undefined> {
  if (!found) return 'is missing';
  const expected = [bytes, ...names.map((name) => name.bytes)].find((size) => size !== null && size !== found.bytes);
  if (expected !== undefined) return `has ${found.bytes} instead of ${expected} bytes`;
  const hash = await hashContent(storage, key);
  const known = sha256 ?? hashInName(key);
  if (known !== undefined) return known === hash ? undefined : 'has changed content';
  const { isReadablePicture } = await import('../ingest/pictures/pictures.ts');
  if (!(await isReadablePicture(await buffer(await storage.read(key))))) return 'cannot be read';
  await setStoredContent(db, { key, bytes: found.bytes, sha256: hash });
  return undefined;
}

/** The names of sound, videos, waveforms and attachments contain their hash. */
const hashInName = (key: string) => /^(?:audio|video|files|waveforms)\/([0-9a-f]{64})\b/.exec(key)?.[1];

const describe = ({ what, releaseid, title, artist }: FileReference) =>
  releaseid === null ? what : `${what} of "${title}" by ${artist} (${releaseid})`;
