import { open } from 'node:fs/promises';
import type { AppContext } from '../platform/context.ts';
import { listTakingTransfers } from './ledgerQueries.ts';
import { parseTakingId, TAKING_ID, TAKING_ID_LENGTH } from './taking.ts';

export interface FoundTakings {
  takings: Buffer[];
  /** Something looks like an id, but was not made by this installation. */
  hasWrongSignature: boolean;
}

type Context = Pick<AppContext, 'db' | 'secrets'>;

const READ_BYTES = 4 * 1024 * 1024;
/** Tag editors may write texts in UTF-16, two bytes a character. */
const OVERLAP_BYTES = 2 * TAKING_ID_LENGTH;

/**
 * Finds the ids that a file carries in its tags, wherever they are: the whole file is searched, so that a part of a file
 * and files in an uncompressed zip work too.
 */
export async function findTakings(context: Context, path: string): Promise<FoundTakings> {
  const ids = new Set<string>();
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(OVERLAP_BYTES + READ_BYTES);
    for (let position = 0, filled = 0; ; ) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      filled += bytesRead;
      for (const id of listIds(buffer.subarray(0, filled))) ids.add(id);
      const kept = Math.min(OVERLAP_BYTES, filled);
      buffer.copy(buffer, 0, filled - kept, filled);
      filled = kept;
    }
  } finally {
    await file.close();
  }
  return checkIds(context, [...ids]);
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
