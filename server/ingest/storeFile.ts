import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { StoredFile } from '../catalogue/releaseDraft.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { hashFile } from './inspect.ts';
import { DeliveryRefused } from './refused.ts';

const READ_BYTES = 128 * 1024;

/**
 * Copies a delivered file into storage under a key with its hash.
 * @throws DeliveryRefused when it is no longer the file that was looked at
 */
export async function storeDelivered(
  storage: Storage,
  path: string,
  hash: string,
  key: string,
  media_type: string,
): Promise<StoredFile> {
  const digest = createHash('sha256');
  const stored = await storage.put(key, Readable.from(hashing(path, digest), { highWaterMark: 2 }));
  if (digest.digest('hex') !== hash) {
    await storage.delete(key);
    throw new DeliveryRefused('The file changed while it was imported.');
  }
  return { file: key, ...stored, media_type };
}

/** Moves a file made here into storage as `audio/<hash>.<ending>`. */
export async function storeMade(
  storage: Storage,
  path: string,
  ending: string,
  media_type: string,
): Promise<StoredFile> {
  const key = `audio/${await hashFile(path)}.${ending}`;
  const stored = await storage.put(key, createReadStream(path, { highWaterMark: READ_BYTES }));
  await rm(path, { force: true });
  return { file: key, ...stored, media_type };
}

async function* hashing(path: string, digest: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    yield chunk;
  }
}
