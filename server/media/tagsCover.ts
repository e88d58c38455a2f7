import { crc32 } from 'node:zlib';
import type { Stretch } from '../platform/http/parts.ts';
import { keepNewest } from '../platform/process/keepNewest.ts';
import type { Storage } from '../platform/storage/storage.ts';

const KEPT_MAX = 1_000;
/** By the path of the file, whose name is its content. */
const known = new Map<string, Stretch>();

/** The cover that is written into files (JPEG, 1,000 px), read once for its sum; undefined when it is not there. */
export async function coverStretch(storage: Storage, hash: string): Promise<Stretch | undefined> {
  const key = `covers/${hash}-1000.jpg`;
  const path = storage.localPath(key);
  const found = await storage.stat(key);
  if (!found) return undefined;
  const kept = known.get(path);
  if (kept) return kept;
  let sum = 0;
  for await (const chunk of (await storage.read(key)) as AsyncIterable<Buffer>) sum = crc32(chunk, sum);
  const cover = { path, start: 0, bytes: found.bytes, crc32: sum };
  keepNewest(known, path, cover, KEPT_MAX);
  return cover;
}
