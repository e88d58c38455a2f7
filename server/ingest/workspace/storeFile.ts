import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import type { StoredFile } from '../../catalogue/document/releaseDraft.ts';
import { ContentMismatchError, type Storage } from '../../platform/storage/storage.ts';
import { applyBlanks, type Blank, openBlanked } from './videoUserData.ts';

const READ_BYTES = 128 * 1024;
const HASH_BYTES = 512 * 1024;

export async function hashFile(
  path: string,
  onProgress: (bytes: number) => void = () => {},
  blanks: readonly Blank[] = [],
): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  try {
    // Reusing one buffer keeps memory low until garbage collection.
    const buffer = Buffer.alloc(HASH_BYTES);
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, HASH_BYTES, position);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(applyBlanks(buffer.subarray(0, bytesRead), position, blanks));
      position += bytesRead;
      onProgress(position);
    }
  } finally {
    await file.close();
  }
}

/**
 * Copies a delivered file into storage.
 * @throws DeliveryRefusal when its content does not have the given hash any more
 */
export async function storeDeliveredFile(
  storage: Storage,
  path: string,
  hash: string,
  key: string,
  media_type: string,
  blanks: readonly Blank[] = [],
): Promise<StoredFile> {
  try {
    const source =
      blanks.length > 0 ? openBlanked(path, blanks) : createReadStream(path, { highWaterMark: READ_BYTES });
    const stored = await storage.put(key, source, hash);
    return { file: key, ...stored, media_type };
  } catch (error) {
    if (error instanceof ContentMismatchError) throw new DeliveryRefusal('The file changed while it was imported.');
    throw error;
  }
}

/** Moves a temporary file into storage as `audio/<hash>.<extension>`. */
export async function storeGeneratedFile(
  storage: Storage,
  path: string,
  extension: string,
  media_type: string,
): Promise<StoredFile> {
  const hash = await hashFile(path);
  const key = `audio/${hash}.${extension}`;
  const stored = await storage.put(key, createReadStream(path, { highWaterMark: READ_BYTES }), hash);
  await rm(path, { force: true });
  return { file: key, ...stored, media_type };
}
